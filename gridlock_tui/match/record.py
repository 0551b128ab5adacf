"""The record: a game as text that people can read, and that is replayed when it is read.

Tags come first, one per line. After an empty line come the numbered moves, each with the symbol
of its player. A line that begins with `#` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial

from gridlock_tui.match.game import (
    HUMAN,
    Game,
    Setup,
    checked_kinds,
    checked_names,
)
from gridlock_tui.rules import (
    Board,
    GameState,
    GridlockError,
    Move,
    Player,
    Reason,
    closing_text,
    draw_grid,
    find_variant,
    read_move,
    write_move,
)
from gridlock_tui.rules.text import clean, quoted

LARGEST_RECORD = 65536
"""The most bytes in a record; the longest game takes a fiftieth of it."""

_TITLE = "Gridlock record"
_VERSION = "1"
_KNOWN_TAG = re.compile("Variant|Size|Player [12]|Kind [12]|First|Swap|Result|Reason|Date")
_TAG = re.compile(r"([A-Za-z][A-Za-z0-9 ]{0,19}):(.*)")
# No move has a number of more than three digits, and int() refuses very long ones.
_NUMBERED = re.compile(r"([0-9]{1,3})\.(?:\s+|$)")
_SIGNED = re.compile(r"([XO])\s+", re.IGNORECASE)


class RecordError(GridlockError):
    """A text is not a valid record; the sentence says where and why."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game and the day it was played, if that is known."""

    game: Game
    day: date | None = None


def write_record(record: Record) -> str:
    """Return the record as text, with all moves of the game, whichever state is shown."""
    setup, end = record.game.setup, record.game.timeline.states[-1]
    one, two = checked_names(*setup.names)
    tags = {
        "Variant": setup.variant.slug,
        "Size": str(setup.variant.board),
        "Player 1": one,
        "Player 2": two,
        "Kind 1": setup.kinds[0],
        "Kind 2": setup.kinds[1],
        "First": str(setup.first),
        "Swap": "yes" if setup.taken_over else "",
        "Result": _result(end),
        "Reason": _reason(end),
        "Date": record.day.isoformat() if record.day else "",
    }
    lines = [f"{_TITLE} {_VERSION}"]
    lines += [f"{tag}: {value}" for tag, value in tags.items() if value]
    lines += ["", *_move_lines(record.game)]
    return "\n".join(lines).rstrip("\n") + "\n"


def reason_key(reason: Reason) -> str:
    """Return the reason why a game ended as records and the history write it."""
    return reason.name.lower().replace("_", " ")


def show_record(record: Record) -> str:
    """Return the record, the final grid and how the game ended, as text to print."""
    end, names = record.game.timeline.states[-1], record.game.setup.names
    unfinished = f"The game is not finished: {names[end.to_move - 1]} is to move."
    closing = closing_text(end, names) or unfinished
    return f"{write_record(record)}\n{draw_grid(end)}\n\n{closing}"


def read_record(source: str | bytes) -> Record:
    """Return the record in a text, every move replayed, or raise GridlockError."""
    tags, move_lines = _read_tags(_lines(source))
    if "Variant" not in tags:
        raise RecordError("the tag Variant is missing: write a line such as 'Variant: showdown'")
    variant = find_variant(tags["Variant"])
    if "Size" in tags:
        board = Board.from_text(tags["Size"])
        variant = variant.resized(board.rows, board.columns)
    kinds = checked_kinds(*(tags.get(f"Kind {player:d}", HUMAN) for player in Player))
    setup = Setup(
        variant,
        checked_names(tags.get("Player 1", ""), tags.get("Player 2", ""), kinds=kinds),
        _read_first(tags.get("First", str(Player.ONE))),
        kinds,
        taken_over=_read_swap(tags.get("Swap", "no")),
    )
    moves = filter(None, (part.strip() for line in move_lines for part in line.split(";")))
    readers = (partial(_read_move, *numbered) for numbered in enumerate(moves, start=1))
    game = Game.replay(setup, readers)
    _compare(tags, "Result", _result(game.state))
    _compare(tags, "Reason", _reason(game.state))
    return Record(game, _read_date(tags["Date"]) if "Date" in tags else None)


# Writing.


def _move_lines(game: Game) -> Iterator[str]:
    timeline = game.timeline
    for number, move in enumerate(timeline.moves, start=1):
        before, after = timeline.states[number - 1], timeline.states[number]
        yield f"{number}. {before.to_move.symbol} {write_move(before.variant, move)}"
        if number == 1 and game.setup.taken_over:
            yield "# the first move is taken over: the players exchange sides"
        if after.passed is not None:
            yield f"# {after.passed.symbol} passes"


def _result(end: GameState) -> str:
    return "unfinished" if end.outcome is None else f"{end.outcome.winner} wins"


def _reason(end: GameState) -> str:
    return "" if end.outcome is None else reason_key(end.outcome.reason)


# Reading.


def _lines(source: str | bytes) -> list[str]:
    if len(source) > LARGEST_RECORD:
        raise RecordError(f"a record has at most {LARGEST_RECORD // 1024} KiB, and this has more")
    if isinstance(source, bytes):
        try:
            source = source.decode()
        except UnicodeDecodeError as error:
            raise RecordError("a record is text in UTF-8, and this is something else") from error
    lines = [line.strip() for line in source.removeprefix("\ufeff").splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def _read_tags(lines: list[str]) -> tuple[dict[str, str], list[str]]:
    """Return the values of the known tags, and the lines with the moves."""
    title, _, version = (lines[0] if lines else "").rpartition(" ")
    if title != _TITLE:
        raise RecordError(f"a record begins with the line '{_TITLE} {_VERSION}', and this does not")
    if version != _VERSION:
        raise RecordError(f"this record has the form {quoted(version)}; here form 1 is understood")
    tags: dict[str, str] = {}
    for at, line in enumerate(lines[1:], start=1):
        tag = _TAG.fullmatch(line)
        if tag is None:
            return tags, lines[at:]
        if not _KNOWN_TAG.fullmatch(tag[1]):  # a tag of another program
            continue
        if tag[1] in tags:
            raise RecordError(f"the tag {tag[1]} stands in the record twice")
        tags[tag[1]] = clean(tag[2])
    return tags, []


def _read_first(text: str) -> Player:
    for player in Player:
        if text.casefold() in (str(player).casefold(), str(player.value)):
            return player
    raise RecordError(f"{quoted(text)} cannot start: write Player 1 or Player 2")


def _read_swap(text: str) -> bool:
    if text not in ("yes", "no"):
        raise RecordError(f"{quoted(text)} does not say if there was a swap: write yes or no")
    return text == "yes"


def _read_date(text: str) -> date:
    if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    raise RecordError(f"{quoted(text)} is not a date: write year, month and day as 2024-02-29")


def _read_move(number: int, text: str, state: GameState) -> Move:
    if numbered := _NUMBERED.match(text):
        text = text[numbered.end() :]
        if int(numbered[1]) != number:
            raise RecordError(f"move {number} is numbered {int(numbered[1])} in the record")
    if signed := _SIGNED.match(text):
        text = text[signed.end() :]
        wrong, right = signed[1].upper(), state.to_move.symbol
        if wrong != right and not state.is_over:
            raise RecordError(f"move {number} is said to be by {wrong}, but it is {right} to move")
    return read_move(state.variant, text)


def _compare(tags: dict[str, str], tag: str, right: str) -> None:
    if tags.get(tag, right) != right:
        found, wanted = quoted(tags[tag]), f"'{right}'" if right else "none"
        raise RecordError(f"the record gives {found} as {tag.lower()}; by the rules it is {wanted}")
