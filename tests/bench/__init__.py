"""``make bench``: the speed of the app over HTTP, compared with bare Flask routes in the same run.

The program runs in a separate process like ``scorekeeper serve``, the bare routes in another one,
on waitress with as many threads; the same thin client with persistent connections calls both. If a
server closes a connection after an answer, the time of the next request includes the new
connection.

``python -m tests.bench`` measures single requests (``times``), counts statements and bytes
(``answers``), and compares pages of a book of 10,000 games with those of one of 100 (``books``).
``--all`` adds the comparison with 1,000,000 stored hands (``million``, which takes 2 GB twice in
the folder for temporary files, one of them kept for the next run), fifty tables at once
(``tables``) and the CSV of 10,000 games (``history``). ``--only`` picks from these groups.

The time of a durable commit depends on the disk and its other users, so ratios to it are comparable
only if the bare commit took about as long. The folder for temporary files (TMPDIR) has to be on a
disk.
"""
