"""The text record of one game: written for people, and read with every move verified.

Tags stand first, one to a line; after an empty line come the moves, numbered, each with the
symbol of whoever made it. What follows a `#` at the beginning of a line is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from gridlock_tui.match.setup import HUMAN, Game, Setup, checked_kinds, checked_names
from gridlock_tui.match.swap import swap_fits
from gridlock_tui.match.timeline import Timeline
from gridlock_tui.rules import (
    Board,
    GameState,
    GridlockError,
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
"""The most bytes that are read as a record; the longest game takes a fiftieth of it."""

_TITLE = "Gridlock record"
_VERSION = "1"
_TAGS = (
    *("Variant", "Size", "Player 1", "Player 2", "Kind 1", "Kind 2"),
    *("First", "Swap", "Result", "Reason", "Date"),
)
_TAG = re.compile(r"([A-Za-z][A-Za-z0-9 ]{0,19}):(.*)")
# A number of more than three digits numbers no move, and may be too long to be read as one.
_NUMBERED = re.compile(r"([0-9]{1,3})\.(?:\s+|$)")
_SIGNED = re.compile(r"([XO])\s+", re.IGNORECASE)


class RecordError(GridlockError):
    """A text that is not a record of a game; the sentence says where and why."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game with the day on which it was played, if that is known."""

    game: Game
    day: date | None = None


def write_record(record: Record) -> str:
    """Return the record as text; all moves of the game stand in it, wherever it is looked at."""
    lines = [f"{_TITLE} {_VERSION}"]
    lines += [f"{tag}: {value}" for tag, value in record_tags(record)]
    lines += ["", *_move_lines(record.game)]
    return "\n".join(lines).rstrip("\n") + "\n"


def record_tags(record: Record) -> tuple[tuple[str, str], ...]:
    """Return the tags and their values, in the order in which they are written."""
    setup, end = record.game.setup, record.game.timeline.states[-1]
    names, outcome = checked_names(*setup.names), end.outcome
    tags = [
        ("Variant", setup.variant.slug),
        ("Size", str(setup.variant.board)),
        ("Player 1", names[0]),
        ("Player 2", names[1]),
        ("Kind 1", setup.kinds[0]),
        ("Kind 2", setup.kinds[1]),
        ("First", str(setup.first)),
    ]
    if setup.taken_over:
        tags.append(("Swap", "yes"))
    tags.append(("Result", _result(end)))
    if outcome is not None:
        tags.append(("Reason", _reason(end)))
    if record.day is not None:
        tags.append(("Date", record.day.isoformat()))
    return tuple(tags)


def reason_key(reason: Reason) -> str:
    """Return the word or two by which records and history know why a game ended."""
    return reason.name.lower().replace("_", " ")


def show_record(record: Record) -> str:
    """Return the record, the final grid and how the game ended, for people to look at."""
    end, names = record.game.timeline.states[-1], record.game.setup.names
    closing = closing_text(end, names)
    closing = closing or f"The game is not finished: {names[end.to_move - 1]} is to move."
    return f"{write_record(record)}\n{draw_grid(end)}\n\n{closing}"


def read_record(source: str | bytes) -> Record:
    """Return the game that a record tells, every move verified, or raise GridlockError."""
    lines = _lines(source)
    tags, rest = _read_tags(lines)
    variant = find_variant(_needed(tags, "Variant"))
    if "Size" in tags:
        board = Board.from_text(tags["Size"])
        variant = variant.resized(board.rows, board.columns)
    setup = Setup(
        variant,
        checked_names(tags.get("Player 1", ""), tags.get("Player 2", "")),
        _read_first(tags.get("First", str(Player.ONE))),
        checked_kinds(*(tags.get(f"Kind {player:d}", HUMAN) for player in Player)),
        taken_over=_read_swap(tags.get("Swap", "no")),
    )
    timeline = _replayed(setup, rest)
    if setup.taken_over and not swap_fits(timeline):
        raise RecordError("the record tells of a swap, but there is no first move to take over")
    _compare(tags, "Result", _result(timeline.state))
    _compare(tags, "Reason", _reason(timeline.state))
    day = tags.get("Date")
    return Record(Game(setup, timeline), None if day is None else _read_date(day))


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
    """Return the values of the tags that we know, and the lines with the moves."""
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
        if tag[1] not in _TAGS:  # others may note what they like
            continue
        if tag[1] in tags:
            raise RecordError(f"the tag {tag[1]} stands in the record twice")
        tags[tag[1]] = clean(tag[2])
    return tags, []


def _needed(tags: dict[str, str], tag: str) -> str:
    if tag not in tags:
        raise RecordError(f"the tag {tag} is missing: write a line such as '{tag}: showdown'")
    return tags[tag]


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
    try:
        if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise RecordError(f"{quoted(text)} is not a date: write year, month and day as 2024-02-29")


def _replayed(setup: Setup, lines: list[str]) -> Timeline:
    timeline = Timeline.begin(setup.variant.start(setup.first))
    for text in (part.strip() for line in lines for part in line.split(";")):
        if text:
            timeline = _played(timeline, text)
    return timeline


def _played(timeline: Timeline, text: str) -> Timeline:
    state, number = timeline.state, len(timeline.moves) + 1
    numbered = _NUMBERED.match(text)
    if numbered is not None:
        text = text[numbered.end() :]
        if int(numbered[1]) != number:
            raise RecordError(f"move {number} is numbered {int(numbered[1])} in the record")
    signed = _SIGNED.match(text)
    if signed is not None:
        text = text[signed.end() :]
        if signed[1].upper() != state.to_move.symbol and not state.is_over:
            wrong, right = signed[1].upper(), state.to_move.symbol
            raise RecordError(f"move {number} is said to be by {wrong}, but it is {right} to move")
    try:
        return timeline.play(read_move(state.variant, text))
    except GridlockError as error:
        raise RecordError(f"move {number} cannot be played: {error}") from error


def _compare(tags: dict[str, str], tag: str, right: str) -> None:
    if tags.get(tag, right) != right:
        told, by_rules = quoted(tags[tag]), f"'{right}'" if right else "none"
        raise RecordError(
            f"the record gives {told} as {tag.lower()}; by the rules it is {by_rules}"
        )
