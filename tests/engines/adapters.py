"""One browser of each engine, driven by the same few calls."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest
from marionette_driver.errors import MarionetteException
from marionette_driver.keys import Keys as FirefoxKeys
from marionette_driver.marionette import Marionette
from playwright.sync_api import Error, Playwright, sync_playwright
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK, WPEWebKit
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService
from selenium.webdriver.wpewebkit.options import Options as WPEOptions
from selenium.webdriver.wpewebkit.service import Service as WPEService

from tests.browser.conftest import BROWSERS, FLAGS, SCREEN
from tests.servers import missing

PATIENCE = 60
SIZE = (390, 844)
Point = tuple[int, int]
PORT = "MarionetteActivePort"
"""The file in which Firefox writes its port."""
REFUSED = (Error, MarionetteException, WebDriverException)
"""What a driver says of an element that is gone, or of a page that is being left."""
LIBRARIES = Path("/usr/lib")
RESIZE = """for (const [at, side] of ["width", "height"].entries())
  for (const each of [side, `min-${side}`, `max-${side}`])
    gBrowser.selectedBrowser.style.setProperty(each, `${arguments[at]}px`);"""
"""Gives the page of a window of Firefox a size of its own."""
RESIZE_FRAME = """const frame = document.querySelector("iframe");
[frame.width, frame.height] = arguments;
return frame"""
FRAME = """const [address, width, height] = arguments;
const frame = document.createElement("iframe");
Object.assign(frame, { src: address, width, height, style: "border: 0" });
document.documentElement.innerHTML = "<body style='margin: 0'>";
document.body.append(frame);
return frame"""
"""The page in a frame in place of all that is there."""
LOADED = "return location.href !== 'about:blank' && document.readyState === 'complete'"
QUIT = "setTimeout(() => Services.startup.quit(Services.startup.eAttemptQuit))"
WRITE = """const [field, text] = arguments;
field.value = text;
field.dispatchEvent(new Event("input", { bubbles: true }));"""

SHOW = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })'


class Engine(Protocol):
    """A browser with one page; a script is the body of a function with ``arguments``."""

    name: str
    has_tabs: bool

    def open(self, address: str) -> None:
        """Go to an address; a page that cannot be reached is no error."""

    def reload(self) -> None:
        """Load the page again."""

    def move(self, steps: int) -> None:
        """Go back (-1) or forward (1)."""

    def new_tab(self) -> None:
        """Go on in a new, empty tab."""

    def other_tab(self) -> None:
        """Go to the other one of two tabs."""

    def close_tab(self) -> None:
        """Close this tab, and go to the one that is left."""

    def run(self, script: str, *values: Any) -> Any:
        """The value of a script in the page."""

    def tap(self, script: str, *values: Any) -> bool:
        """Click where a script says, unless it says true; whether it says so in the end."""

    def write(self, script: str, text: str, *values: Any) -> bool:
        """Enter text in the field that a script finds, in place of what is there."""

    def keys(self, *names: str) -> None:
        """Press keys, each by its name: ``Tab``, ``Enter``, ``ArrowRight``, ``Space``, ``2``."""

    def drag(self, start: Point, end: Point) -> None:
        """Drag with the pointer from one point of the page to another one."""

    def resize(self, width: int, height: int) -> None:
        """Give the page this size; WPE WebKit keeps its own."""

    def become(self, cookies: Mapping[str, str]) -> None:
        """Have these cookies of the open page's server, and no others."""

    def forget(self) -> None:
        """Close all tabs but one, which is empty, and forget the cookies."""


class Chromium:
    """Chromium by Playwright."""

    name = "chromium"
    has_tabs = True

    def __init__(self, stack: ExitStack, folder: Path, *, is_private: bool = True) -> None:
        program = next(filter(None, map(shutil.which, BROWSERS)), None)
        start: dict[str, Any] = {"executable_path": program, "args": list(FLAGS)}
        # The times of day as the other engines write them.
        screen: dict[str, Any] = {**SCREEN, "locale": "en-US"}
        chromium = playwright().chromium
        if is_private:
            browser = chromium.launch(**start)
            stack.callback(browser.close)
            self.context = browser.new_context(**screen)
        else:
            self.context = chromium.launch_persistent_context(folder, **start, **screen)
            stack.callback(self.context.close)
        self.page = self.context.new_page()

    def open(self, address: str) -> None:
        with suppress(Error):
            self.page.goto(address)

    def reload(self) -> None:
        with suppress(Error):
            self.page.reload()

    def move(self, steps: int) -> None:
        with suppress(Error):
            self.page.go_back() if steps < 0 else self.page.go_forward()

    def new_tab(self) -> None:
        self.page = self.context.new_page()

    def other_tab(self) -> None:
        (self.page,) = (page for page in self.context.pages if page != self.page)
        self.page.bring_to_front()

    def close_tab(self) -> None:
        self.page.close()
        (self.page,) = self.context.pages

    def _handle(self, script: str, values: tuple[Any, ...]) -> Any:
        called = f"(values) => (function () {{ {script} }}).apply(null, values)"
        return self.page.evaluate_handle(called, list(values))

    def run(self, script: str, *values: Any) -> Any:
        return self._handle(script, values).json_value()

    def tap(self, script: str, *values: Any) -> bool:
        said = self._handle(script, values)
        if found := said.as_element():
            found.tap(timeout=2000)
            said = self._handle(script, values)
        return said.json_value() is True

    def write(self, script: str, text: str, *values: Any) -> bool:
        found = self._handle(script, values).as_element()
        if found:
            found.fill(text)
        return bool(found)

    def keys(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def drag(self, start: Point, end: Point) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=5)
        mouse.up()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def become(self, cookies: Mapping[str, str]) -> None:
        self.page.context.clear_cookies()
        origin = self.page.evaluate("location.origin")
        self.page.context.add_cookies(
            [{"name": name, "value": value, "url": origin} for name, value in cookies.items()]
        )

    def forget(self) -> None:
        self.context.clear_cookies()
        self.new_tab()
        for page in self.context.pages[:-1]:
            page.close()


class Driven:
    """What Marionette and WebDriver do alike with the element that a script finds."""

    driver: Any
    has_tabs = True

    def run(self, script: str, *values: Any) -> Any:
        """The value of a script."""
        raise NotImplementedError

    def tap(self, script: str, *values: Any) -> bool:
        said = self.run(script, *values)
        if said and said is not True:
            said.click()
            said = self.run(script, *values)
        return said is True

    def write(self, script: str, text: str, *values: Any) -> bool:
        found = self.run(script, *values)
        if found and "\n" in text:
            # WebKit's driver types no line breaks.
            self.run(WRITE, found, text)
        elif found:
            # WPE's driver does not scroll to a field below the window.
            self.run(SHOW, found)
            found.clear()
            found.send_keys(text)
        return bool(found)

    def become(self, cookies: Mapping[str, str]) -> None:
        def has_become() -> bool:
            # WebKit's driver does not wait until they are deleted.
            self.driver.delete_all_cookies()
            for name, value in cookies.items():
                self.driver.add_cookie({"name": name, "value": value, "path": "/"})
            kept = {each["name"]: each["value"] for each in self.driver.get_cookies()}
            return kept == cookies

        wait_until(has_become)

    def forget(self) -> None:
        here, *others = self.driver.window_handles
        for one in others:
            self.show(one)
            self.driver.close()
        self.show(here)
        self.driver.delete_all_cookies()
        self.open("about:blank")

    def show(self, tab: str) -> None:
        """Go to a tab."""
        raise NotImplementedError

    def open(self, address: str) -> None:
        """Go to an address."""
        raise NotImplementedError

    def other_tab(self) -> None:
        here = self.driver.current_window_handle
        (other,) = (one for one in self.driver.window_handles if one != here)
        self.show(other)

    def close_tab(self) -> None:
        self.driver.close()
        (left,) = self.driver.window_handles
        self.show(left)


class Firefox(Driven):
    """A stock Firefox by Marionette, without geckodriver."""

    name = "firefox"

    def __init__(self, stack: ExitStack, folder: Path, *choice: tuple[str, str]) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox") or ""
        if not program:
            missing("Firefox", "firefox-esr")
        profile = folder / "profile"
        profile.mkdir(exist_ok=True)
        (profile / PORT).unlink(missing_ok=True)
        quiet = {
            # It takes a free one, and writes down which.
            "marionette.port": 0,
            "app.normandy.enabled": "false",
            "app.update.disabledForTesting": "true",
            "browser.shell.checkDefaultBrowser": "false",
            "datareporting.policy.dataSubmissionEnabled": "false",
            "network.captive-portal-service.enabled": "false",
            "network.connectivity-service.enabled": "false",
            "services.settings.server": '"data:,"',
            "toolkit.telemetry.enabled": "false",
            # Over the page, as on a phone.
            "ui.useOverlayScrollbars": "1",
        } | dict(choice)
        lines = [f'user_pref("{name}", {value});' for name, value in quiet.items()]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        words = (
            program,
            "--headless",
            "--marionette",
            "--no-remote",
            "--remote-allow-system-access",
            "--profile",
            str(profile),
        )
        home = {"HOME": str(folder), "MOZ_DISABLE_AUTO_SAFE_MODE": "1"}
        home |= {"MOZ_HEADLESS_WIDTH": "460", "MOZ_HEADLESS_HEIGHT": "930"}
        self.process = stack.enter_context(running(words, folder, **home))
        port = read_number(profile / PORT)
        self.driver = Marionette("127.0.0.1", port=port, startup_timeout=PATIENCE)
        self.driver.raise_for_port(timeout=PATIENCE)
        self.driver.start_session({"pageLoadStrategy": "normal"}, timeout=PATIENCE)
        stack.callback(self.leave)
        self.driver.set_window_rect(width=460, height=930)

    def open(self, address: str) -> None:
        attempt(self.driver.navigate, address)

    def reload(self) -> None:
        # The driver's own call passes the service worker by, but would wait for the next page.
        attempt(self.run, "window.isOld = true; location.reload()")
        again = "return !window.isOld && document.readyState !== 'loading'"
        wait_until(lambda: self.run(again))

    def move(self, steps: int) -> None:
        attempt(self.driver.go_back if steps < 0 else self.driver.go_forward)

    def new_tab(self) -> None:
        self.driver.switch_to_window(self.driver.open(type="tab")["handle"])

    def show(self, tab: str) -> None:
        self.driver.switch_to_window(tab)

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, list(values), sandbox=None)

    def keys(self, *names: str) -> None:
        for name in names:
            key = key_of(FirefoxKeys, name)
            self.driver.actions.sequence("key", "keyboard").key_down(key).key_up(key).perform()

    def drag(self, start: Point, end: Point) -> None:
        mouse = self.driver.actions.sequence("pointer", "mouse", {"pointerType": "mouse"})
        mouse.pointer_move(*start).pointer_down().pointer_move(*end, duration=50).pointer_up()
        mouse.perform()

    def leave(self) -> None:
        """End the driver, also if its browser has ended."""
        with suppress(OSError, *REFUSED):
            self.driver.delete_session()

    def end(self) -> None:
        """End it as a person does, so that it keeps what its pages have stored."""
        with suppress(*REFUSED), self.driver.using_context("chrome"):
            self.driver.execute_script(QUIT, sandbox="system")
        self.process.wait(PATIENCE)

    def resize(self, width: int, height: int) -> None:
        # A window of Firefox is at least 450 pixels wide.
        with self.driver.using_context("chrome"):
            self.driver.execute_script(RESIZE, [width, height], sandbox="system")


class Selenium(Driven):
    """A browser behind one of the WebDrivers that WebKit brings along."""

    name = ""
    driver: WebDriver

    def open(self, address: str) -> None:
        attempt(self.driver.get, address)

    def reload(self) -> None:
        attempt(self.driver.refresh)

    def move(self, steps: int) -> None:
        attempt(self.driver.back if steps < 0 else self.driver.forward)

    def new_tab(self) -> None:
        self.driver.switch_to.new_window("tab")

    def show(self, tab: str) -> None:
        self.driver.switch_to.window(tab)

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    def keys(self, *names: str) -> None:
        for name in names:
            ActionChains(self.driver).send_keys(key_of(Keys, name)).perform()

    def drag(self, start: Point, end: Point) -> None:
        actions = ActionBuilder(self.driver, duration=50)
        # Without types.
        pointer: Any = actions.pointer_action
        pointer.move_to_location(*start).pointer_down().move_to_location(*end).pointer_up()
        actions.perform()

    def resize(self, width: int, height: int) -> None:
        self.driver.set_window_size(width, height)


class WebKit(Selenium):
    """WebKitGTK, which is close to Safari, in a window of its own on a screen that nobody sees."""

    name = "webkit"
    program = ""
    """A browser in place of the one that WebKit brings along."""

    def __init__(self, stack: ExitStack, folder: Path, *words: str) -> None:
        driver = shutil.which("WebKitWebDriver")
        if not driver or not shutil.which("Xvfb"):
            missing("WebKitGTK", "webkit2gtk-driver, xvfb")
        screen = stack.enter_context(screen_in(folder))
        options = WebKitOptions()
        options.binary_location = self.program or browser_of("webkit2gtk-4*")
        for word in ("--automation", *words):
            options.add_argument(word)
        service = WebKitService(driver, env=unsandboxed(folder, DISPLAY=screen, GDK_BACKEND="x11"))
        self.driver = WebKitGTK(options=options, service=service)
        stack.callback(attempt, self.driver.quit)
        self.driver.set_window_size(*SIZE)


class WPE(Selenium):
    """WPE WebKit without a window; Debian 12 has that of Safari 16.0."""

    name = "wpe"
    has_tabs = False

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        driver = shutil.which("WPEWebDriver")
        if not driver:
            missing("WPE WebKit", "wpewebkit-driver")
        options = WPEOptions()
        options.binary_location = browser_of("wpe-webkit-*")
        for word in ("--automation", "--headless"):
            options.add_argument(word)
        service = WPEService(driver, env=unsandboxed(folder))
        self.driver = WPEWebKit(options=options, service=service)
        stack.callback(attempt, self.driver.quit)

    def new_tab(self) -> None:
        pytest.skip("The browser of WPE WebKit has one page")


class WPEFramed(WPE):
    """WPE WebKit, whose window has one size, with the page in a frame of any size; its server must
    allow it."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        super().__init__(stack, folder)
        self.size = SIZE
        self.address = ""

    def open(self, address: str) -> None:
        self.driver.switch_to.default_content()
        if not self.address:
            super().open(address)
        self.address = address
        self.driver.switch_to.frame(self.run(FRAME, address, *self.size))
        wait_until(lambda: self.run(LOADED))

    def reload(self) -> None:
        self.open(self.address)

    def resize(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.driver.switch_to.default_content()
        self.driver.switch_to.frame(self.run(RESIZE_FRAME, width, height))


ENGINES: dict[str, Callable[[ExitStack, Path], Engine]] = {
    "chromium": Chromium,
    "firefox": Firefox,
    "webkit": WebKit,
    "wpe": WPE,
}


def firefox_kept(stack: ExitStack, folder: Path) -> Firefox:
    """A Firefox that is ended as a person ends it."""
    firefox = Firefox(stack, folder)
    stack.callback(firefox.end)
    return firefox


class WebKitWindow(WebKit):
    """A WebKit in a window of our own, which is told more than the browser that it brings along."""

    program = str(Path(__file__).parent / "webkit_window.py")


OTHERS: dict[str, Callable[[ExitStack, Path], Engine]] = {
    "firefox-private": lambda stack, folder: Firefox(
        stack, folder, ("browser.privatebrowsing.autostart", "true")
    ),
    "firefox-blocked": lambda stack, folder: Firefox(
        stack, folder, ("network.cookie.cookieBehavior", "2")
    ),
    "webkit-blocked": lambda stack, folder: WebKitWindow(stack, folder, "blocked"),
}
"""A private window, and one that blocks cookies."""


KEPT: dict[str, Callable[[ExitStack, Path], Engine]] = {
    "chromium": lambda stack, folder: Chromium(stack, folder, is_private=False),
    "firefox": firefox_kept,
    # The browser that it brings along is private when it is driven.
    "webkit": lambda stack, folder: WebKitWindow(stack, folder, str(folder)),
}
"""Browsers that find what they have stored when they are opened again in the same folder; WPE's
forgets everything when it is driven."""


@cache
def playwright() -> Playwright:
    """Playwright, of which a process can have one."""
    one = sync_playwright().start()
    atexit.register(one.stop)
    return one


def attempt(deed: Callable[..., Any], *values: Any) -> None:
    """Do what a page without a server may refuse."""
    with suppress(*REFUSED):
        deed(*values)


def wait_until(is_so: Callable[[], Any]) -> None:
    """Wait for a page, but not for ever."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(*REFUSED):
            if is_so():
                return
        time.sleep(0.02)


def key_of(names: Any, name: str) -> str:
    """The character by which a driver means a key."""
    renamed = {"ArrowRight": "ARROW_RIGHT", "ArrowLeft": "ARROW_LEFT", "ArrowDown": "ARROW_DOWN"}
    return str(name if len(name) == 1 else getattr(names, renamed.get(name, name.upper())))


def browser_of(folder: str) -> str:
    """The browser that lies beside a library of WebKit."""
    found = sorted(LIBRARIES.glob(f"*/{folder}/MiniBrowser"))
    if not found:
        missing("WebKit's MiniBrowser", folder)
    return str(found[-1])


def unsandboxed(folder: Path, **more: str) -> dict[str, str]:
    """The environment for WebKit, which refuses its sandbox to root and in most containers."""
    plain = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_FORCE_SANDBOX": "0"}
    return {**os.environ, **plain, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), **more}


@contextmanager
def running(words: tuple[str, ...], folder: Path, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program and what it starts, ended at the end."""
    with (folder / "log").open("ab") as log:
        program = subprocess.Popen(
            words, env=os.environ | more, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield program
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait(PATIENCE)


def read_number(file: Path) -> int:
    """The number in a file that a program writes once it is ready."""
    end = time.monotonic() + PATIENCE
    while not (file.exists() and file.read_text(encoding="utf-8").strip()):
        assert time.monotonic() < end, f"no {file.name}"
        time.sleep(0.02)
    return int(file.read_text(encoding="utf-8"))


@contextmanager
def screen_in(folder: Path) -> Iterator[str]:
    """A screen in memory; returns its name."""
    reading, writing = os.pipe()
    with (folder / "screen.log").open("ab") as log:
        words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten"]
        program = subprocess.Popen([*words, "tcp"], pass_fds=(writing,), stdout=log, stderr=log)
    os.close(writing)
    try:
        with os.fdopen(reading) as said:
            yield f":{said.readline().strip()}"
    finally:
        program.terminate()
        program.wait(PATIENCE)


def started(name: str, stack: ExitStack, folder: Path) -> Engine:
    """A browser of this engine; a driver that was busy gets a second try."""
    start = (ENGINES | OTHERS)[name]
    try:
        return start(stack, folder)
    except (MarionetteException, WebDriverException):
        time.sleep(1)
        again = folder / "again"
        again.mkdir()
        return start(stack, again)
