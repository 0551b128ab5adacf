"""Sentences of the puzzle room. Independent of Textual."""

from __future__ import annotations

from datetime import date

from gridlock_tui.engine.puzzles import DIFFICULTIES, Puzzle
from gridlock_tui.match.glicko import Rating
from gridlock_tui.match.puzzle_choice import ANY_PUZZLE, PuzzleFilter
from gridlock_tui.match.puzzle_log import Attempt, Mode, Recorded
from gridlock_tui.match.puzzle_room import RoomState, Sitting
from gridlock_tui.match.puzzle_run import PuzzleRun
from gridlock_tui.rules import Board, find_variant, pass_text, write_move
from gridlock_tui.rules.text import counted, listed

TITLES = {
    Mode.DAILY: "Daily puzzle",
    Mode.PRACTICE: "Practice",
    Mode.STREAK: "Streak",
    Mode.SLIPS: "Your slips",
}
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
WEEKDAYS = "MTWTFSS"
LOOKING = "Looking for slips…"
NEW_DAY = "A new day has begun: this is its puzzle."
_FIND = "Exactly one move wins. Find it, then prove it against the best defence."
_FIND_ANY = "You threw this win away in a game. Find it now, and play it to the end."
_FIND_CELL = "Exactly one cell wins. Find it, then prove it against the best defence."
_COSTS = {
    Mode.DAILY: "A hint counts: with one, this puzzle scores half.",
    Mode.PRACTICE: "A hint counts: with one, this puzzle scores half.",
    Mode.STREAK: "A hint ends the streak.",
    Mode.SLIPS: "With a hint, this slip stays on your list.",
}


def day_words(day: date) -> str:
    """Return a day as in `17 November`."""
    return f"{day.day} {_MONTHS[day.month - 1]}"


def month_words(day: date) -> str:
    """Return the month of a day and its year."""
    return f"{_MONTHS[day.month - 1]} {day.year}"


def stars(puzzle: Puzzle) -> str:
    """Return how hard a puzzle is; nothing for one that is not rated."""
    if not puzzle.difficulty:
        return ""
    return "★" * puzzle.difficulty + "☆" * (DIFFICULTIES[-1] - puzzle.difficulty)


def rating_words(rating: Rating) -> str:
    """Return a rating as a whole number."""
    return f"{rating.rating:.0f}"


def change_words(recorded: Recorded | None) -> str:
    """Return by how much your rating has changed; nothing if it has not."""
    change = recorded.shown_change if recorded is not None else 0
    return "" if not change else f"+{change}" if change > 0 else f"−{-change}"


def board_words(puzzle: Puzzle) -> str:
    """Return the game and the board of a puzzle."""
    return f"{find_variant(puzzle.variant).name} {Board.from_text(puzzle.size).label}"


# The puzzle.


def task_words(sitting: Sitting) -> str:
    """Return what is asked."""
    if sitting.mode is Mode.SLIPS:
        return _FIND_ANY
    return _FIND_CELL if sitting.run.state.variant.has_tokens else _FIND


def cost_words(mode: Mode) -> str:
    """Return what a hint costs."""
    return _COSTS[mode]


def solution_cost_words(sitting: Sitting, key: str) -> str:
    """Return what the solution costs; `key` shows it."""
    cost = "it counts as a miss"
    if sitting.mode is Mode.STREAK and sitting.run.is_clean:
        cost = "it ends the streak"
    elif sitting.mode is Mode.SLIPS:
        cost = "this slip stays on your list"
    return f"{key} again shows the solution; {cost}."


def undecided_words(key: str) -> str:
    """Return why there is no next puzzle yet; `key` shows the solution of this one."""
    return f"The next puzzle comes when this one is decided: solve it, or {key} gives up."


def about_last_move(run: PuzzleRun) -> str:
    """Return what the defence has replied to your last move; nothing before the first."""
    timeline = run.timeline
    if not timeline.moves:
        return ""
    rival = run.you.other
    made = zip(timeline.states, timeline.moves, strict=False)
    replies = [move for state, move in made if state.to_move is rival]
    variant = run.state.variant
    if run.state.passed and not run.is_wrong:
        return pass_text(run.state, symbols(run))
    if not replies or timeline.states[-2].to_move is not rival:
        return ""
    wins = " and wins" if run.is_wrong else ""
    return f"{rival.symbol} answers {write_move(variant, replies[-1])}{wins}."


def symbols(run: PuzzleRun) -> tuple[str, str]:
    """Return how the players of a puzzle are called: you, and a letter for the defence."""
    return ("You", "O") if run.you == 1 else ("X", "You")


def result_title(sitting: Sitting) -> str:
    """Return the result in a word; nothing before it is finished."""
    if not sitting.run.is_finished:
        return ""
    return "Solved" if sitting.run.is_solved else "Missed"


def result_words(sitting: Sitting, counts: Attempt | None) -> str:
    """Return what the result took, and what becomes of a streak; `counts` is what is recorded."""
    run = sitting.run
    words = []
    if run.is_given_up:
        words.append("The board shows what wins.")
    elif run.misses or run.hints:
        words.append(f"{_solved_with(run.misses, run.hints)}.")
    if counts is not None and counts.uid != sitting.attempt.uid:
        words.append(f"Your first result counts: {_attempt_words(counts).lower()}.")
    elif sitting.mode is Mode.DAILY and run.is_solved and run.misses:
        words.append("The day still counts for your streak.")
    if sitting.mode is Mode.STREAK:
        words.append(_streak_words(sitting))
    elif sitting.mode is Mode.SLIPS:
        words.append("Won back." if run.is_clean else "It stays on your list.")
    return " ".join(words)


def _solved_with(misses: int, hints: int) -> str:
    cost = [counted(misses, "wrong move")] * bool(misses)
    cost += [counted(hints, "hint")] * bool(hints)
    return f"Solved with {listed(cost)}" if cost else "Solved"


def _attempt_words(attempt: Attempt) -> str:
    return _solved_with(attempt.misses, attempt.hints) if attempt.solved else "Missed"


def wrong_words(sitting: Sitting, counts: Attempt | None = None) -> str:
    """Return what a wrong move means, if this attempt is the one that counts."""
    if counts is not None and counts.is_final and counts.uid != sitting.attempt.uid:
        return "Your first result counts, but you may try again."
    if sitting.mode is Mode.STREAK:
        return f"{_streak_words(sitting)} You may still solve it."
    if sitting.mode is Mode.SLIPS:
        return "It stays on your list, but you may try again."
    return "It counts, but you may try again."


def _streak_words(sitting: Sitting) -> str:
    if sitting.run.is_clean:
        return f"{counted(sitting.behind + 1, 'puzzle')} in a row."
    where = f"after {counted(sitting.behind, 'puzzle')}" if sitting.behind else "here"
    return f"The streak ends {where}."


def streak_row(sitting: Sitting, state: RoomState) -> tuple[str, str]:
    """Return the name and the length of the streak that this puzzle is about."""
    if sitting.mode is Mode.STREAK:
        length = sitting.behind + (sitting.run.is_solved and sitting.run.is_clean)
        return "In a row", str(length)
    if sitting.mode is Mode.SLIPS:
        return "Slips left", str(state.slips)
    days = state.record.daily_streak(state.today)
    return "Daily streak", counted(days, "day") if days else ""


# The room.


def mode_words(mode: Mode, state: RoomState, upcoming: Sitting | None, wanted: PuzzleFilter) -> str:
    """Return how a mode stands, in one line."""
    begun = upcoming is not None and upcoming.is_begun
    match mode:
        case Mode.DAILY:
            return _daily_words(state, begun)
        case Mode.PRACTICE:
            if begun and upcoming is not None:
                return f"Go on with {board_words(upcoming.puzzle)}"
            if upcoming is None:
                return "No puzzle matches"
            near = f"Near your rating of {rating_words(state.record.rating)}"
            return near if wanted == ANY_PUZZLE else "As chosen below, near your rating"
        case Mode.STREAK:
            best = f"best {state.record.best_run}" if state.record.best_run else ""
            now = f"{state.streak} in a row" if state.streak else "Until the first miss"
            return ", ".join(filter(None, (now, best)))
        case Mode.SLIPS:
            return slips_words(state.slips)


def _daily_words(state: RoomState, begun: bool) -> str:
    daily, days = state.daily, state.record.daily_streak(state.today)
    if daily is None:
        now = "Begun" if begun else "Open"
    else:
        now = "Not solved yet"
        if daily.is_final:
            late = " in the end" if daily.misses else ""
            now = f"Solved{late}" if daily.solved else "Missed"
    return ", ".join([now, f"streak {counted(days, 'day')}"] if days else [now])


def slips_words(slips: int) -> str:
    """Return how many wins you can win back."""
    return f"{counted(slips, 'win')} to win back" if slips else "No win thrown away"


def no_puzzle_words(mode: Mode) -> str:
    """Return why a mode has no puzzle for you."""
    if mode is Mode.SLIPS:
        return "Wins that you throw away against a computer come up here."
    return "No puzzle matches: choose another game, idea or difficulty."


def about_puzzle(sitting: Sitting) -> str:
    """Return what the puzzle that comes next is about, in one line."""
    run = sitting.run
    side = f"You are {run.you.symbol}"
    return "  ".join(filter(None, [board_words(sitting.puzzle), stars(sitting.puzzle), side]))


def day_sign(attempt: Attempt | None, *, is_today: bool, is_future: bool) -> str:
    """Return the sign of a day in the calendar."""
    if attempt is not None:
        return "■" if attempt.solved else "×"
    return "□" if is_today else " " if is_future else "·"
