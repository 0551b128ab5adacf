"""The table of commands, from which key bindings, key bar, palette and help page are made."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import REPLACED_KEYS, key_to_character

from gridlock_tui.rules import VARIANTS, CellStyle

NEW = "new"
"""The command that begins the next game, or a new one."""
TRY_AGAIN = "try-again"
"""The command that plays on from the turning point of a game, or asks for it."""
NEXT_RUNG = "next-rung"
"""The command that goes on with the climb."""
NEXT_STEPS = {
    NEXT_RUNG: "the climb goes on",
    TRY_AGAIN: "from the turning point",
    NEW: "with the same sides",
    "swap": "with the sides exchanged",
    "review": "every move graded",
}
"""What to do after a game, besides leaving it: ids of commands, and what each of them does."""


class Command(NamedTuple):
    """Something a player can do, and the keys that do it."""

    id: str
    action: str
    keys: str
    """Names of keys as Textual spells them, separated by commas."""
    shown: str
    """The first key as a player knows it."""
    label: str
    """One or two words, for the key bar."""
    help: str
    """One sentence, for the palette and the help page."""
    bar: int = 0
    """Its priority in the key bar, where not all commands fit; 0 keeps it out."""
    over: int | None = None
    """Its priority when the game is over; None for the same as in `bar`."""
    palette: bool = True
    """Whether the palette offers it; False for steps such as moving the cursor."""
    leaves: bool = False
    """Whether it leaves the screen or the app: the key bar always shows one that does."""

    def label_after(self, goes_on: bool, turning_offered: bool = False) -> str:
        """Return its label after a game: a series that goes on has a next game.

        A turning point that is only offered has to be asked for.
        """
        if self.id == TRY_AGAIN and turning_offered:
            return "turning point"
        if self.id != NEW:
            return self.label
        return "next game" if goes_on else "rematch"

    @property
    def full_action(self) -> str:
        """The action with its namespace, to run it from anywhere."""
        return self.action if "." in self.action else f"screen.{self.action}"

    @property
    def all_keys(self) -> str:
        """All its keys, as a player knows them."""
        return " ".join(shown_key(key) for key in self.keys.split(","))

    def with_keys(self, keys: str) -> Command:
        """Return the same command with other keys."""
        return self._replace(keys=keys, shown=shown_key(keys.partition(",")[0]))


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


def _in_place(
    place: str, name: str, keys: str, sentence: str, bar: int = 0, over: int | None = None, *,
    action: str = "", label: str = "", shown: str = "", palette: bool = True, leaves: bool = False,
) -> Command:  # fmt: skip
    """Return a command whose id begins with its place.

    Its name is its action and its label too, unless others are given.
    """
    action, label = action or name.replace("-", "_"), label or name.replace("-", " ")
    shown = shown or shown_key(keys.partition(",")[0])
    return Command(place + name, action, keys, shown, label, sentence, bar, over, palette, leaves)


# The palette does not offer steps and the commands of the settings.
_command, _history, _review, _learn, _lesson, _puzzles, _puzzle, _friend = (
    partial(_in_place, place)
    for place in ("", "history-", "review-", "learn-", "lesson-", "puzzles-", "puzzle-", "friend-")
)
_step, _setting = (partial(_in_place, place, palette=False) for place in ("", "settings-"))

ANYWHERE = (
    _command("rules", "f1", "Show the rules of this game.", 5, action="app.rules"),
    _command("theme", "T", "Choose another theme.", action="app.change_theme"),
    _command("dismiss", "ctrl+l", "Dismiss notifications.", action="app.dismiss", shown="^l"),
    _step("palette", "ctrl+p", "Search all commands.", 4, action="app.command_palette", shown="^p"),
    _command("suspend", "ctrl+z", "Suspend Gridlock and return to the shell; fg resumes it.",
             action="app.suspend_process", shown="^z"),
    _command("settings", "comma", "Change theme, names, keys and more.", 8, over=7,
             action="app.settings"),
    _command("help", "question_mark", "Show all keys.", 11, over=8, action="app.help",
             label="keys"),
    _command("quit", "q,ctrl+q,ctrl+c", "Quit Gridlock.", 8, action="app.leave", leaves=True),
)  # fmt: skip

MENU = (
    _command("play", "enter", "Start the chosen game.", 9),
    _command("continue", "c", "Continue the game you left last.", 8, action="resume"),
    _command("drop", "d", "Give up the highlighted match.", 5, action="give_up", label="give up"),
    _step("options", "tab", "Go to opponent, side, board and match.", 7, action="app.focus_next"),
    _command("opponent", "o",
             "Choose the next opponent: a person, a computer of the next level, or a friend.", 5,
             action="next_opponent"),
    _command("board", "b", "Choose the next board that is harder to win.", 5, action="next_board"),
    _command("climb", "p",
             "Climb: play the next level in the highlighted game, on the side that can win.", 8),
    _command("lesson", "n", "Start the next lesson.", action="next_lesson", label="next lesson"),
    _command("more", "m", "Choose starter, names, swap rule and more.", 4),
    _step("leave-field", "escape", "Return to the list of games.", label="back",
          action="app.focus('picker')"),
)  # fmt: skip

TABS = (
    _command("games", "1", "Show the games to play.", action="app.tab('play')"),
    _command("puzzles", "P,2", "Show the puzzles.", 4, action="app.tab('puzzles')"),
    _command("learn", "L,3", "Show the lessons.", 5, action="app.tab('learn')"),
    _command("history", "y,4", "Show finished games.", 6, action="app.tab('history')"),
)
"""The commands that go from one tab to another; `tabs.TABS` has the tabs."""

GAME = (
    _step("up", "up,k", "Move to the cell above.", action="move(-1, 0)"),
    _step("down", "down,j", "Move to the cell below.", action="move(1, 0)"),
    _step("left", "left,h", "Move one cell to the left.", action="move(0, -1)"),
    _step("right", "right,l", "Move one cell to the right.", action="move(0, 1)"),
    _command("place", "space,enter", "Place on the selected cell.", 9),
    _command("token", "tab", "Pick the next token; a digit picks that token.", 9,
             action="next_token"),
    _step("last-token", "shift+tab", "Pick the previous token.", action="next_token(-1)",
          label="token"),
    _command("type", "m,colon", "Type a move.", 6, action="type_move", label="type a move"),
    _command("undo", "u", "Take back the last move.", 8, over=6),
    _command("redo", "r,ctrl+y", "Play the move that was taken back.", 4, over=0),
    _command("hint", "H", "Give a hint: first where a good move is, then which one, then why.", 7,
             over=0),
    _command("analysis", "a", "Show or hide who wins after every move, and how soon.", 7, over=0,
             action="overlay"),
    _command("nimbers", "A",
             "Show or hide nimbers and regions: the Nim heap that each move leaves; *0 wins.", 1,
             over=0),
    _command("guard", "g", "Turn the guard on or off: it asks before you throw away a proven win."),
    _command("pause", "p", "Pause or resume a game between two computers.", 9, over=0),
    _command("faster", "plus,equals_sign", "Make computers move faster.", 2),
    _command("slower", "minus", "Make computers move slower.", 2),
    _command("first", "home", "Go to the empty board.", action="jump(0)"),
    _command("present", "end", "Return to the latest move."),
    _command("moves", "v", "Show or hide the list of moves in a small window.",
             action="toggle_moves"),
    _command("take-over", "x", "Take over the first move: the players swap sides.", 9),
    _command("export", "e", "Write the record of this game to a file.", over=6),
    _command("picture", "E", "Write a picture of this position to an SVG file."),
    _command("copy-id", "i",
             "Copy the game id, the whole game in one line, to paste into the menu."),
    _command(NEXT_RUNG, "c", "Play the next rung of the climb, after you have won one.", over=10),
    _command(TRY_AGAIN, "t", "Find the turning point of a finished game, and play on from there.",
             over=11),
    _command(NEW, "n", "Start the next game of a series, or a new one; this one is saved.", 2,
             over=10, action="new_game"),
    _command("swap", "s", "Swap sides and start a new game.", 1, over=9, action="swap_sides"),
    _command("review", "w", "Review this game move by move.", over=9),
    _command("menu", "escape", "Return to the menu; the game is saved.", 9, leaves=True),
)  # fmt: skip

FRIEND = (
    _friend("yes", "y", "Answer your friend, who asks for an undo: take the move back.", 12,
            action="grant"),
    _friend("no", "N", "Answer your friend, who asks for an undo: the move stays.", 12,
            action="refuse"),
    _friend("say", "s", "Say one of a few words to your friend.", 7),
    _friend("resign", "R", "Resign this game, after a question.", 5, over=0),
    _friend("copy", "c", "Copy the room code, for a friend or somebody who watches.", 6,
            action="copy_code", label="copy code"),
)  # fmt: skip
_NOT_WITH_FRIEND = ("redo", "hint", "analysis", "nimbers", "guard", "pause", "faster", "slower",
                    NEXT_RUNG, TRY_AGAIN, "swap")  # fmt: skip
WITH_FRIEND = tuple(command for command in GAME if command.id not in _NOT_WITH_FRIEND)
"""The commands of a game that a match with a friend on another machine has too."""

HISTORY = (
    _history("open", "enter", "Open the selected game.", 9),
    _history("filters", "tab", "Go to the filters, and back to the list.", 6,
             action="app.focus_next", palette=False),
    _history("statistics", "S", "Show the statistics of all games.", 7, label="stats"),
    _history("export", "e", "Write the record of the selected game to a file.", 7),
    _history("delete", "d", "Delete the selected game.", 7),
    _history("back", "escape", "Return to the menu.", 9, action="dismiss", palette=False,
             leaves=True),
)  # fmt: skip

REVIEW = (
    _review("play", "space", "Play the moves one after another, or stop.", 9),
    _review("slip", "N", "Go to the next move that threw a win away.", 9, action="next_mistake",
            label="mistake"),
    _review("why", "H", "At a mistake: show what would have won and why, then how it goes on.", 5,
            action="hint"),
    _review("earlier", "left,h", "Go one move back.", 9, palette=False, label="prev", shown="←"),
    _review("later", "right,l", "Go one move forward.", 9, palette=False, label="next", shown="→"),
    _review("first", "home", "Go to the empty board.", action="jump(0)"),
    _review("last", "end", "Go to the last move."),
    _review("faster", "plus,equals_sign", "Play the moves faster.", 2),
    _review("slower", "minus", "Play the moves slower.", 2),
    _review("moves", "v", "Show or hide the list of moves in a small window.",
            action="toggle('lists_moves')"),
    _review("leave", "escape", "Leave the review.", 9, label="back", leaves=True),
)  # fmt: skip

LEARN = (
    _learn("open", "enter", "Open the selected lesson.", 9),
    _learn("back", "escape", "Return to the menu.", 9, action="dismiss", palette=False,
           leaves=True),
)  # fmt: skip

_ON_ANY_BOARD = ("up", "down", "left", "right", "place", "token", "last-token", "undo", "hint")
EXERCISE = tuple(command for command in GAME if command.id in _ON_ANY_BOARD)
"""The commands of a game that a lesson has too."""
ON_PUZZLE = tuple(command for command in GAME if command.id in (*_ON_ANY_BOARD, "picture"))
"""The commands of a game that a puzzle has too."""
LESSON = (
    _lesson("again", "R", "Start this lesson over.", 4, label="start over"),
    _lesson("leave", "escape", "Return to the lessons; your place is kept.", 9, label="lessons",
            leaves=True),
)  # fmt: skip

PUZZLES = (
    _puzzles("open", "enter", "Start the selected puzzle, or go on with the one you left.", 9,
             label="start"),
    _puzzles("filters", "tab", "Choose game, idea and difficulty to practise.", 7,
             action="app.focus_next", palette=False, label="choose"),
    _puzzles("back", "escape", "Return to the menu.", 9, action="dismiss", palette=False,
             leaves=True),
)  # fmt: skip

PUZZLE = (
    _puzzle("next", "n", "Go to the next puzzle, when this one is decided.", 8),
    _puzzle("solution", "s", "Give up: the puzzle counts as missed, and the board shows what wins.",
            8),
    _puzzle("share", "y", "Copy the result as text that does not give the answer away.", 6),
    _puzzle("leave", "escape", "Return to the puzzles; this one can be resumed.", 9,
            label="puzzles", leaves=True),
)  # fmt: skip

SETTINGS = (
    _setting("change", "enter", "Give the selected command another key.", 9),
    _setting("usual", "d,delete", "Give the selected command its default keys.", 8,
             action="reset_keys", label="reset"),
    _setting("next", "tab,down", "Go to the next setting.", 7, action="app.focus_next"),
    _setting("last", "shift+tab,up", "Go to the previous setting.", action="app.focus_previous",
             label="previous"),
    _setting("back", "escape", "Go back.", 9, leaves=True),
)  # fmt: skip

PAGE = (_step("close", "escape,enter", "Go back.", 9, action="dismiss", label="back", leaves=True),)

# The keys of these commands cannot be changed.

NEXT_FIELD = (_step("field-next", "enter", "Go to the next setting.", 9, action="app.focus_next",
                    label="next"),)  # fmt: skip
"""What Enter does in a name field of the settings."""
CHOICE = (_step("choice-next", "right,l,plus,space", "Choose the next value; Left goes back.", 9,
                action="focused.on", label="change"),)  # fmt: skip
"""What keys do on a choice between values."""
MORE_BUTTON = (_step("more-press", "enter,space", "Show more options.", 9, action="screen.more",
                     label="more"),)  # fmt: skip
"""What keys do on the button More of the menu."""
ENTRY = (_step("entry-close", "escape", "Close the move entry.", 9, action="screen.menu",
               label="close", leaves=True),)  # fmt: skip
"""What Escape does in the move entry."""

PLACES: tuple[tuple[str, tuple[Command, ...]], ...] = (
    ("in a game", GAME),
    ("with a friend elsewhere", FRIEND),
    ("in the menu", MENU),
    ("in a review", REVIEW),
    ("in the list of finished games", HISTORY),
    ("in the list of lessons", LEARN),
    ("in a lesson", LESSON),
    ("in the list of puzzles", PUZZLES),
    ("in a puzzle", PUZZLE),
    ("on every tab", TABS),
    ("in the settings", SETTINGS),
    ("on a page", PAGE),
    ("everywhere", ANYWHERE),
)
"""The commands of each place, with the name of the place."""


def digit_keys() -> list[tuple[str, str]]:
    """Return what digits do, which are no commands, for the help page."""
    tokens = [each.name for each in VARIANTS.values() if each.has_tokens]
    numbered = [each.name for each in VARIANTS.values() if each.cells is CellStyle.NUMBER]
    rows = [
        (tokens, "Pick the token of that number."),
        ([name for name in numbered if name not in tokens], "Move to the cell of that number."),
        (["others"], "Start to type a move."),
    ]
    return [(f"0 to 9 ({', '.join(names)})", does) for names, does in rows if names]


MOUSE = (
    ("click a cell", "Place on it."),
    ("move over a cell", "Preview the move there: cells that it would take away shrink."),
    ("click a token", "Pick it."),
    ("click a move", "Show the board after it; a click at the bottom returns to the latest move."),
    ("click a game in the menu", "Select it; a second click plays it."),
    ("click a tab", "Show it."),
    ("click a lesson", "Open it."),
    ("click a kind of puzzle", "Start the next puzzle of that kind."),
    ("click a finished game", "Select it; a second click opens it."),
    ("click the graph", "In a review: show the board after that move."),
    ("click the bottom line", "Run the command of that key."),
    ("wheel", "Scroll the moves or the games."),
)
"""What the mouse does, for the help page."""

CHANGEABLE = {command.id: command for _, commands in PLACES for command in commands}
"""The commands whose keys can be changed."""
BY_ID = {each.id: each for each in (*NEXT_FIELD, *CHOICE, *MORE_BUTTON, *ENTRY)} | CHANGEABLE


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """Return the key bindings of these commands."""
    return [Binding(c.keys, c.action, c.label, tooltip=c.help, id=c.id) for c in commands]
