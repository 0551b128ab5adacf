"""A game in a real (pseudo-)terminal that is asked again and again whether it still plays."""

from gridlock_tui.rules import VARIANTS, write_move
from tests.tui.terminal import CURSOR, MAIN_SCREEN_OFF, MOUSE_MODES, Terminal

BRACKETED_PASTE, FOCUS_REPORTS = 2004, 1004
GAME = ("--variant", "spacing", "--size", "8x8")


class Playing:
    """The app with a long game in it, and what was played."""

    def __init__(self, *options: str) -> None:
        self.terminal = Terminal("-m", "gridlock_tui", *GAME, *options)
        self.state = VARIANTS["spacing"].resized(8, 8).start()
        self.terminal.wait_for("Room  ")

    def open_entry(self) -> None:
        """Open the typed entry."""
        self.terminal.type("m")
        self.terminal.wait_for("Enter plays")

    def close_entry(self) -> None:
        """Close the typed entry and see the key bar below it."""
        self.terminal.type("\x1b")
        self.terminal.wait_for("Esc menu")

    def move(self) -> None:
        """Type a move and see it in the list of moves."""
        self.open_entry()
        self.move_at_once()

    def move_at_once(self, opened_by: str = "") -> None:
        """Type a move in one go, with the key that opens the entry, and see it in the list."""
        move = self.state.legal_moves[0]
        name = write_move(self.state.variant, move)
        self.terminal.type(f"{opened_by}{name}\r")
        # The key bar too: until it is back, the entry, which is empty then, may be painted again.
        self.terminal.wait_for(f"▸{name}", "Esc menu")
        self.state = self.state.play(move)

    def memory(self) -> int:
        """Return the most memory that it has had so far, in MB."""
        with open(f"/proc/{self.terminal.process.pid}/status", encoding="ascii") as file:
            (line,) = (line for line in file if line.startswith("VmHWM"))
        return int(line.split()[1]) // 1024


def assert_clean(terminal: Terminal) -> None:
    """Check that the terminal is as it was: screen, cursor, mouse, pastes, echo, no traceback."""
    assert_left(terminal)
    assert terminal.settings_restored()


def assert_left(terminal: Terminal) -> None:
    """Check that every mode that the app had switched on is off again."""
    modes = terminal.modes()
    assert modes[MAIN_SCREEN_OFF] is False
    assert modes[CURSOR] is True
    switched = (*MOUSE_MODES, BRACKETED_PASTE, FOCUS_REPORTS)
    assert [mode for mode in switched if modes.get(mode)] == []
    assert any(mode in modes for mode in MOUSE_MODES), "mouse reporting was never on"
    assert b"Traceback" not in terminal.seen
