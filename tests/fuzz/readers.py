"""Every reader of the project, with valid inputs and a check of what it returns.

A reader returns something valid, which reads back the same where there is a writer, or raises a
GridlockError of one sentence. Everything else is a fault.
"""

import contextlib
import io
import json
import random
import shlex
from collections.abc import Callable, Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from gridlock_tui.cli.parser import make_parser
from gridlock_tui.engine.puzzles import Puzzle, all_puzzles, find_puzzle
from gridlock_tui.match import Setup
from gridlock_tui.match.config_file import read_config, write_config
from gridlock_tui.match.correspondence import match_id
from gridlock_tui.match.daily import daily_puzzle
from gridlock_tui.match.game_id import read_whole_id, write_game_id
from gridlock_tui.match.lessons import all_lessons, find_lesson
from gridlock_tui.match.match import Match
from gridlock_tui.match.puzzle_run import PuzzleRun, read_run, write_run
from gridlock_tui.match.record import Record, read_record, show_record, write_record
from gridlock_tui.match.settings import SETTINGS, Settings
from gridlock_tui.match.store.last_choices import (
    LastChoices,
    read_last_choices,
    write_last_choices,
)
from gridlock_tui.match.store.lesson_log import read_progress
from gridlock_tui.match.store.save_format import SavedMatch, read_save, write_save
from gridlock_tui.net.code import normal_code, read_code
from gridlock_tui.net.events import Seat
from gridlock_tui.net.kept import Kept, read_kept, write_kept
from gridlock_tui.net.protocol import (
    Begin,
    Bye,
    Got,
    Hello,
    Log,
    Message,
    Request,
    Room,
    Sit,
    read_message,
    write_message,
)
from gridlock_tui.net.wire import read_address, write_address
from gridlock_tui.rules import (
    VARIANTS,
    Board,
    GridlockError,
    Variant,
    find_variant,
    play_moves,
    read_fen,
    read_move,
    read_moves,
    read_placement,
    write_move,
)
from gridlock_tui.tui.commands import CHANGEABLE
from gridlock_tui.tui.keymap import key_name, resolve_keys
from gridlock_tui.tui.textual_fixes.terminal_input import TerminalInput
from tests.fuzz.mutate import as_bytes, damaged_text, random_text
from tests.fuzz.rows import HistoryRows, PuzzleRows
from tests.match.finisher import finished_games
from tests.match.puzzle_support import solved, step
from tests.match.saver import course
from tests.net.fuzz import fuzzed
from tests.net.support import new_table, possible_events

Feed = Callable[[random.Random], str]
"""Gives a reader one input, and returns the input for a report."""
_LONGEST_SENTENCE = 1000


class Reader(NamedTuple):
    """One reader, by its name, with its share of the inputs."""

    name: str
    feed: Feed
    weight: int


def check_sentence(error: GridlockError) -> None:
    """Check that an error is one sentence that can be shown."""
    words = str(error)
    assert words, "an error without words"
    assert words.isprintable(), f"control characters in {words!r}"
    assert len(words) <= _LONGEST_SENTENCE, f"{len(words)} characters in one sentence"


def _of_text(examples: Sequence[str], read: Callable[[str], object]) -> Feed:
    def feed(rng: random.Random) -> str:
        is_noise = rng.random() < 0.2
        text = random_text(rng) if is_noise else damaged_text(rng, rng.choice(examples))
        return _tried(text, lambda: read(text))

    return feed


def _of_bytes(examples: Sequence[str], read: Callable[[bytes], object]) -> Feed:
    def feed(rng: random.Random) -> str:
        is_noise = rng.random() < 0.2
        text = random_text(rng) if is_noise else damaged_text(rng, rng.choice(examples))
        data = as_bytes(rng, text)
        return _tried(data, lambda: read(data))

    return feed


def _of_json(examples: Sequence[str], read: Callable[[str | bytes], object]) -> Feed:
    def feed(rng: random.Random) -> str:
        frame = fuzzed(rng.choice(examples), rng)
        return _tried(frame, lambda: read(frame))

    return feed


def _tried(shown: object, read: Callable[[], object]) -> str:
    try:
        read()
    except GridlockError as error:
        check_sentence(error)
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error} for {shown!r}") from error
    return repr(shown)


# What is read back.


def _record(data: str | bytes) -> None:
    record = read_record(data)
    assert read_record(write_record(record)) == record
    show_record(record)


def _game_id(text: str) -> None:
    found = read_whole_id(text)
    assert read_whole_id(write_game_id(found.game, found.terms)) == found


def _moves(variant: Variant) -> Callable[[str], object]:
    def read(text: str) -> None:
        for reader in (read_move, lambda v, t: read_placement(v, t, None, None)):
            with contextlib.suppress(GridlockError):
                move = reader(variant, text)
                assert read_move(variant, write_move(variant, move)) == move
        played = read_moves(variant, text)
        assert read_moves(variant, ";".join(write_move(variant, each) for each in played)) == played
        play_moves(variant.start(), text)

    return read


def _fen(text: str) -> None:
    state = read_fen(text)
    assert read_fen(state.fen()) == state
    assert str(state)


def _size(text: str) -> None:
    board = Board.from_text(text)
    assert Board.from_text(str(board)) == board


def _config(text: str) -> None:
    settings, notices = read_config(text)
    for notice in notices:
        check_sentence(GridlockError(notice))
    again = read_config(write_config(settings))
    assert again == (settings, ()), f"{again} is not {settings}"
    resolved = resolve_keys(settings.keys)
    for notice in resolved.notices:
        check_sentence(GridlockError(notice))


def _key(text: str) -> None:
    name = key_name(text)
    assert key_name(name) == name, f"{text!r} is {name!r}, then {key_name(name)!r}"


def _keys_of_a_command(text: str) -> None:
    command, _, keys = text.partition("=")
    settings = Settings(keys={command: keys})
    for notice in resolve_keys(settings.keys).notices:
        check_sentence(GridlockError(notice))


def _setting(name: str) -> Callable[[str], object]:
    def read(text: str) -> None:
        value = SETTINGS[name].from_argument(text)
        assert SETTINGS[name].read(value) == value

    return read


def _save(content: str | bytes) -> None:
    saved = read_save(content if isinstance(content, bytes) else _utf8(content))
    assert read_save(write_save(saved)) == saved


def _kept(content: str | bytes) -> None:
    kept = read_kept(content if isinstance(content, bytes) else _utf8(content))
    assert read_kept(write_kept(kept)) == kept


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _frame(frame: str | bytes) -> None:
    message = read_message(frame)
    assert read_message(write_message(message)) == message


def _address(text: str) -> None:
    host, port = read_address(text)
    assert read_address(write_address(host, port)) == (host, port)


def _code(text: str) -> None:
    assert normal_code(read_code(text)) == read_code(text)


def _command_line(text: str) -> None:
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    code, out, errors = 0, io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            make_parser().parse_args(words)
    except SystemExit as ended:
        code = int(ended.code or 0)
    if code:
        (line,) = errors.getvalue().splitlines()
        assert (code, line.startswith("gridlock: ")) == (2, True), line
        check_sentence(GridlockError(line))


def _keys_and_mouse(data: bytes) -> None:
    reader = TerminalInput()
    reader.read(data, reports_size=True)
    reader.idle()
    reader.read(data[::-1], reports_size=False)
    reader.idle()


def _run(puzzle: Puzzle) -> Callable[[str], object]:
    def read(text: str) -> None:
        run = read_run(puzzle, text)
        assert read_run(puzzle, write_run(run)) == run

    return read


def _in_file(path: Path, read: Callable[[Path], object]) -> Callable[[bytes], object]:
    def write_and_read(data: bytes) -> None:
        path.write_bytes(data)
        read(path)

    return write_and_read


def _last_choices(path: Path) -> None:
    choices = read_last_choices(path)
    if choices is not None:
        write_last_choices(path, choices)
        assert read_last_choices(path) == choices


def _daily(rng: random.Random) -> str:
    day = date.fromordinal(rng.randint(1, date.max.toordinal()))
    return _tried(day, lambda: daily_puzzle(day).state)


# Valid inputs.

_COMMANDS = (
    "--variant spacing --size 6x6 --players human,expert --names Ada,Ben --first toss --seed 7",
    "plain classic --verbose --players perfect,novice", "solve showdown --moves '2 2; 1 3' --json",
    "solve --all --budget 1", "host --variant showdown --games 3 --name Ada --bind 127.0.0.1",
    "join 127.0.0.1:36071 maple-otter-violin --name Ben --watch", "learn showdown-mirror",
    "puzzle daily --ascii", "puzzles --variant sequence --json", "table showdown --rows 3 --to 12",
    "picture classic --moves '6; 15' -o board.svg", "perft classic 4 --size 3x3", "serve --port 0",
    "completions bash", "--id 'showdown:4x4:2 2;1 3' --theme nord --no-coordinates --pace 0.3",
    "host --resume 3bb7c7b8 --port 4000 --swap-rule", "record game.txt", "--load game.txt",
)  # fmt: skip
_CONFIG = 'theme = "nord"\nlevel = "expert"\npace = 0.3\nguard = true\nnames = ["Ada", ""]\n'
_CONFIGS = (
    _CONFIG,
    f'{_CONFIG}\n[keys]\nundo = "f2, u"\nredo = ["r", "ctrl+y"]\nhelp = "comma"\n',
    write_config(Settings(), {name: (each.keys, each.help) for name, each in CHANGEABLE.items()}),
)
_KEYS = (
    *"u,+ ?:.=-_'\"é", "comma", "space", "plus", "f2", "ctrl+y", "shift+tab", "ctrl+@", "escape",
    "alt+x", "ctrl+shift+left", "question_mark", "pageup", "ctrl+left_square_bracket", "esc",
)  # fmt: skip
_INPUT = (
    "m2 2\r", "\x1b[A\x1b[B\x1b[1;5C", "\x1b[<0;10;5M\x1b[<0;10;5m",
    "\x1b[200~showdown:4x4\x1b[201~",
    "\x1b[48;24;80;384;640t", "\x1b[?2048;2$y", "\x1bOP\x1b[15~", "\x1b[M !!", "\x1b[27u",
    "\x1b[97;5u", "\x1b]11;rgb:0000/0000/0000\x07",
)  # fmt: skip


def _ids() -> list[str]:
    examples = [match_id(saved.match) for seed in range(20) for saved in islice(course(seed), 12)]
    return [*examples, "showdown:4x4/2:2 2;swap;1 3:game 2 of 3, loser starts, swap rule"]


def _records() -> list[str]:
    games = islice(finished_games(5), 30)
    return [write_record(Record(game, time.date())) for _, game, time in games]


def _positions() -> list[str]:
    games = (game for _, game, _ in islice(finished_games(6), 30))
    return [state.fen() for game in games for state in game.timeline.states]


def _tables() -> tuple[list[str], list[str]]:
    """Return matches with friends as they are kept, and messages about them."""
    kept, rng = [], random.Random(3)
    messages: list[Message] = []
    for slug in VARIANTS:
        table = new_table(slug, length=3, swap_rule=True)
        for _ in range(12):
            table = table.after(rng.choice(possible_events(table)))
        here = Kept(
            Seat.GUEST, table.deal.uid, "a-b-c", "127.0.0.1:1", "Ben", "1" * 32, table.deal, table
        ).now()
        kept.append(write_kept(here).decode())
        messages += [
            Hello("a-b-c"), Room(table.deal.uid), Sit("1" * 32, "Ben", table.seq, table.digest),
            Begin(table.deal, table.start), Log(table.start.seq, table.events, table.digest),
            Got(table.seq, table.digest), Request(table.seq, table.events[0]), Bye("bye"),
        ]  # fmt: skip
    return kept, [write_message(message) for message in messages]


def _runs(puzzle: Puzzle) -> list[str]:
    begun = PuzzleRun.begin(puzzle)
    after = step(begun)
    return [write_run(each) for each in (begun, after.with_hint(), solved(begun))]


def readers(folder: Path) -> list[Reader]:
    """Return all readers; those that need a file use this folder."""
    kept, messages = _tables()
    saves = [write_save(s).decode() for seed in range(10) for s in islice(course(seed), 15)]
    fresh = SavedMatch.now(Match.begin(Setup(VARIANTS["showdown"])))
    saves.append(write_save(fresh).decode())
    puzzles = all_puzzles()
    puzzle = puzzles[700]
    choices = LastChoices("classic", Board(4, 4), names=("Ada", ""), set_names=("a", "b"))
    write_last_choices(folder / "choices", choices)
    lessons = "gridlock lessons 1\n" + "".join(f"{each.id} 2 done\n" for each in all_lessons())
    flags = {name: setting for name, setting in SETTINGS.items() if setting.has_flag}
    values = ("true", "auto", "0.7", "Ada,Ben", "nord", "expert", "reduced")
    names = [*VARIANTS, *(each.id for each in all_lessons()), *(each.id for each in puzzles[::50])]
    found = [
        Reader("records", _of_text(_records(), _record), 6),
        Reader("records in bytes", _of_bytes(_records(), _record), 4),
        Reader("game ids", _of_text(_ids(), _game_id), 10),
        Reader("positions", _of_text(_positions(), _fen), 10),
        Reader("sizes", _of_text(("4x4", "8x8", "1x1", "3X5", "6×6"), _size), 10),
        Reader("command line", _of_text(_COMMANDS, _command_line), 1),
        Reader("config", _of_text(_CONFIGS, _config), 3),
        Reader("keys", _of_text(_KEYS, _key), 10),
        Reader("keys of commands", _of_text([f"{c}={k}" for c in CHANGEABLE for k in _KEYS[::4]],
                                            _keys_of_a_command), 2),
        Reader("saved matches", _of_json(saves, _save), 8),
        Reader("matches with friends", _of_json(kept, _kept), 5),
        Reader("messages", _of_json(messages, _frame), 10),
        Reader("addresses", _of_text(("127.0.0.1:80", "[::1]:443", "host:1"), _address), 5),
        Reader("codes", _of_text(("maple-otter-violin", "Maple Otter violin"), _code), 3),
        Reader("last choices",
               _of_bytes([(folder / "choices").read_text()],
                         _in_file(folder / "choices", _last_choices)), 3),
        Reader("lesson log", _of_bytes([lessons], _in_file(folder / "lessons", read_progress)), 4),
        Reader("puzzles that were left", _of_text(_runs(puzzle), _run(puzzle)), 6),
        Reader("ids of puzzles", _of_text(names, find_puzzle), 5),
        Reader("names of lessons", _of_text(names, find_lesson), 3),
        Reader("names of games", _of_text(names, find_variant), 5),
        Reader("dates of daily puzzles", _daily, 4),
        Reader("terminal input", _of_bytes(_INPUT, _keys_and_mouse), 10),
        Reader("rows of the history", HistoryRows(folder / "history.sqlite3").feed, 1),
        Reader("rows of the puzzle log", PuzzleRows(folder / "puzzles.sqlite3").feed, 1),
    ]  # fmt: skip
    found += [
        Reader(f"moves of {slug}", _of_text(_move_texts(variant), _moves(variant)), 5)
        for slug, variant in VARIANTS.items()
    ]
    found += [Reader(f"--{name}", _of_text(values, _setting(name)), 2) for name in flags]
    return found


def _move_texts(variant: Variant) -> list[str]:
    state = variant.start()
    moves = [write_move(variant, move) for move in state.legal_moves]
    words = ["row 2, column 3", "cell 6", "P1-5 B2", "b2", json.dumps("2 2")]
    return [*moves, *words, "; ".join(moves[:4])]
