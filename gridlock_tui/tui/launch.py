"""Starts the app in a terminal or a browser, and reports why it cannot start or what went wrong."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace

from rich.console import Console
from textual import constants
from textual.theme import BUILTIN_THEMES

from gridlock_tui.rules import VARIANTS, GridlockError
from gridlock_tui.rules.text import listed, quoted
from gridlock_tui.tui import themes
from gridlock_tui.tui.app import GridlockApp
from gridlock_tui.tui.startup import Startup

_FEW_COLOURS = "ansi-dark"
_TERMINALS_WITHOUT_CURSOR = ("dumb", "unknown")
_TEXTUAL_WEB_DRIVER = "textual.drivers.web_driver:WebDriver"
"""The driver that a server asks for which shows the app in a browser."""


def run_app(startup: Startup, *, insists_on_theme: bool = False) -> int:
    """Run the app until you quit and return the exit code, or raise GridlockError.

    Theme and characters follow from the settings and from what the terminal can show. An unknown
    theme is an error if `insists_on_theme`; otherwise a notice names the theme used instead.
    """
    in_browser = constants.DRIVER == _TEXTUAL_WEB_DRIVER
    missing = "" if in_browser else _missing()
    if missing:
        match = startup.match
        slug = match.game.setup.variant.slug if match else next(iter(VARIANTS))
        raise GridlockError(f"the app needs {missing}; gridlock plain {slug} works without one")
    no_colour = "NO_COLOR" in os.environ
    few_colours = no_colour or not (in_browser or _has_many_colours())
    default = _FEW_COLOURS if few_colours else themes.DARK.name
    settings, notices = startup.settings, startup.notices
    name = settings.theme or default
    unknown = unknown_theme(name)
    if unknown:
        if insists_on_theme:
            raise GridlockError(unknown)
        notices = (*notices, f"there is no theme {quoted(name)}, so {default} is used")
        name = default
    settings = replace(settings, theme=name)
    in_ascii = settings.ascii or not (in_browser or locale_has_unicode())
    startup = replace(startup, settings=settings, ascii=in_ascii, notices=notices)
    app = GridlockApp(replace(startup, ansi_only=no_colour))
    if in_browser:
        from gridlock_tui.tui.textual_fixes.web_driver import WebDriver

        app.driver_class = WebDriver
    elif constants.DRIVER is None:
        from gridlock_tui.tui.textual_fixes.terminal_driver import TerminalDriver

        app.driver_class = TerminalDriver
    app.run()
    fault = app.faults.getvalue()
    if not fault:
        return app.return_code or 0
    if in_browser:  # the server shows it; a private window leaves no file
        print(fault, "gridlock: stopped by an internal error", sep="", file=sys.stderr)
    else:
        print(f"gridlock: stopped by an internal error, {_reported(fault)}", file=sys.stderr)
    return app.return_code or 1


def theme_names() -> list[str]:
    """Return the names of all themes, in alphabetical order."""
    return sorted({themes.DARK.name, themes.LIGHT.name, *BUILTIN_THEMES})


def unknown_theme(name: str) -> str:
    """Return a sentence if there is no theme of this name; "" if there is one."""
    known = theme_names()
    if name in known:
        return ""
    return f"there is no theme {quoted(name)}: choose {listed(known, last='or')}"


def _missing() -> str:
    """Return what is missing to draw a whole screen; "" if nothing is."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "a terminal"
    if lacks_cursor():
        term = os.environ.get("TERM", "")
        return f"a terminal that can draw a whole screen, not TERM={term}"
    return ""


def lacks_cursor() -> bool:
    """Return whether the terminal cannot draw a whole screen."""
    return os.environ.get("TERM", "") in _TERMINALS_WITHOUT_CURSOR


def colour_system() -> str | None:
    """Return what Rich calls the colours of the terminal; None if it has none."""
    return Console(force_terminal=True).color_system


def _has_many_colours() -> bool:
    return colour_system() not in (None, "standard")


def _reported(fault: str) -> str:
    """Write the traceback to a file and return where it is."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="gridlock-fault-", suffix=".txt", delete=False, encoding="utf-8"
        ) as report:
            report.write(fault)
    except OSError as error:
        return f"and the report cannot be written: {error.strerror}"
    return f"see {report.name}"


def locale_has_unicode() -> bool:
    """Return whether the locale, if one is set, uses UTF-8."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, named), "UTF-8")
    return "UTF8" in locale.upper().replace("-", "")
