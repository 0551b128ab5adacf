"""The settings as TOML: read, checked and changed in place."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from gridlock_tui.match.settings import FORMER_NAMES, KEYS, SETTINGS, Settings
from gridlock_tui.match.store import files, locks
from gridlock_tui.match.store.files import StoreError, display_name
from gridlock_tui.rules import GridlockError
from gridlock_tui.rules.text import clean, listed, quoted

_LARGEST = 256 * 1024
_LONGEST_LINE = 16_000
_SECONDS = 1.0
"""How long to wait for another window that is writing, which takes milliseconds."""
_SO = "so the default settings apply"


class Reading(NamedTuple):
    """The settings found, and a sentence on each one that could not be used."""

    settings: Settings
    notices: tuple[str, ...] = ()


# Text.


def read_config(text: str) -> Reading:
    """Return the settings in a TOML text; a mistake is named, and the other settings apply."""
    try:
        found = _parsed(text)
    except GridlockError as error:
        return Reading(Settings(), (str(error),))
    read, notices, known = {}, [], listed(list(SETTINGS))
    for name, value in found.items():
        try:
            if name in SETTINGS:
                read[name] = SETTINGS[name].read(value)
            else:
                notices.append(f"there is no setting {quoted(name)}; the settings are {known}")
        except GridlockError as error:
            notices.append(f"{name} cannot be {_as_written(value)}: {error}")
    return Reading(Settings(**read), tuple(notices))


def _parsed(text: str) -> dict[str, Any]:
    import tomllib  # only here: most people have set nothing

    if any(len(line) > _LONGEST_LINE for line in text.split("\n")):
        # Python takes many seconds for a name of ten thousand parts.
        raise GridlockError(f"a line has more than {_LONGEST_LINE} characters, {_SO}")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # not only TOML's own: numbers may be too long
        reason = clean(str(error), 80)
        raise GridlockError(f"it is not valid TOML, {_SO}: {reason}") from error


def _as_written(value: object) -> str:
    with suppress(ValueError):
        return clean(str(value).lower() if isinstance(value, bool) else repr(value), 40)
    return "such a long number"


def write_config(settings: Settings, commands: Mapping[str, tuple[str, str]] | None = None) -> str:
    """Return the settings as TOML; default keys and help of `commands` are in comments."""
    blocks = ["# The settings of Gridlock. Flags of the command line override them for one run."]
    for name, setting in SETTINGS.items():
        if name != KEYS:
            blocks.append(f"# {setting.help}\n{line_of(name, getattr(settings, name))}")
    lines, known = ["[keys]", f"# {SETTINGS[KEYS].help}"], commands or {}
    for name in {**known, **settings.keys}:
        default, help_ = known.get(name, ("", ""))
        line = line_of(name, settings.keys.get(name, default))
        mark = "" if name in settings.keys else "# "
        lines.append(f"{mark}{line}{f'  # {help_}' if help_ else ''}")
    return "\n\n".join([*blocks, "\n".join(lines)]) + "\n"


def line_of(name: str, value: object) -> str:
    """Return the line of TOML that sets this."""
    import tomlkit  # only here and where a file is changed: it takes long to load

    return tomlkit.dumps({name: value}).rstrip("\n")


def _changed(text: str, settings: Settings) -> str | None:
    """Return the text with these settings and everything else unchanged; None if impossible."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    before, notices = read_config(text)
    try:
        _parsed(text)  # fails far faster than tomlkit
        document: Any = tomlkit.parse(text)
        for name in SETTINGS:
            old, new = getattr(before, name), getattr(settings, name)
            if name == KEYS:
                _change_keys(document, old, new)
            elif old != new:
                document[name] = new
        changed = document.as_string()
    except (GridlockError, TOMLKitError, ValueError, TypeError, AttributeError, RecursionError):
        return None
    read = read_config(changed)
    return changed if read.settings == settings and set(read.notices) <= set(notices) else None


def _change_keys(document: Any, old: Mapping[str, str], new: Mapping[str, str]) -> None:  # noqa: ANN401 - a tomlkit document
    import tomlkit

    for command in {**old, **new}:
        if old.get(command) == new.get(command):
            continue
        table = document.setdefault(KEYS, tomlkit.table())
        if command in FORMER_NAMES:
            table.pop(FORMER_NAMES[command], None)
        if command in new:
            table[command] = new[command]
        else:
            table.pop(command, None)


# The file.


def load_config(path: Path) -> Reading:
    """Return the settings of the file, the defaults if there is none, and what is wrong."""
    if not files.file_exists(path):
        return Reading(Settings())
    try:
        text = _text_of(path)
    except StoreError as error:
        return Reading(Settings(), (f"{error}, {_SO}",))
    settings, notices = read_config(text)
    return Reading(settings, tuple(f"in {display_name(path)}: {notice}" for notice in notices))


def _text_of(path: Path) -> str:
    try:
        return files.read_private(path, _LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise StoreError(f"cannot read {display_name(path)}: it is not UTF-8") from error


def change_config(path: Path, change: Callable[[Settings], Settings]) -> str:
    """Change the settings in the file, but not those that another window has set.

    Return a notice, empty if all is well, or raise StoreError.
    """
    lock = path.with_suffix(".lock")
    try:
        files.make_folder(path.parent)
        handle = locks.acquire_within(_SECONDS, lock)
    except OSError as error:
        raise StoreError(f"cannot save {display_name(path)}: {files.reason_of(error)}") from error
    if handle is None:
        raise StoreError(f"cannot save {display_name(path)}: another window is writing it")
    try:
        return save_config(path, change(load_config(path).settings))
    finally:
        locks.discard(handle, lock)


def save_config(path: Path, settings: Settings) -> str:
    """Write the settings to the file and return a notice, empty if all is well, or StoreError.

    Everything else in the file, such as comments and settings of a later version, stays. If the
    file cannot be changed that way, it is set aside.
    """
    settings = Settings(**{n: each.read(getattr(settings, n)) for n, each in SETTINGS.items()})
    path = Path(os.path.realpath(path))  # keep a link to another file
    text, notice = None, ""
    if files.file_exists(path):
        with suppress(StoreError):
            text = _changed(_text_of(path), settings)
        if text is None:
            notice = f"The old settings could not be changed and are in {reset_config(path)}."
    files.write_atomically(path, (text or write_config(settings)).encode())
    return notice


def reset_config(path: Path) -> Path | None:
    """Set the file aside and return its new name; None if there was no file."""
    if not files.file_exists(path):
        return None
    if aside := files.rename_unusable(path):
        return aside
    advice = "check that its folder can be written"
    raise StoreError(f"cannot set {display_name(path)} aside: {advice}")
