"""Starting the app in a real terminal, and what is said when that cannot be or goes wrong."""

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
from gridlock_tui.tui.app import GridlockApp, Options
from gridlock_tui.tui.glyphs import ASCII, UNICODE

_OURS = {theme.name: theme for theme in (themes.DARK, themes.LIGHT)}
_FEW_COLOURS = "ansi-dark"
_TERMINALS_WITHOUT_CURSOR = ("dumb", "unknown")


def run_app(options: Options, *, insists_on_theme: bool = False) -> int:
    """Run the app until it is left and return the exit code, or raise GridlockError.

    The looks follow from what is set and from what the terminal can show. A theme that is not
    known is an error only where one `insists_on` it.
    """
    needs = _what_it_needs()
    if needs:
        slug = options.game.setup.variant.slug if options.game else next(iter(VARIANTS))
        raise GridlockError(f"the app needs {needs}; gridlock plain {slug} works without one")
    no_colour = "NO_COLOR" in os.environ
    few_colours = no_colour or Console().color_system in (None, "standard", "windows")
    usual = _FEW_COLOURS if few_colours else themes.DARK.name
    name = options.config.theme or usual
    notices = options.notices
    unknown = unknown_theme(name)
    if unknown:
        if insists_on_theme:
            raise GridlockError(unknown)
        notices = (*notices, f"there is no theme {quoted(name)}, so it is {usual}")
        name = usual
    ascii_only = options.config.ascii or not _locale_has_unicode()
    app = GridlockApp(
        replace(
            options,
            theme=name,
            glyphs=ASCII if ascii_only else UNICODE,
            ansi_only=no_colour,
            notices=notices,
        )
    )
    if sys.platform != "win32" and constants.DRIVER is None:
        from gridlock_tui.tui.driver import TerminalDriver

        app.driver_class = TerminalDriver
    app.run()
    fault = app.faults.getvalue()
    if not fault:
        return app.return_code or 0
    print(f"gridlock: stopped by a fault of its own, {_reported(fault)}", file=sys.stderr)
    return app.return_code or 1


def unknown_theme(name: str) -> str:
    """Say that there is no theme of this name, and which there are; nothing if there is one."""
    known = {**_OURS, **BUILTIN_THEMES}
    if name in known:
        return ""
    return f"there is no theme {quoted(name)}: choose {listed(sorted(known), last='or')}"


def _what_it_needs() -> str:
    """Say what is missing to draw a whole screen, if anything is."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "a terminal"
    term = os.environ.get("TERM", "")
    if term in _TERMINALS_WITHOUT_CURSOR:
        return f"a terminal that can draw a whole screen, not TERM={term}"
    return ""


def _reported(fault: str) -> str:
    """Write the report of a fault, and say where it is."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="gridlock-fault-", suffix=".txt", delete=False, encoding="utf-8"
        ) as report:
            report.write(fault)
    except OSError as error:
        return f"and the report of it cannot be written: {error.strerror}"
    return f"see {report.name}"


def _locale_has_unicode() -> bool:
    """Say whether the locale, where one is named, is for UTF-8."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, named), "UTF-8")
    return "UTF8" in locale.upper().replace("-", "")
