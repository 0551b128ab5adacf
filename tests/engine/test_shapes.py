"""Shapes: the canonical form is the same for every image, and is one of them."""

import random

import pytest

from gridlock_tui.engine.shapes import (
    SIDE,
    Symmetry,
    canonical,
    canonical_pair,
    shift_of,
    symmetries_of,
)
from gridlock_tui.rules import KING, Neighbourhood

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
