"""The restore command in a separate process: while the program runs, and over read-only files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.config import ROOT
from scorekeeper.store import backups
from tests import databases
from tests.conftest import SECRET
from tests.table import HTMX
from tests.torture.caller import Caller, Fields
from tests.torture.served import SERVE, Served
from tests.torture.test_storage import NO_OVERRIDE

pytestmark = [pytest.mark.torture, pytest.mark.sqlite]


def test_a_restore_while_the_program_runs_is_seen_by_the_next_request(
    served: Served, caller: Caller
) -> None:
    folder, file = served.folder, served.folder / databases.FILE
    game = caller.start("Ann", "Ben", "Cem")
    bids = f"{game}/hands/1/bids"
    turned: Fields = {"turned": "hearts", "revision": 0}
    assert caller.post(f"{game}/hands/1/trump", turned).status == 303
    backup = backups.back_up(file, folder / "mine")
    assert caller.post(bids, {"bid_0": 1, "revision": 1}).status == 303
    assert "restart" not in _restored(backup, folder)
    for revision in (0, 1, 2):
        news = caller.get(f"{game}?seen={revision}.0", **HTMX)
        assert (news.status, "data-parts" in news.text) == (200, False)
        assert caller.post(bids, {"bid_1": 1, "revision": revision}).status == 409
    now = caller.get(game).value("revision")
    assert caller.post(bids, {"bid_1": 0, "revision": now}).status == 303
    _restart(served, caller)
    assert caller.get(game).value("revision") == str(int(now) + 1)
    # A read-only file is replaced, so the program must be restarted.
    file.chmod(0o444)
    assert "restart" in _restored(backup, folder)
    _restart(served, caller)
    assert int(caller.get(game).value("revision")) > int(now) + 1
    assert caller.post(bids, {"bid_1": 1, "revision": int(now) + 1}).status == 409


def _restart(served: Served, caller: Caller) -> None:
    served.kill()
    served.start()
    caller.close()


def _restored(backup: Path, folder: Path) -> str:
    """The output of the command, in a process that file permissions restrict."""
    bound = NO_OVERRIDE if os.geteuid() == 0 else ()
    done = subprocess.run(
        [*bound, sys.executable, "-c", SERVE, "restore", str(backup)],
        env=os.environ
        | {
            "SCOREKEEPER_INSTANCE": str(folder),
            "DATABASE_URL": databases.url_of(folder),
            "SECRET_KEY": SECRET,
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert f"Restored {backup}." in done.stdout
    return done.stdout
