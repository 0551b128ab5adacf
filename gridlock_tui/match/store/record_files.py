"""Records as files: read one, or write one under a name that is not taken."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from pathlib import Path

from gridlock_tui.match.record import LARGEST_RECORD, Record, read_record, write_record
from gridlock_tui.match.store.files import (
    StoreError,
    display_name,
    make_folder,
    read_limited,
    reason_of,
    write_atomically,
)

_MOST_A_DAY = 999


def load_record(path: Path) -> Record:
    """Return the record in a file, or raise GridlockError."""
    return read_record(read_limited(path, LARGEST_RECORD))


def export_record(record: Record, folder: Path) -> Path:
    """Write the record to a new file in the folder and return its path, or raise StoreError."""
    day = record.day or date.today()
    stem = f"gridlock-{record.game.setup.variant.slug}-{day.isoformat()}"
    for number in range(1, _MOST_A_DAY + 1):
        path = folder / (f"{stem}.txt" if number == 1 else f"{stem}-{number}.txt")
        try:
            make_folder(folder)
            path.touch(exist_ok=False)  # reserves the name
            write_atomically(path, write_record(record).encode())
        except FileExistsError:
            continue
        except OSError as error:
            raise StoreError(f"cannot write {display_name(path)}: {reason_of(error)}") from error
        except StoreError:
            with suppress(OSError):
                path.unlink()
            raise
        return path
    raise StoreError(f"cannot write {stem}.txt: there are {_MOST_A_DAY} of that day already")
