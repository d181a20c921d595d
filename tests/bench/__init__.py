"""How fast the app is over HTTP, beside bare Flask routes in the same run: ``make bench``.

The program is served in a process of its own as ``scorekeeper serve`` does, the bare routes in
another one, by waitress with as many threads; the same thin client on kept connections asks both.
A connection that a server ends after an answer is opened anew in the time of the next request.

``python -m tests.bench`` measures single requests (``times``), counts statements and bytes
(``answers``), and measures pages of a book of 10,000 games beside those of one of 100 (``books``).
``--all`` adds the comparison with 1,000,000 stored hands (``million``, which takes 2 GB twice in
the folder for temporary files, one of them kept for the next run), fifty tables at once
(``tables``) and the CSV of 10,000 games (``history``). ``--only`` picks from these groups.

How long a durable commit takes depends on the disk, and on what else writes to it: ratios to it
can be compared only where the bare commit took about as long. The folder for temporary files
(TMPDIR) has to be on a disk.
"""
