#!/usr/bin/python3
"""A window of WebKit of any size, for its driver; WebKit's own is never as narrow as a phone.

It runs in the Python of the system, to which the packages of ``.ci/engines`` belong. With a folder
as its last word, it keeps there what pages store; with ``blocked``, it takes no cookies.
"""
# mypy: ignore-errors

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

# Letters as wide as on a phone, not rounded to the dots of this screen.
settings = Gtk.Settings.get_default()
settings.set_property("gtk-xft-hinting", 0)
settings.set_property("gtk-xft-hintstyle", "hintnone")
views = []


def make(_: object) -> object:
    """The view that the driver asks for, in a window of its own."""
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.set_size_request(100, 100)
    window = Gtk.Window(decorated=False)
    window.add(view)
    window.show_all()
    views.append(view)
    return view


def start(_: object, session: object) -> None:
    """Answer the driver, which asks for the name of the browser."""
    session.connect("create-web-view", make)
    info = WebKit2.ApplicationInfo()
    info.set_name("MiniBrowser")
    session.set_application_info(info)


folder = sys.argv[-1]
if Path(folder).is_dir():
    kept = WebKit2.WebsiteDataManager(
        base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
    )
    context = WebKit2.WebContext(website_data_manager=kept)
    where = WebKit2.CookiePersistentStorage.SQLITE
    context.get_cookie_manager().set_persistent_storage(f"{folder}/cookies", where)
else:
    context = WebKit2.WebContext.new_ephemeral()
if folder == "blocked":
    context.get_cookie_manager().set_accept_policy(WebKit2.CookieAcceptPolicy.NEVER)
context.set_automation_allowed(True)
context.connect("automation-started", start)
Gtk.main()
