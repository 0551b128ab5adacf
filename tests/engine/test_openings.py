"""What is kept of empty boards agrees with the naive solver, and recommends what it should."""

from dataclasses import replace

import pytest

from gridlock_tui.engine import Budget, Verdict
from gridlock_tui.engine.openings import (
    Opening,
    exact_up_to,
    fights,
    kept_opening,
    kept_openings,
    opening_of,
    proven_opening,
    write_opening,
)
from gridlock_tui.rules import KNIGHT, VARIANTS, Bars, Board, Placement
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
def test_what_is_kept_is_true(slug: str, size: tuple[int, int]) -> None:
    kept = kept_opening(VARIANTS[slug].resized(*size))
    assert kept is not None
    start = naive.Position(naive_game(VARIANTS[slug].resized(*size)))
    children = [start.after(play) for play in start.plays()]
    winning = sum(not naive_solver.mover_wins(child) for child in children)
    assert (kept.winning, kept.moves, kept.unknown) == (winning, len(children), 0)
    assert kept.verdict is (Verdict.WIN if winning else Verdict.LOSS)
    assert kept.distance == naive_solver.length(start)
    if not winning:
        shares = []
        for child in children:
            replies = [child.after(play) for play in child.plays()]
            right = sum(second_wins(reply) for reply in replies)
            shares.append((right, len(replies)))
        assert kept.answers == min(shares, key=lambda share: share[0] / share[1])


def test_nothing_matters_on_the_standard_board_of_classic() -> None:
    assert naive_winners(naive.Position(naive.GAMES["classic"])) == {2}
    for slug, variant in VARIANTS.items():
        opening = kept_opening(variant)
        assert opening is not None
        assert opening.fixed == (slug == "classic")


def test_the_standard_boards_are_lopsided_as_the_documents_have_them() -> None:
    for slug, variant in VARIANTS.items():
        opening = kept_opening(variant)
        assert opening is not None
        if slug == "sequence":
            assert 2 * opening.winning > opening.moves
        else:
            assert opening.winning == 0


def test_what_is_kept_is_what_would_be_proven_now() -> None:
    for slug, size in [("classic", (5, 6)), ("showdown", (5, 5)), ("spacing", (3, 5))]:
        variant = VARIANTS[slug].resized(*size)
        kept = kept_opening(variant)
        assert kept is not None
        proven = proven_opening(variant, Budget())
        assert replace(proven, distance=kept.distance, seconds=kept.seconds) == kept


@pytest.mark.parametrize("slug", VARIANTS)
def test_other_boards_are_recommended_for_a_reason(slug: str) -> None:
    variant = VARIANTS[slug]
    own = kept_opening(variant)
    recommended = fights(variant)
    assert own is not None
    assert recommended
    for board, opening in recommended:
        assert board != variant.board
        assert not opening.fixed
        assert not opening.mirrored
        assert opening.hardest is not None
        assert opening.hardest <= (own.hardest or 1)


def test_a_board_on_its_side_is_the_same_board() -> None:
    assert kept_opening(VARIANTS["classic"].resized(5, 3)) == kept_opening(
        VARIANTS["classic"].resized(3, 5)
    )
    assert kept_opening(VARIANTS["classic"].resized(5, 3)) is not None


def test_a_game_of_other_rules_is_worked_out() -> None:
    other = replace(VARIANTS["classic"], rules=Placement(KNIGHT, Bars.BOTH)).resized(3, 3)
    assert kept_opening(other) is None
    assert fights(other) == []
    assert exact_up_to(other, 3.0) is None
    opening = opening_of(other, Budget())
    start = naive.Position(naive_game(other))
    winning = sum(not naive_solver.mover_wins(start.after(play)) for play in start.plays())
    assert opening.winning == winning


def test_not_known_is_said_where_the_budget_ends() -> None:
    opening = opening_of(VARIANTS["showdown"].resized(8, 8), Budget(nodes=10))
    assert opening == Opening(Verdict.UNKNOWN, 0, 64, 64)
    assert not opening.is_fight


def test_exact_up_to_is_a_board_like_which_all_smaller_ones_are_kept() -> None:
    for variant in VARIANTS.values():
        largest = exact_up_to(variant, 3.0)
        assert largest is not None
        for rows in range(3, 9):
            for columns in range(rows, 9):
                if Board(rows, columns).size < largest.size:
                    kept = kept_opening(variant.resized(rows, columns))
                    assert kept is not None
                    assert kept.seconds is not None
                    assert kept.seconds <= 3.0


def test_what_is_written_is_what_is_read() -> None:
    for variant in VARIANTS.values():
        opening = kept_opening(variant)
        assert opening is not None
        words = write_opening(variant, opening).split()
        assert kept_openings()[words[0], words[1]] == opening
