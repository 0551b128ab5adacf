"""The folders and files in which the app stores its data."""

from __future__ import annotations

import os
from pathlib import Path

from gridlock_tui.match.store.files import StoreError
from gridlock_tui.rules.text import quoted

HOME_VARIABLE = "GRIDLOCK_HOME"
"""The environment variable that puts everything into one folder."""


class Paths:
    """The folders and files of the app. A folder is created when its first file is written."""

    def __init__(self, data: Path, config: Path, state: Path) -> None:
        self.data, self.config, self.state = data, config, state
        self.history = data / "history.sqlite3"
        """The database of finished games."""
        self.puzzles = data / "puzzles.sqlite3"
        """The database of what you have done in the puzzle room."""
        self.records = data / "records"
        """The folder of exported records."""
        self.lessons = data / "lessons.txt"
        """The file of how far you have come in each lesson."""
        self.settings = config / "config.toml"
        """The file of the settings."""
        self.saves = state / "saves"
        """The folder of the saved matches."""
        self.friends = state / "friends"
        """The folder of the matches with friends on other machines."""
        self.last_choices = state / "last-choices.txt"
        """The file of what was chosen for the last new match."""


def find_paths() -> Paths:
    """Return the folders of this user, or those in `GRIDLOCK_HOME` if it is set."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        try:
            folder = Path(home).expanduser().absolute()
        except RuntimeError as error:
            reason = f"there is no home of that user in {quoted(home)}"
            raise StoreError(f"{HOME_VARIABLE} names no folder: {reason}") from error
        return Paths(folder, folder, folder)
    import platformdirs  # imported here because line mode does not need it

    found = platformdirs.PlatformDirs("gridlock", appauthor=False)
    return Paths(found.user_data_path, found.user_config_path, found.user_state_path)
