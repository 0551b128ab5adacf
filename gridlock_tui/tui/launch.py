"""Starts the app in a terminal, and reports why it cannot start or what went wrong."""

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


def run_app(startup: Startup, *, insists_on_theme: bool = False) -> int:
    """Run the app until you quit and return the exit code, or raise GridlockError.

    Theme and characters follow from the settings and from what the terminal can show. An unknown
    theme is an error if `insists_on_theme`; otherwise a notice names the theme used instead.
    """
    missing = _missing()
    if missing:
        match = startup.match
        slug = match.game.setup.variant.slug if match else next(iter(VARIANTS))
        raise GridlockError(f"the app needs {missing}; gridlock plain {slug} works without one")
    no_colour = "NO_COLOR" in os.environ
    few_colours = no_colour or Console().color_system in (None, "standard")
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
    in_ascii = settings.ascii or not _locale_has_unicode()
    startup = replace(startup, settings=settings, ascii=in_ascii, notices=notices)
    app = GridlockApp(replace(startup, ansi_only=no_colour))
    if constants.DRIVER is None:
        from gridlock_tui.tui.textual_fixes.terminal_driver import TerminalDriver

        app.driver_class = TerminalDriver
    app.run()
    fault = app.faults.getvalue()
    if not fault:
        return app.return_code or 0
    print(f"gridlock: stopped by an internal error, {_reported(fault)}", file=sys.stderr)
    return app.return_code or 1


def unknown_theme(name: str) -> str:
    """Return a sentence if there is no theme of this name; "" if there is one."""
    known = {themes.DARK.name, themes.LIGHT.name, *BUILTIN_THEMES}
    if name in known:
        return ""
    return f"there is no theme {quoted(name)}: choose {listed(sorted(known), last='or')}"


def _missing() -> str:
    """Return what is missing to draw a whole screen; "" if nothing is."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "a terminal"
    term = os.environ.get("TERM", "")
    if term in _TERMINALS_WITHOUT_CURSOR:
        return f"a terminal that can draw a whole screen, not TERM={term}"
    return ""


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


def _locale_has_unicode() -> bool:
    """Return whether the locale, if one is set, uses UTF-8."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, named), "UTF-8")
    return "UTF8" in locale.upper().replace("-", "")
