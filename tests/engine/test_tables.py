"""Grundy values of long boards: known terms, a naive solver, a second method, limits."""

import inspect
import sys
import tracemalloc
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gridlock_tui.engine import analyse
from gridlock_tui.engine.tables import StripTable
from gridlock_tui.rules import BISHOP, KING, KNIGHT, ROOK, VARIANTS, Neighbourhood, Placement
from tests import naive
from tests.bench.tables import FARTHEST, SecondMethod, readme_tables
from tests.naive_solver import grundy

A316632 = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3]
"""All terms of OEIS A316632, 3×n lattice graphs."""
A002187 = """
    1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4
    0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4
    8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4 5 3 7 4
    8 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 9 3 3 0 1 1 3 0 2 1 1 0 4
"""
"""The terms that OEIS lists of A002187, Dawson's Chess, from n = 1."""

NEIGHBOURHOODS = {
    slug: variant.rules.neighbourhood
    for slug, variant in VARIANTS.items()
    if isinstance(variant.rules, Placement) and variant.has_grundy_values
}


def values(neighbourhood: Neighbourhood, rows: int, to: int) -> list[int]:
    table = StripTable(neighbourhood, rows)
    return [table.value(columns) for columns in range(1, to + 1)]


@pytest.mark.slow
def test_three_rows_have_the_known_terms() -> None:
    assert values(ROOK, 3, len(A316632)) == A316632


@pytest.mark.parametrize("neighbourhood", [ROOK, KING], ids=lambda each: each.name)
def test_one_row_is_dawsons_chess(neighbourhood: Neighbourhood) -> None:
    known = list(map(int, A002187.split()))
    assert len(known) == 131
    assert values(neighbourhood, 1, len(known)) == known


def test_two_rows_of_kings_are_dawsons_chess_too() -> None:
    assert values(KING, 2, 60) == values(KING, 1, 60)


def test_two_and_four_rows_of_rooks_have_the_known_terms() -> None:
    assert values(ROOK, 2, 41) == [1, 0] * 20 + [1]
    assert values(ROOK, 4, 9) == [0] * 9


@pytest.mark.parametrize("neighbourhood", [ROOK, KING, BISHOP, KNIGHT], ids=lambda n: n.name)
def test_small_boards_have_the_values_of_the_naive_solver(neighbourhood: Neighbourhood) -> None:
    for rows in range(1, 5):
        table = StripTable(neighbourhood, rows)
        for columns in range(1, 12 // rows + 1):
            game = naive.Game(rows, columns, neighbourhood.name)
            assert table.value(columns) == grundy(naive.Position(game)), (rows, columns)


@pytest.mark.parametrize("slug", NEIGHBOURHOODS)
def test_boards_of_the_app_have_the_values_of_the_analysis(slug: str) -> None:
    for rows in range(1, 6):
        table = StripTable(NEIGHBOURHOODS[slug], rows)
        for columns in range(1, 6):
            state = VARIANTS[slug].resized(rows, columns).start()
            assert table.value(columns) == analyse(state).grundy


@pytest.mark.parametrize(
    ("slug", "rows", "to"),
    [("showdown", 3, 12), ("classic", 3, 15), ("showdown", 5, 6), ("classic", 5, 7)],
)
def test_the_second_method_finds_the_same(slug: str, rows: int, to: int) -> None:
    second = SecondMethod(slug, rows, to)
    found = [second.grundy(columns) for columns in range(1, to + 1)]
    assert values(NEIGHBOURHOODS[slug], rows, to) == found


STEPS = list(product(range(-2, 3), range(-2, 3)))


@given(st.sets(st.sampled_from(STEPS), max_size=5), st.integers(1, 3), st.integers(1, 4))
def test_any_symmetric_neighbourhood_will_do(
    some: set[tuple[int, int]], rows: int, columns: int
) -> None:
    steps = some | {(-down, -right) for down, right in some}
    touching = {
        (row, column): {(row + down, column + right) for down, right in steps} | {(row, column)}
        for row in range(rows)
        for column in range(columns)
    }

    @cache
    def mex(free: frozenset[tuple[int, int]]) -> int:
        reached = {mex(free - touching[cell]) for cell in free}
        return next(value for value in range(len(reached) + 1) if value not in reached)

    table = StripTable(Neighbourhood("any", tuple(steps)), rows)
    assert table.value(columns) == mex(frozenset(touching))


@pytest.mark.parametrize(
    ("neighbourhood", "rows", "columns"),
    [(ROOK, 8, 100), (ROOK, 2, 3000), (KNIGHT, 3, 50), (KNIGHT, 4, 7)],
    ids=["rooks", "long", "reflected", "flipped"],
)
def test_a_board_that_mirrors_without_touching_needs_no_search(
    neighbourhood: Neighbourhood, rows: int, columns: int
) -> None:
    table = StripTable(neighbourhood, rows)
    assert table.value(columns) == 0
    assert table.nodes == 0


def test_boards_in_any_order_have_the_same_values() -> None:
    table = StripTable(ROOK, 3)
    assert [table.value(columns) for columns in (12, 3, 9)] == [5, 1, 2]


def test_a_long_board_from_nothing() -> None:
    # Dawson's Chess has period 34 after 51 columns.
    assert StripTable(ROOK, 1).value(400) == int(A002187.split()[400 % 34 + 68 - 1])


def test_the_search_makes_room_on_the_stack_and_leaves_it_as_it_was() -> None:
    before = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(len(inspect.stack()) + 15)
        low = sys.getrecursionlimit()
        assert StripTable(ROOK, 3).value(9) == 2
        assert sys.getrecursionlimit() == low
    finally:
        sys.setrecursionlimit(before)


def test_the_tables_of_the_readme_are_right_as_far_as_is_quick() -> None:
    tables = readme_tables((Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8"))
    assert {table.slug for table in tables} == set(FARTHEST)
    for table in tables:
        assert set(range(1, 8)) <= table.confirmed <= set(table.values)
        quick = [value for columns, value in table.values.items() if columns <= 36 // table.rows]
        assert values(NEIGHBOURHOODS[table.slug], table.rows, len(quick)) == quick


def test_memory_stays_within_the_limit_and_values_exact() -> None:
    limit = 100_000
    free, bounded = StripTable(ROOK, 3), StripTable(ROOK, 3, limit)
    known = [free.value(columns) for columns in range(1, 12)]
    tracemalloc.start()
    try:
        assert [bounded.value(columns) for columns in range(1, 12)] == known
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert bounded.has_dropped
    assert not free.has_dropped
    assert bounded.nodes > free.nodes
    assert peak < limit
