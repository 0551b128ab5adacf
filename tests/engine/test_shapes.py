"""Shapes: the canonical form is the same for every image, and is one of them."""

import random

import pytest

from gridlock_tui.engine.shapes import (
    SIDE,
    Limits,
    Symmetry,
    canonical,
    canonical_pair,
    shift_of,
    symmetries_of,
)
from gridlock_tui.rules import KING, KNIGHT, ROOK, Neighbourhood

ALL = symmetries_of(KING)
FEW = symmetries_of(Neighbourhood("sideways", ((0, 1), (0, -1))))


def random_shapes(seed: int) -> tuple[int, int]:
    """Return two sets of cells within one box, which can be as large as the plane."""
    rng = random.Random(seed)
    rows, columns = rng.randint(1, SIDE), rng.randint(1, SIDE)
    chance = rng.choice((0.1, 0.5, 0.9, 1.0))
    cells = [SIDE * row + column for row in range(rows) for column in range(columns)]
    one, two = (sum(1 << c for c in cells if rng.random() < chance) for _ in range(2))
    return one | 1 << rng.choice(cells), two


def at_the_corner(*shapes: int) -> tuple[int, ...]:
    """Return the shapes, moved up and left together by one row or column at a time."""
    left = sum(1 << SIDE * row for row in range(SIDE))
    while not any(shape & left for shape in shapes):
        shapes = tuple(shape >> 1 for shape in shapes)
    while not any(shape & (1 << SIDE) - 1 for shape in shapes):
        shapes = tuple(shape >> SIDE for shape in shapes)
    return shapes


@pytest.mark.parametrize("symmetries", [ALL, FEW], ids=["all", "few"])
def test_the_canonical_form_is_the_least_image(symmetries: tuple[Symmetry, ...]) -> None:
    assert len(ALL) == 8 > len(FEW) > 1
    for seed in range(600):
        one, two = random_shapes(seed)
        assert at_the_corner(one, two) == (one >> shift_of(one | two), two >> shift_of(one | two))
        images = [(turned(one), turned(two)) for turned in symmetries]
        least = min(at_the_corner(image) for image, _ in images)
        assert {canonical(image, symmetries) for image, _ in images} == {*least}
        least_pair = min(at_the_corner(*pair) for pair in images)
        assert {canonical_pair(*pair, symmetries) for pair in images} == {least_pair}


def test_symmetries_move_each_cell_to_its_image() -> None:
    corner, edge = 1, 1 << 1
    last = SIDE * SIDE - 1
    assert sorted(turned(corner) for turned in ALL) == sorted(
        [1 << cell for cell in (0, SIDE - 1, last - SIDE + 1, last)] * 2
    )
    assert len({turned(edge) for turned in ALL}) == 8


def touches(neighbourhood: Neighbourhood, one: int, two: int) -> bool:
    (row, column), (other_row, other_column) = divmod(one, SIDE), divmod(two, SIDE)
    return (row - other_row, column - other_column) in neighbourhood.steps


def first_come(neighbourhood: Neighbourhood, cells: set[int]) -> set[int]:
    """Return where markers stand if each takes the first cell that is left."""
    chosen: set[int] = set()
    for cell in sorted(cells):
        if not any(touches(neighbourhood, cell, other) for other in chosen):
            chosen.add(cell)
    return chosen


def largest(neighbourhood: Neighbourhood, cells: set[int]) -> int:
    """Return how many markers fit, by trying everything."""
    if not cells:
        return 0
    cell = min(cells)
    rest = cells - {cell}
    apart = {other for other in rest if not touches(neighbourhood, cell, other)}
    return max(1 + largest(neighbourhood, apart), largest(neighbourhood, rest))


def bits(cells: set[int]) -> int:
    return sum(1 << cell for cell in cells)


@pytest.mark.parametrize("neighbourhood", [KING, ROOK, KNIGHT], ids=lambda each: each.name)
def test_limits_hold_for_any_cells(neighbourhood: Neighbourhood) -> None:
    limits, rng = Limits(neighbourhood), random.Random(1)
    last = SIDE * SIDE - 1
    for _ in range(300):
        box = [SIDE * row + column for row in range(8) for column in range(rng.choice((2, 4, 8)))]
        cells = set(rng.sample(box, rng.randint(1, 12))) | ({last} if rng.random() < 0.2 else set())
        assert limits.most(bits(cells)) >= largest(neighbourhood, cells)
        own = first_come(neighbourhood, cells - {last})
        assert limits.packed(bits(cells)) == len(own) + (last in cells)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (4, 6), (8, 2), (6, 6)])
def test_whole_blocks_hold_no_more_than_one_marker_each(rows: int, columns: int) -> None:
    cells = {SIDE * row + column for row in range(rows) for column in range(columns)}
    assert Limits(KING).most(bits(cells)) == rows * columns // 4
    assert Limits(ROOK).most(bits(cells)) == rows * columns // 2


@pytest.mark.parametrize("neighbourhood", [KING, ROOK], ids=lambda each: each.name)
def test_the_opponent_takes_every_second_cell_but_none_that_is_yours_alone(
    neighbourhood: Neighbourhood,
) -> None:
    limits, rng = Limits(neighbourhood), random.Random(2)
    for _ in range(200):
        cells = set(rng.sample(range(SIDE * SIDE - 1), rng.randint(1, 20)))
        apart = len(first_come(neighbourhood, cells))
        own = bits(cells)
        for moves in (False, True):
            assert limits.sure(own, 0, moves) == apart
            assert limits.sure(own, own, moves) == (apart + moves) // 2
        # Cells that are yours alone come first; of the others, those that touch none of them.
        alone = {cell for cell in cells if rng.random() < 0.5}
        safe = first_come(neighbourhood, alone)
        rest = {
            cell
            for cell in cells - alone
            if not any(touches(neighbourhood, cell, other) for other in safe)
        }
        shared = len(first_come(neighbourhood, rest))
        assert limits.sure(own, bits(cells - alone), True) == len(safe) + (shared + 1) // 2
    last = 1 << SIDE * SIDE - 1
    assert limits.sure(last | 1, last, False) == 1
