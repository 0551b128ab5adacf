"""Records and pictures as files: read one, or write one under a name that is not taken."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import date
from pathlib import Path

from gridlock_tui.match.record import LARGEST_RECORD, Record, read_record, write_record
from gridlock_tui.match.store.files import (
    StoreError,
    display_name,
    make_folder,
    open_private,
    read_limited,
    reason_of,
    write_atomically,
)
from gridlock_tui.rules import Variant

_MOST_A_DAY = 999


def load_record(path: Path) -> Record:
    """Return the record in a file, or raise GridlockError."""
    return read_record(read_limited(path, LARGEST_RECORD))


def export_record(record: Record, folder: Path) -> Path:
    """Write the record to a new file in the folder and return its path, or raise StoreError."""
    data = write_record(record).encode()
    return _write_new(folder, record.game.setup.variant, record.day, ".txt", data)


def export_picture(svg: str, variant: Variant, folder: Path) -> Path:
    """Write a picture to a new file in the folder and return its path, or raise StoreError."""
    return _write_new(folder, variant, None, ".svg", svg.encode())


def _write_new(folder: Path, variant: Variant, day: date | None, ending: str, data: bytes) -> Path:
    """Write a file under a name that is not taken: variant, day, and a number if need be."""
    stem = f"gridlock-{variant.slug}-{(day or date.today()).isoformat()}"
    for number in range(1, _MOST_A_DAY + 1):
        path = folder / (f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}")
        try:
            make_folder(folder)
            os.close(open_private(path, os.O_WRONLY | os.O_EXCL))  # reserves the name
            write_atomically(path, data)
        except FileExistsError:
            continue
        except OSError as error:
            raise StoreError(f"cannot write {display_name(path)}: {reason_of(error)}") from error
        except StoreError:
            with suppress(OSError):
                path.unlink()
            raise
        return path
    raise StoreError(f"cannot write {stem}{ending}: there are {_MOST_A_DAY} of that day already")
