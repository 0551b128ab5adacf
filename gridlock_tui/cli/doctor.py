"""The command `doctor`: what works here, and what to do about the rest, on one screen of text.

It is meant for a report of a bug, so it names no player and writes the home folder as `~`. It
writes none of your files.
"""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gridlock_tui import __version__
from gridlock_tui.engine import Budget, Verdict, analyse, is_compiled
from gridlock_tui.match.config_file import load_config
from gridlock_tui.match.store.files import (
    FileAccessError,
    ForeignContentError,
    StoreError,
    file_exists,
    read_limited,
)
from gridlock_tui.match.store.paths import Paths, find_paths
from gridlock_tui.rules import VARIANTS
from gridlock_tui.rules.text import clean, counted, listed

if TYPE_CHECKING:
    from gridlock_tui.match.store.database import Database

_WIDTH = 80
_PATH_WIDTH = 28
_PACKAGES = ("textual", "rich", "platformdirs", "tomlkit")
_EXTRAS = {
    "net": ("websockets",),
    "web": ("textual_serve",),
    "shell": ("shtab", "argparse_manpage"),
}
"""The modules of each extra."""
_LEAST_SPACE = 10_000_000
"""With less space than this, in bytes, saving may fail."""
_CHECK_RIGHTS = "check its rights"
_NEXT_START = "the next start sets it aside"


class Finding(NamedTuple):
    """What is found about one thing."""

    text: str
    advice: str = ""
    """What to do about it; "" if all is well."""

    def line(self, subject: str) -> str:
        """Return it as one line."""
        mark = "!!" if self.advice else "ok"
        advice = f"; {self.advice}" if self.advice else ""
        text = clean(self.text, _WIDTH - 14 - len(advice)) + advice
        # ASCII, because what shows this may have nothing else.
        return f"{mark}  {subject:<9} {text.encode('ascii', 'replace').decode()}"


def print_report() -> int:
    """Print the report and return the exit code: 1 if something needs attention."""
    print(f"Gridlock {__version__}\n")
    problems = 0
    for subject, finding in _findings():
        problems += bool(finding.advice)
        print(finding.line(subject))
    print()
    if problems:
        verb = "needs" if problems == 1 else "need"
        print(f"{counted(problems, 'thing')} {verb} attention, marked with !!.")
    else:
        print("All is well.")
    return 1 if problems else 0


def _findings() -> Iterator[tuple[str, Finding]]:
    checks: dict[str, Callable[[], Finding]] = {
        "system": _system,
        "packages": _packages,
        "engine": _engine,
        "extras": _extras,
        "terminal": _terminal,
        "colours": _colours,
        "text": _text,
    }
    for subject, check in checks.items():
        yield subject, _checked(check)
    try:
        paths = find_paths()
    except StoreError as error:
        yield "folders", Finding(clean(str(error)), "set GRIDLOCK_HOME to a folder, or unset it")
        return
    folders = {"config": paths.config, "data": paths.data, "state": paths.state}
    if len({*folders.values()}) == 1:
        folders = {"folder": paths.data}
    for subject, folder in folders.items():
        yield subject, _checked(partial(_folder, folder))
    stored: dict[str, Callable[[Paths], Finding]] = {
        "settings": _settings,
        "saves": _saves,
        "friends": _friends,
        "history": _history,
        "puzzles": _puzzles,
        "lessons": _lessons,
    }
    for subject, look in stored.items():
        yield subject, _checked(partial(look, paths))


def _checked(check: Callable[[], Finding]) -> Finding:
    """Return what the check finds; whatever is wrong here, the report goes on."""
    try:
        return check()
    except Exception as error:
        fault = type(error).__name__
        return Finding(f"cannot be checked ({fault})", "report this")


# The program.


def _system() -> Finding:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return Finding(f"{python} on {platform.system()} {platform.release()} {platform.machine()}")


def _packages() -> Finding:
    found = {name: _version(name) for name in _PACKAGES}
    missing = [name for name, number in found.items() if not number]
    if missing:
        return Finding(f"no {listed(missing)}", "install Gridlock again with pip or pipx")
    return Finding(", ".join(f"{name} {number}" for name, number in found.items()))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _engine() -> Finding:
    build = "compiled" if is_compiled() else "pure Python"
    board = next(iter(VARIANTS.values())).resized(3, 3)
    if analyse(board.start(), Budget(seconds=10)).verdict is Verdict.UNKNOWN:
        return Finding(f"{build}, but it does not answer", "install Gridlock again")
    return Finding(f"{build}, it answers")


def _extras() -> Finding:
    missing = [extra for extra, modules in _EXTRAS.items() if not all(map(find_spec, modules))]
    present = [extra for extra in _EXTRAS if extra not in missing]
    how = f"for {listed(missing)}: pip install 'gridlock-tui[{','.join(missing)}]'"
    return Finding(", ".join(filter(None, (" ".join(present) or "none", how if missing else ""))))


# The terminal.


def _terminal() -> Finding:
    from gridlock_tui.tui.launch import lacks_cursor
    from gridlock_tui.tui.widgets.too_small import LEAST_HEIGHT, LEAST_WIDTH

    streams = (sys.stdout, sys.stdin, sys.stderr)
    name = f"TERM={clean(os.environ.get('TERM', ''), 24)}"
    terminal = next((stream for stream in streams if stream.isatty()), None)
    if terminal is None:
        return Finding(f"none here, {name}", "gridlock plain needs none")
    if lacks_cursor():
        return Finding(f"{name} cannot draw a screen", "set TERM, such as xterm-256color")
    columns, lines = os.get_terminal_size(terminal.fileno())
    size = f"{name}, {columns}x{lines}"
    if columns < LEAST_WIDTH or lines < LEAST_HEIGHT:
        return Finding(size, f"make the window at least {LEAST_WIDTH}x{LEAST_HEIGHT}")
    piped = [each for each in ("stdin", "stdout") if not getattr(sys, each).isatty()]
    return Finding(f"{size}, {listed(piped)} redirected" if piped else size)


def _colours() -> Finding:
    from gridlock_tui.tui.launch import colour_system

    variable = f"COLORTERM={clean(os.environ.get('COLORTERM', ''), 16)}"
    if "NO_COLOR" in os.environ:
        return Finding(f"none, because NO_COLOR is set ({variable})")
    names = {"truecolor": "16 million", "256": "256", "standard": "16"}
    return Finding(f"{names.get(colour_system() or '', 'none')} ({variable})")


def _text() -> Finding:
    from gridlock_tui.tui.launch import locale_has_unicode

    variables = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((f"{v}={os.environ[v]}" for v in variables if os.environ.get(v)), "no locale set")
    encoding = f"{sys.stdout.encoding}, {clean(locale, 24)}"
    if locale_has_unicode():
        return Finding(encoding)
    return Finding(f"{encoding}: drawn in ASCII; for more, LC_ALL=C.UTF-8")


# The files.


def _folder(folder: Path) -> Finding:
    there = next(each for each in (folder, *folder.parents) if os.path.lexists(each))
    shown, is_new = _shown(folder), there != folder
    if not os.path.isdir(there):
        return Finding(f"{_shown(there)} is a file, not a folder", "rename it")
    if not os.access(there, os.R_OK | os.W_OK | os.X_OK):
        return Finding(f"{shown} cannot be written", _CHECK_RIGHTS)
    free = shutil.disk_usage(there).free
    if free < _LEAST_SPACE:
        return Finding(f"{shown}, {free // 1000:,} kB free", "make room on this disk")
    kind = "not there yet" if is_new else "can be written"
    return Finding(f"{shown}, {kind}, {free / 1e9:,.1f} GB free")


def _shown(path: Path) -> str:
    """Return a path, shortened, with `~` for the home folder."""
    text = str(path)
    home = os.path.expanduser("~").rstrip("/")
    if home and (text == home or text.startswith(f"{home}/")):
        text = f"~{text.removeprefix(home)}"
    half = _PATH_WIDTH // 2
    return text if len(text) <= _PATH_WIDTH else f"{text[: half - 3]}...{text[-half:]}"


def _settings(paths: Paths) -> Finding:
    from gridlock_tui.tui.keymap import resolve_keys
    from gridlock_tui.tui.launch import unknown_theme

    if not file_exists(paths.settings):
        return Finding("the default ones")
    settings, notices = load_config(paths.settings)
    theme = unknown_theme(settings.theme) if settings.theme else ""
    mistakes = len([*notices, *resolve_keys(settings.keys).notices]) + bool(theme)
    if mistakes:  # they may quote a name, so they are only counted
        return Finding(
            f"{counted(mistakes, 'mistake')} in config.toml", "see gridlock --print-config"
        )
    return Finding("config.toml can be read")


def _saves(paths: Paths) -> Finding:
    from gridlock_tui.match.store.save_format import LARGEST_SAVE, read_save

    return _each(paths.saves, lambda file: read_save(read_limited(file, LARGEST_SAVE)))


def _friends(paths: Paths) -> Finding:
    from gridlock_tui.net.kept import LARGEST_FILE, read_kept

    return _each(paths.friends, lambda file: read_kept(read_limited(file, LARGEST_FILE)))


def _each(folder: Path, read: Callable[[Path], object]) -> Finding:
    """Return whether all matches of a folder can be read."""
    if os.path.lexists(folder) and not os.access(folder, os.R_OK | os.X_OK):
        return Finding(f"{_shown(folder)} cannot be opened", _CHECK_RIGHTS)
    total = refused = damaged = 0
    for file in sorted(folder.glob("*.json")):
        total += 1
        try:
            read(file)
        except ForeignContentError:
            pass  # it is fine, for a run that knows the variant or for a newer version
        except FileAccessError:
            refused += 1
        except StoreError:
            damaged += 1
    if refused:
        return Finding(f"{total} kept, {refused} of them cannot be opened", _CHECK_RIGHTS)
    if damaged:
        return Finding(f"{total} kept, {damaged} of them damaged", _NEXT_START)
    return Finding(f"{total} kept, all can be read" if total else "none")


def _history(paths: Paths) -> Finding:
    from gridlock_tui.match.store.history import History

    return _database(History(paths.history).database)


def _puzzles(paths: Paths) -> Finding:
    from gridlock_tui.match.store.puzzle_store import PuzzleStore

    return _database(PuzzleStore(paths.puzzles).database)


def _database(database: Database) -> Finding:
    from gridlock_tui.match.store.database import UnusableFileError

    path = database.path
    if not file_exists(path):
        return Finding("none")
    try:
        database.check()
    except UnusableFileError as error:
        return Finding(f"{path.name} {clean(str(error), 24)}", _NEXT_START)
    except StoreError as error:
        return Finding(clean(str(error), 44), _CHECK_RIGHTS)
    return Finding(f"{path.name} can be read")


def _lessons(paths: Paths) -> Finding:
    from gridlock_tui.match.store.lesson_log import DamagedError, read_progress

    if not file_exists(paths.lessons):
        return Finding("none")
    try:
        begun = len(read_progress(paths.lessons))
    except DamagedError as error:
        return Finding(clean(str(error), 44), _NEXT_START)
    except FileAccessError as error:
        return Finding(clean(str(error), 44), _CHECK_RIGHTS)
    except StoreError as error:  # a later version wrote it
        return Finding(clean(str(error), 44), "upgrade Gridlock")
    return Finding(f"{counted(begun, 'lesson')} begun")
