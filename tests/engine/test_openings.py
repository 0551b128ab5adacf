"""The stored openings agree with the naive solver, and the right boards are recommended."""

from dataclasses import replace
from pathlib import Path

import pytest

from gridlock_tui.engine import Budget, Detail, Verdict, analyse, openings
from gridlock_tui.engine.analysis import new_solver
from gridlock_tui.engine.openings import (
    Opening,
    contested_boards,
    game_name,
    known_opening,
    known_openings,
    largest_exact_board,
    opening_of,
    prove_opening,
    write_opening,
)
from gridlock_tui.engine.players import THINKING_SECONDS
from gridlock_tui.rules import KNIGHT, VARIANTS, Blocks, Board, Placement
from tests import naive, naive_solver
from tests.rules.support import naive_game

NAIVELY_SOLVED = [
    (slug, size)
    for slug, sizes in {
        "classic": [(3, 3), (3, 4), (3, 5), (4, 4), (4, 5)],
        "spacing": [(3, 3), (3, 4)],
        "showdown": [(3, 3), (3, 4), (3, 5), (4, 4)],
        "passing": [(3, 3), (3, 4)],
    }.items()
    for size in sizes
]


def naive_winners(position: naive.Position) -> set[int]:
    if position.winner():
        return {position.winner()}
    return {each for play in position.plays() for each in naive_winners(position.after(play))}


def second_wins(position: naive.Position) -> bool:
    if position.winner():
        return position.winner() == 2
    return naive_solver.mover_wins(position) == (position.mover == 2)


@pytest.mark.parametrize(("slug", "size"), NAIVELY_SOLVED)
def test_a_stored_opening_agrees_with_the_naive_solver(slug: str, size: tuple[int, int]) -> None:
    stored = known_opening(VARIANTS[slug].resized(*size))
    assert stored is not None
    start = naive.Position(naive_game(VARIANTS[slug].resized(*size)))
    children = [start.after(play) for play in start.plays()]
    winning = sum(not naive_solver.mover_wins(child) for child in children)
    assert (stored.winning, stored.moves, stored.unknown) == (winning, len(children), 0)
    assert stored.verdict is (Verdict.WIN if winning else Verdict.LOSS)
    assert stored.distance == naive_solver.length(start)
    if not winning:
        shares = []
        for child in children:
            replies = [child.after(play) for play in child.plays()]
            right = sum(second_wins(reply) for reply in replies)
            shares.append((right, len(replies)))
        assert stored.replies == min(shares, key=lambda share: share[0] / share[1])


@pytest.mark.parametrize(
    ("slug", "size"),
    [
        *(("showdown", size) for size in [(1, 1), (1, 3), (1, 4), (1, 5), (2, 2), (3, 4)]),
        *(("spacing", size) for size in [(1, 2), (1, 3), (2, 2)]),
        *(("passing", size) for size in [(1, 2), (1, 4), (2, 3)]),
        *(("classic", size) for size in [(1, 4), (2, 4), (3, 3)]),
    ],
)
def test_what_is_proven_of_an_opening_agrees_with_the_naive_solver(
    slug: str, size: tuple[int, int]
) -> None:
    variant = VARIANTS[slug].resized(*size)
    found = prove_opening(variant, Budget())
    start = naive.Position(naive_game(variant))
    assert found.fixed is (len(naive_winners(start)) == 1)
    assert (found.verdict is Verdict.WIN) is naive_solver.mover_wins(start)
    shares = []
    for child in (start.after(play) for play in start.plays()):
        replies = [child.after(play) for play in child.plays()]
        shares.append((sum(second_wins(reply) for reply in replies), len(replies)))
    replied = [share for share in shares if share[1]]
    hardest = min(replied, key=lambda share: share[0] / share[1], default=None)
    assert found.replies == (hardest if found.verdict is Verdict.LOSS else None)
    assert (found.seconds is None) is found.mirrored, "with a mirror the time says nothing"


def test_that_every_game_has_the_same_winner_is_not_claimed_without_a_proof() -> None:
    variant = VARIANTS["showdown"].resized(1, 3)
    assert prove_opening(variant.resized(1, 1), Budget()).fixed
    assert not prove_opening(variant.resized(1, 1), Budget(nodes=0)).fixed


def test_the_winner_of_every_board_is_known_except_an_open_problem() -> None:
    sizes = [(rows, columns) for rows in range(3, 9) for columns in range(rows, 9)]
    missing = {
        (slug, size)
        for slug in naive.GAMES
        for size in sizes
        if known_opening(VARIANTS[slug].resized(*size)) is None
    }
    assert missing == {("spacing", (7, 7)), ("passing", (7, 7))}


def test_nothing_matters_on_the_standard_board_of_classic() -> None:
    assert naive_winners(naive.Position(naive.GAMES["classic"])) == {2}
    for slug in naive.GAMES:
        opening = known_opening(VARIANTS[slug])
        assert opening is not None
        assert opening.fixed == (slug == "classic")


def test_the_standard_boards_are_lopsided() -> None:
    for slug in naive.GAMES:
        opening = known_opening(VARIANTS[slug])
        assert opening is not None
        if slug == "sequence":
            assert 2 * opening.winning > opening.moves
        else:
            assert opening.winning == 0


def test_a_stored_opening_is_what_the_engine_proves_now() -> None:
    for slug, size in [("classic", (5, 6)), ("showdown", (5, 5)), ("spacing", (3, 5))]:
        variant = VARIANTS[slug].resized(*size)
        stored = known_opening(variant)
        assert stored is not None
        proven = prove_opening(variant, Budget())
        assert replace(proven, distance=stored.distance, seconds=stored.seconds) == stored


@pytest.mark.parametrize("slug", naive.GAMES)
def test_recommended_boards_are_harder_to_win(slug: str) -> None:
    variant = VARIANTS[slug]
    own = known_opening(variant)
    recommended = contested_boards(variant)
    assert own is not None
    assert recommended or own.is_contested
    for board, opening in recommended:
        assert board != variant.board
        assert not opening.fixed
        assert not opening.mirrored
        assert opening.winning_share is not None
        assert opening.winning_share < (own.winning_share or 1)


def test_the_share_of_the_winner_s_first_choices_that_win() -> None:
    assert Opening(Verdict.WIN, winning=4, moves=16).winning_share == 1 / 4
    assert Opening(Verdict.LOSS, 0, 16, replies=(3, 15)).winning_share == 1 / 5
    assert Opening(Verdict.LOSS, 0, 16).winning_share is None


def test_a_transposed_board_has_the_same_opening() -> None:
    assert known_opening(VARIANTS["classic"].resized(5, 3)) == known_opening(
        VARIANTS["classic"].resized(3, 5)
    )
    assert known_opening(VARIANTS["classic"].resized(5, 3)) is not None


def test_a_game_with_other_rules_is_analysed() -> None:
    other = replace(VARIANTS["classic"], rules=Placement(KNIGHT, Blocks.BOTH)).resized(3, 3)
    assert known_opening(other) is None
    assert contested_boards(other) == []
    assert largest_exact_board(other, 3.0) is None
    opening = opening_of(other, Budget())
    start = naive.Position(naive_game(other))
    winning = sum(not naive_solver.mover_wins(start.after(play)) for play in start.plays())
    assert opening.winning == winning


def test_the_opening_is_unknown_when_the_budget_ends() -> None:
    opening = opening_of(VARIANTS["spacing"].resized(7, 7), Budget(nodes=10))
    assert replace(opening, seconds=None) == Opening(Verdict.UNKNOWN, 0, 49, 49)
    assert not opening.is_contested


@pytest.mark.slow
def test_exact_up_to_is_what_a_computer_proves_after_any_first_move() -> None:
    """On the board that is named, Perfect has a verdict for every answer to a first move."""
    for variant in map(VARIANTS.__getitem__, naive.GAMES):
        largest = largest_exact_board(variant, THINKING_SECONDS)
        assert largest is not None
        state = variant.resized(largest.rows, largest.columns).start()
        state = state.play(state.legal_moves[0])
        solver = new_solver(variant.rules)
        budget = Budget(nodes=int(THINKING_SECONDS * solver.nodes_per_second))
        found = analyse(state, budget, Detail.VERDICTS, solver)
        assert Verdict.UNKNOWN not in {value.verdict for value in found.moves}


def test_exact_up_to_is_the_largest_board_before_the_first_that_takes_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variant, quick = VARIANTS["showdown"], Opening(Verdict.WIN, 1, 9, seconds=0.1)
    slow, mirrored = replace(quick, seconds=9.0), replace(quick, seconds=None)
    for third, largest in (
        (quick, Board(4, 4)),
        (slow, Board(3, 4)),
        (mirrored, Board(3, 4)),
        (None, Board(3, 4)),
    ):
        found = {Board(3, 3): quick, Board(3, 4): quick, Board(3, 5): third, Board(4, 4): quick}
        known = {(game_name(variant), board): each for board, each in found.items() if each}
        monkeypatch.setattr(openings, "known_openings", lambda known=known: known)
        assert largest_exact_board(variant, 1.0) == largest


def test_what_is_written_is_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opening = Opening(Verdict.LOSS, 0, 35, 0, 12, (3, 33), 1.5, fixed=True, mirrored=True)
    sparse = Opening(Verdict.WIN, 4, 36)
    lines = [
        write_opening(VARIANTS["showdown"].resized(5, 7), opening),
        write_opening(VARIANTS["classic"].resized(6, 6), sparse),
    ]
    (tmp_path / "openings.txt").write_text("# two\n" + "\n".join(lines) + "\n")
    monkeypatch.setattr("gridlock_tui.engine.openings.__file__", str(tmp_path / "openings.py"))
    known_openings.cache_clear()
    try:
        assert known_opening(VARIANTS["showdown"].resized(7, 5)) == opening
        assert known_opening(VARIANTS["classic"].resized(6, 6)) == sparse
        assert len(known_openings()) == 3
    finally:
        known_openings.cache_clear()


@pytest.mark.parametrize(("winning", "contested"), [(4, True), (5, True), (6, False)])
def test_a_board_is_contested_if_at_most_a_third_of_the_first_moves_wins(
    winning: int, contested: bool
) -> None:
    assert Opening(Verdict.WIN, winning, 15).is_contested is contested


def test_of_contested_boards_much_smaller_ones_come_after_larger_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variant = VARIANTS["showdown"]
    hard = Opening(Verdict.WIN, 1, 25)
    sizes = [Board(3, 3), Board(5, 5), Board(4, 5)]
    known = {(game_name(variant), board): hard for board in sizes}
    monkeypatch.setattr(openings, "known_openings", lambda: known)
    boards = [board for board, _ in contested_boards(variant)]
    assert boards == [Board(4, 5), Board(5, 5), Board(3, 3)]
