"""The file of the settings: read with care, changed line by line, never thrown away."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from gridlock_tui.match import locks
from gridlock_tui.match.config import (
    ENTRIES,
    KEYS,
    Config,
    Reading,
    line_of,
    read_config,
    write_config,
)
from gridlock_tui.match.files import (
    StoreError,
    is_there,
    make_folder,
    read_limited,
    set_aside,
    shown,
    why,
    write_atomically,
)

_LARGEST = 256 * 1024
_SECONDS = 1.0
"""How long to wait for another window that writes, which takes milliseconds."""


def load_config(path: Path) -> Reading:
    """Return the settings of the file, the usual ones if there is none, and what is wrong."""
    if not is_there(path):
        return Reading(Config())
    try:
        text = read_limited(path, _LARGEST).decode("utf-8-sig")
    except StoreError as error:
        return Reading(Config(), (f"{error}, so the usual settings hold",))
    except UnicodeDecodeError:
        return Reading(Config(), (f"{shown(path)}: it is not UTF-8, so the usual settings hold",))
    config, notices = read_config(text)
    return Reading(config, tuple(f"in {shown(path)}: {notice}" for notice in notices))


def change_config(path: Path, change: Callable[[Config], Config]) -> str:
    """Change what stands in the file, and nothing that another window sets meanwhile.

    Return a notice, empty if all is well, or raise StoreError.
    """
    lock = path.with_suffix(".lock")
    try:
        make_folder(path.parent)
        handle = locks.acquire_within(_SECONDS, lock)
    except OSError as error:
        raise StoreError(f"cannot save {shown(path)}: {why(error)}") from error
    if handle is None:
        raise StoreError(f"cannot save {shown(path)}: another window is at it")
    try:
        return save_config(path, change(load_config(path).config))
    finally:
        locks.discard(handle, lock)


def save_config(path: Path, config: Config) -> str:
    """Put the settings into the file and return a notice, empty if all is well, or StoreError.

    Whatever else stands there, comments and settings of a later version, stays as it is. Where
    that cannot be done the old file is set aside.
    """
    notice = ""
    path = Path(os.path.realpath(path))  # a link to a file elsewhere stays one
    text = write_config(config)
    if is_there(path):
        changed = _changed(path, config)
        if changed is None:
            notice = f"The old settings could not be changed and are in {reset_config(path)}."
        text = changed or text
    write_atomically(path, text.encode())
    return notice


def reset_config(path: Path) -> Path | None:
    """Set the file aside, and return what it is called now; None if there was none."""
    if not is_there(path):
        return None
    aside = set_aside(path)
    if aside is None:
        raise StoreError(f"cannot set {shown(path)} aside: look whether its folder can be written")
    return aside


def _changed(path: Path, config: Config) -> str | None:
    """Return the text of the file with these settings, None if it cannot be changed by lines."""
    try:
        text = read_limited(path, _LARGEST).decode("utf-8-sig")
    except (StoreError, UnicodeDecodeError):
        return None
    before, notices = read_config(text)
    lines = text.removesuffix("\n").split("\n")
    for name in ENTRIES:
        old, new = getattr(before, name), getattr(config, name)
        if name == KEYS:
            for command in {**old, **new}:
                if old.get(command) != new.get(command):
                    line = line_of(command, new[command]) if command in new else None
                    _set_line(lines, KEYS, command, line)
        elif old != new:
            _set_line(lines, "", name, line_of(name, new))
    changed = "\n".join(lines) + "\n"
    # A value over several lines, a dotted key: what lines cannot do is found out here.
    read = read_config(changed)
    return changed if read.config == config and set(read.notices) <= set(notices) else None


def _set_line(lines: list[str], table: str, name: str, line: str | None) -> None:
    """Put the line where the name is set in the table, or at its end; None takes it away."""
    header, end = -1 if table == "" else None, len(lines)
    for at, here in _tables(lines):
        if header is not None:
            end = at
            break
        if here == table:
            header = at
    if header is None:
        lines += ["", f"[{table}]"]
        header, end = len(lines) - 1, len(lines)
    quoted_or_bare = re.compile(rf"""\s*["']?{re.escape(name)}["']?\s*=""")
    found = [at for at in range(header + 1, end) if quoted_or_bare.match(lines[at])]
    if found:
        kept = "" if line is None else line + _comment(lines[found[0]])
        lines[found[0] : found[0] + 1] = [kept] if kept else []
    elif line is not None:
        while end > header + 1 and not lines[end - 1].strip():
            end -= 1
        lines.insert(end, line)


def _comment(line: str) -> str:
    """Return what stands behind the value, with the blanks before it."""
    quote = ""
    for at, char in enumerate(line):
        if char == "#" and not quote:
            return line[len(line[:at].rstrip()) :].rstrip("\r")
        if char in "\"'" and quote in ("", char):
            quote = "" if quote else char
    return ""


def _tables(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield where tables begin, and what they are called."""
    for at, line in enumerate(lines):
        found = re.fullmatch(r"\s*\[+([^\[\],]+)\]+\s*(#.*)?", line)
        if found:
            yield at, found[1].strip(" \t\"'")
