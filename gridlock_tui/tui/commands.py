"""The one table of commands: key bindings, key bar, palette and help page are made from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import REPLACED_KEYS, key_to_character

from gridlock_tui.rules import VARIANTS, CellStyle, Variant


class Command(NamedTuple):
    """Something that a player can do, and the keys that do it."""

    id: str
    action: str
    keys: str
    """Names of keys as Textual spells them, separated by commas."""
    shown: str
    """The keys as a player knows them."""
    label: str
    """One word, for the key bar."""
    help: str
    """One sentence, for the palette and the help page."""
    bar: int = 0
    """How much it is wanted in the key bar when room is scarce; 0 keeps it out."""
    over: int | None = None
    """The same when a game is over, where that is another matter."""
    palette: bool = True
    """Whether the palette offers it; moving about by palette makes no sense."""
    where: str = "screen"
    """Whose action it is: the screen's, or that of what is focused."""

    @property
    def full_action(self) -> str:
        """The action with the place where it is found, for whoever is elsewhere."""
        return self.action if "." in self.action else f"{self.where}.{self.action}"

    @property
    def all_keys(self) -> str:
        """All its keys, as a player knows them."""
        return " ".join(shown_key(key) for key in self.keys.split(","))

    def with_keys(self, keys: str) -> Command:
        """Return the same command with other keys."""
        return self._replace(keys=keys, shown=shown_key(keys.partition(",")[0]))

    def binding(self) -> Binding:
        """Return the key binding."""
        return Binding(
            self.keys,
            self.action,
            self.label,
            show=bool(self.bar or self.over),
            key_display=self.shown,
            tooltip=self.help,
            id=self.id,
        )


ANYWHERE = (
    Command("help", "app.help", "question_mark", "?", "help", "Show all keys.", bar=8),
    Command("rules", "app.rules", "f1", "F1", "rules", "Show the rules of this game.", bar=7),
    Command("theme", "app.change_theme", "t", "t", "theme", "Choose another theme."),
    Command("settings", "app.settings", "comma", ",", "settings",
            "Change theme, names, keys and more, for good.", bar=4),
    Command("hush", "app.hush", "ctrl+l", "^l", "hush",
            "Take away the notices that cover the screen."),
    Command(
        "palette", "app.command_palette", "ctrl+p", "^p", "all", "Search all commands.", bar=4,
        palette=False,
    ),
    Command(
        "suspend", "app.suspend_process", "ctrl+z", "^z", "suspend",
        "Go to the shell for a while; fg comes back.",
    ),
    Command("quit", "app.leave", "q,ctrl+q,ctrl+c", "q", "quit", "Quit Gridlock.", bar=3),
)  # fmt: skip

MENU = (
    Command("play", "play", "enter", "Enter", "play", "Start the chosen game.", bar=9),
    Command(
        "continue", "resume", "c", "c", "continue", "Go on with the game you left last.", bar=8,
    ),
    Command(
        "drop", "drop_match", "d", "d", "drop", "Give up the waiting game that is marked.", bar=5,
    ),
    Command(
        "options", "app.focus_next", "tab", "Tab", "options",
        "Go on to size, starter and players.", bar=7, palette=False,
    ),
    Command(
        "opponent", "next_opponent", "o", "o", "opponent",
        "Choose who plays the second side: a person, or a computer of the next level.", bar=7,
    ),
    Command(
        "board", "next_board", "b", "b", "board",
        "Choose the next board with more of a fight.", bar=5,
    ),
    Command("history", "history", "y", "y", "history", "Look at finished games.", bar=6),
    Command(
        "leave-field", "leave_field", "escape", "Esc", "back", "Go back to the list of games.",
        palette=False,
    ),
)  # fmt: skip

GAME = (
    Command("up", "move(-1, 0)", "up,k", "↑ k", "up", "Point at the cell above.", palette=False),
    Command("down", "move(1, 0)", "down,j", "↓ j", "down", "Point at the cell below.",
            palette=False),
    Command("left", "move(0, -1)", "left,h", "← h", "left", "Point at the cell to the left.",
            palette=False),
    Command("right", "move(0, 1)", "right,l", "→ l", "right", "Point at the cell to the right.",
            palette=False),
    Command("place", "place", "space,enter", "Space", "place", "Place on the cell pointed at.",
            bar=9),
    Command("token", "next_token", "tab", "Tab", "token",
            "Take the next token in hand; a digit takes that token.", bar=9),
    Command("last-token", "next_token(-1)", "shift+tab", "Shift+Tab", "token",
            "Take the token before it.", palette=False),
    Command("type", "type_move", "m,colon", "m", "type", "Type a move.", bar=6),
    Command("undo", "undo", "u", "u", "undo", "Take back the last move.", bar=8,
            over=6),
    Command("redo", "redo", "r,ctrl+y", "r", "redo", "Play a move again that was taken back.",
            bar=4, over=0),
    Command("hint", "hint", "H", "H", "hint",
            "Give a hint: first where a good move is, then which, then why.", bar=7, over=0),
    Command("truth", "overlay", "a", "a", "truth",
            "Show or hide who wins after every move, and how soon.", bar=7, over=0),
    Command("nimbers", "nimbers", "A", "A", "nimbers",
            "Show Grundy values and independent regions as well.", bar=1, over=0),
    Command("guard", "guard", "g", "g", "guard",
            "Ask once before a proven win is thrown away, or do not ask any more."),
    Command("pause", "pause", "p", "p", "pause",
            "Stop a game between two computers, or let it go on.", bar=9),
    Command("faster", "faster", "plus,equals_sign", "+", "faster", "Let computers move sooner.",
            bar=2),
    Command("slower", "slower", "minus", "-", "slower", "Let computers take more time.", bar=2),
    Command("first", "jump(0)", "home", "Home", "first", "Look at the empty board."),
    Command("present", "present", "end", "End", "present", "Go back to the latest move."),
    Command("moves", "toggle_moves", "v", "v", "moves",
            "Show or hide the moves in a small window."),
    Command("review", "review", "w", "w", "review", "Go through this game move by move.",
            over=8),
    Command("take-over", "take_over", "x", "x", "take over",
            "Take over the first move: the players exchange sides.", bar=9),
    Command("export", "export", "e", "e", "export", "Write the record of this game to a file.",
            over=6),
    Command("copy-id", "copy_id", "i", "i", "copy id",
            "Copy the game id, the whole game in one line; paste it into the menu."),
    Command("new", "new_game", "n", "n", "new",
            "Begin the next game of a series, or a new one; the menu brings this one back.",
            bar=2, over=9),
    Command("swap", "swap_sides", "s", "s", "swap", "Swap sides and begin a new game.",
            bar=1, over=8),
    Command("menu", "menu", "escape", "Esc", "menu", "Go to the menu; the game waits there.",
            bar=7),
)  # fmt: skip

HISTORY = (
    Command("history-open", "open", "enter", "Enter", "open", "Open the marked game.", bar=9),
    Command("history-filters", "app.focus_next", "tab", "Tab", "filters",
            "Go on to the filters, and back to the list.", bar=7, palette=False),
    Command("history-statistics", "statistics", "S", "S", "stats",
            "Show the statistics of all games.", bar=8),
    Command("history-export", "export", "e", "e", "export",
            "Write the marked game to a file, as text.", bar=8),
    Command("history-delete", "delete", "d", "d", "delete", "Delete the marked game.", bar=8),
    Command("history-back", "back", "escape", "Esc", "back", "Go back to the menu.", bar=9,
            palette=False),
)  # fmt: skip

REVIEW = (
    Command("review-play", "play", "space", "Space", "play",
            "Let the moves follow one another, or stop.", bar=9),
    Command("review-slip", "next_slip", "N", "N", "slip",
            "Go to the next move that threw a win away.", bar=9),
    Command("review-earlier", "earlier", "left,h", "Left", "earlier", "Go one move back.", bar=6,
            palette=False),
    Command("review-later", "later", "right,l", "Right", "later", "Go one move on.", bar=6,
            palette=False),
    Command("review-first", "jump(0)", "home", "Home", "first", "Go to the empty board."),
    Command("review-last", "last", "end", "End", "last", "Go to the last move."),
    Command("review-faster", "faster", "plus,equals_sign", "+", "faster",
            "Let the moves follow sooner.", bar=2),
    Command("review-slower", "slower", "minus", "-", "slower", "Let the moves follow later.",
            bar=2),
    Command("review-moves", "toggle_moves", "v", "v", "moves",
            "Show or hide the list of moves in a small window."),
    Command("review-leave", "leave", "escape", "Esc", "back", "Leave the review.", bar=8),
)  # fmt: skip

SETTINGS = (
    Command("settings-change", "change", "enter", "Enter", "change",
            "Give the marked command another key.", bar=9, palette=False),
    Command("settings-usual", "usual", "d,delete", "d", "usual",
            "Give the marked command its usual keys again.", bar=8, palette=False),
    Command("settings-next", "app.focus_next", "tab,down", "Tab", "next",
            "Go on to the next setting.", bar=7, palette=False),
    Command("settings-last", "app.focus_previous", "shift+tab,up", "Shift+Tab", "last",
            "Go back to the setting before.", palette=False),
    Command("settings-back", "back", "escape", "Esc", "back", "Go back.", bar=9, palette=False),
)  # fmt: skip

FIELD = (
    Command("field-play", "submit", "enter", "Enter", "play", "Start the chosen game.", bar=9,
            palette=False, where="focused"),
)  # fmt: skip
"""What keys do in a field for a name, whatever other keys a person has chosen."""

NEXT_FIELD = (
    Command("field-next", "submit", "enter", "Enter", "next", "Go on to the next setting.", bar=9,
            palette=False, where="focused"),
)  # fmt: skip
"""Likewise, where a name is set for good."""

CHOICE = (
    Command("choice-next", "on", "right,l,plus,space", "Right", "change",
            "Choose the next value; Left goes back.", bar=9, palette=False, where="focused"),
)  # fmt: skip
"""What keys do on a choice between values, likewise."""

ENTRY = (
    Command("entry-close", "screen.menu", "escape", "Esc", "close", "Close the line.", bar=7,
            palette=False),
)  # fmt: skip
"""What keys do in the typed entry, likewise."""

PAGE = (
    Command("close", "close", "escape,enter", "Esc", "back", "Go back.", bar=9, palette=False),
)  # fmt: skip

PLACES: tuple[tuple[str, tuple[Command, ...]], ...] = (
    ("in a game", GAME),
    ("in the menu", MENU),
    ("in a review", REVIEW),
    ("in the list of finished games", HISTORY),
    ("in the settings", SETTINGS),
    ("on a page", PAGE),
    ("everywhere", ANYWHERE),
)
"""Where which commands can be given."""


def _digits_of(variants: Iterable[Variant]) -> str:
    return f"0 to 9 ({', '.join(variant.slug.capitalize() for variant in variants)})"


DIGITS = (
    (_digits_of(v for v in VARIANTS.values() if v.has_tokens), "Take the token of that number."),
    (
        _digits_of(
            v for v in VARIANTS.values() if v.cells is CellStyle.NUMBER and not v.has_tokens
        ),
        "Point at the cell of that number.",
    ),
    ("0 to 9 (others)", "Begin to type a move."),
)
"""What digits do, which are no commands, for the help page."""

MOUSE = (
    ("click a cell", "Place on it."),
    ("move over a cell", "See what placing there would take away."),
    ("click a token", "Take it."),
    ("click a move", "Look at the board after it; a click at the bottom comes back."),
    ("click a finished game", "Mark it; a second click opens it."),
    ("click the graph", "In a review: look at the board after that move."),
    ("click the bottom line", "Do what the key does."),
    ("wheel", "Scroll the moves or the games."),
)
"""What the mouse does, for the help page."""

FIXED = (*FIELD, *NEXT_FIELD, *CHOICE, *ENTRY)
"""The commands whose keys are the same for everyone."""
CHANGEABLE = {command.id: command for _, commands in PLACES for command in commands}
"""The commands that can be given other keys."""
BY_ID = {**{command.id: command for command in FIXED}, **CHANGEABLE}


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """Return the key bindings of these commands."""
    return [command.binding() for command in commands]


def shown_key(key: str) -> str:
    """Return a key as a player knows it."""
    *modifiers, last = key.split("+")
    names = {"escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn"}
    last = character_of(last) or names.get(last, last)
    if not modifiers and len(last) == 1:
        return last
    return "+".join(part[:1].upper() + part[1:] for part in (*modifiers, last))


def character_of(key: str) -> str | None:
    """Return the character that a key types; None if it types none that can be seen."""
    character = key if len(key) == 1 else key_to_character(REPLACED_KEYS.get(key, key))
    seen = character is not None and character.isprintable() and not character.isspace()
    return character if seen else None
