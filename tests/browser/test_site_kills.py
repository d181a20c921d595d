"""The program on a phone loses no save, whenever its worker or the whole browser is killed."""

import os
import random
import signal
import sqlite3
import time
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Playwright, Worker

from scorekeeper.browser.answers import DATABASE
from scorekeeper.exchange.letters import games_in
from tests.browser.conftest import FLAGS, SCREEN
from tests.browser.evening import WAITING, Evening
from tests.browser.phone import Phone
from tests.browser.test_site_program import ANSWERS, GOT, STARTS, address, folder, handed_over
from tests.table import Table
from tests.torture import WHOLE, size

__all__ = ["address", "folder"]
pytestmark = [pytest.mark.browser, pytest.mark.torture, pytest.mark.xdist_group("site program")]

SAVES = size(200, 10_000)
IN_A_GAME = 1500
"""A game accepts 2,000 saves an hour."""
ENDS = 0.1 if WHOLE else 0.3
"""How often the worker is ended when more saves were answered. It starts again in seconds, in which
nothing is saved: 0.1 is about every 50 saves."""
DAYS = 9
MOVED = """(by) => {
  const { now } = Date, before = globalThis.moved ?? 0;
  globalThis.moved = by;
  Date.now = () => now() + by - before;
}"""
LOAD = "(root) => localStorage.setItem(`program ${root}`, JSON.stringify('loads'))"
SAVER = """async ([root, seed, most]) => {
  const field = (page, name) => page.querySelector(`[name=${name}]`).value;
  const read = (text) => new DOMParser().parseFromString(text, "text/html");
  const post = (path, fields) =>
    fetch(root + path, { method: "POST", body: new URLSearchParams(fields),
      headers: { "HX-Request": "true" } });
  let [token, key, revision] = ["", localStorage.game, ""];
  async function look() {
    const page = read(await (await fetch(`${root}${key ? `g/${key}` : "new"}`)).text());
    token = field(page, "csrf_token");
    revision = page.querySelector("#board")?.dataset.revision ?? "";
    return page;
  }
  const later = () => new Promise((resolve) => setTimeout(resolve, 100));
  let page = null;
  while (!page) page = await look().catch(later);
  while (!key) {
    const names = ["Ann", "Ben", "Cem"].map((name) => ["name", name]);
    const begin = { csrf_token: token, token: field(page, "token"), start: 1, variant: "wizard",
      cards: "suits", dealer: 0 };
    const answer = await post("new", [...Object.entries(begin), ...names]).catch(later);
    if (answer) key = localStorage.game = answer.headers.get("HX-Redirect").split("/").at(-1);
  }
  // The first save may change nothing, and is not stored then.
  for (let number = -1; number < most; number += 1) {
    const tap = `${seed}-${number}`.padEnd(22, "x");
    for (;;) {
      try {
        const fields = { csrf_token: token, revision, tap, bid_1: number & 1 };
        const answer = await post(`g/${key}/hands/1/bids`, fields);
        if (!answer.ok) throw Error(`${answer.status} ${await answer.text()}`);
        revision = answer.headers.get("X-Revision") ?? revision;
        break;
      } catch (problem) {
        window.problem = String(problem).slice(0, 300);
        await look().catch(later);
      }
    }
    if (number >= 0) window.done.push(tap);
  }
}"""
"""Enters a bid again and again in a game of its own; each until it is answered."""
BLOCKS = """async () => {
  const name = (await indexedDB.databases()).find(({ name }) => name.includes("program")).name;
  const wait = (one) => new Promise((resolve, reject) =>
    Object.assign(one, { onsuccess: () => resolve(one.result), onerror: reject }));
  const table = (await wait(indexedDB.open(name))).transaction("blocks").objectStore("blocks");
  const range = IDBKeyRange.bound(["FILE", 0], ["FILE", Infinity]);
  const bytes = new Uint8Array(await new Blob(await wait(table.getAll(range))).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}""".replace("FILE", DATABASE)


@contextmanager
def browser(
    playwright: Playwright, profile: Path, options: dict[str, Any]
) -> Iterator[BrowserContext]:
    """A browser that keeps its data in a folder."""
    context = playwright.chromium.launch_persistent_context(profile, **options)
    yield context
    with suppress(Error):
        context.close()


def kill_browser(profile: Path) -> None:
    """End all processes of the browser at once."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"--user-data-dir={profile}" in (process / "cmdline").read_text().split("\0"):
                os.kill(int(process.name), signal.SIGKILL)


def kill_worker(page: Page) -> None:
    """End the service worker at once, as the browser does when it needs memory."""
    session = page.context.new_cdp_session(page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    session.detach()


def move_clock(milliseconds: int, worker: Worker) -> None:
    """Let a worker believe that it is later."""
    worker.evaluate(MOVED, milliseconds)


def open_program(context: BrowserContext, address: str) -> Page:
    """A page whose worker answers for the program."""
    page = context.new_page()
    page.goto(f"{address}new/")
    page.evaluate(LOAD, urlsplit(address).path)
    page.reload()
    until = time.monotonic() + STARTS / 1000
    while not page.evaluate(ANSWERS):
        assert time.monotonic() < until
        page.wait_for_timeout(200)
    return page


def test_no_save_is_lost_or_counted_twice_however_often_worker_and_browser_are_killed(
    playwright: Playwright,
    browser_type_launch_args: dict[str, Any],
    address: str,
    tmp_path: Path,
) -> None:
    options = {**browser_type_launch_args, "args": list(FLAGS)}
    chance, answered, killed = random.Random(51), list[str](), Counter[str]()
    seed = 0
    while len(answered) < SAVES:
        with browser(playwright, tmp_path / "profile", options) as context:
            page = open_program(context, address)
            page.evaluate("window.done = []")
            left = chance.randint(50, 400)
            while left > 0 and len(answered) < SAVES:
                if len(answered) // IN_A_GAME > seed // 10_000:
                    page.evaluate("localStorage.removeItem('game')")
                    seed = len(answered) // IN_A_GAME * 10_000
                before, seed, some = len(answered), seed + 1, chance.randint(5, 60)
                page.evaluate(
                    f"(given) => {{ window.saving = ({SAVER})(given); }}", [address, seed, some]
                )
                while len(answered) < before + some:
                    page.wait_for_timeout(chance.random() * 400)
                    answered += (fresh := page.evaluate("window.done.splice(0)"))
                    if fresh and chance.random() < ENDS:
                        kill_worker(page)
                        killed["worker"] += 1
                left -= some
            page.evaluate(
                f"(given) => {{ window.saving = ({SAVER})(given); }}", [address, seed + 5000, 30]
            )
            page.wait_for_timeout(chance.random() * 500)
            kill_browser(tmp_path / "profile")
            killed["browser"] += 1
            print(f"{len(answered)} saves answered, {killed}", flush=True)
    with browser(playwright, tmp_path / "profile", options) as context:
        page = open_program(context, address)
        data = b64decode(page.evaluate(BLOCKS))
    (tmp_path / "data.sqlite3").write_bytes(data)
    with sqlite3.connect(tmp_path / "data.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        stored = Counter(tap for (tap,) in database.execute("SELECT tap FROM change"))
    assert [tap for tap in answered if stored[tap] != 1] == []


def test_a_game_goes_on_for_a_week_with_killed_browsers_and_days_without_a_line(
    playwright: Playwright,
    browser_type_launch_args: dict[str, Any],
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = time.time_ns
    options = {**browser_type_launch_args, "args": list(FLAGS), **SCREEN}
    evening: Evening | None = None
    for day in range(DAYS):
        moved = timedelta(days=day) // timedelta(milliseconds=1)
        monkeypatch.setattr(time, "time_ns", lambda by=moved: now() + by * 1_000_000)
        with browser(playwright, tmp_path / "profile", options) as context:
            context.on("serviceworker", partial(move_clock, moved))
            phone = Phone(context, cast(Table, None))
            phone.open(address)
            if evening is None:
                evening = handed_over(phone)
            else:
                for worker in context.service_workers:
                    move_clock(moved, worker)
                evening.phone = phone
                phone.page.get_by_role("link", name="Continue: Ann, Ben, Cem").tap()
                evening.expect_totals()
            context.set_offline(day % 3 == 0 < day)
            evening.play(2)
            phone.until(f"{WAITING} == 0")
            if day % 3 == 2:
                kill_browser(tmp_path / "profile")
    with browser(playwright, tmp_path / "profile", options) as context:
        page = context.new_page()
        page.goto(address)
        (kept,) = games_in(page.evaluate(GOT, f"{address}history.json"))
    assert evening
    assert kept.game == evening.game
    assert kept.changed_at - kept.started_at > timedelta(days=DAYS - 2)
