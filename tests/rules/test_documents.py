"""The example of every rule document, replayed up to the first step that breaks its rule.

The grids are those of the documents. Where an example breaks its rule, a comment says what the
document shows, and the grid follows the rule.
"""

from dataclasses import replace
from itertools import pairwise
from textwrap import dedent

import pytest

from gridlock_tui.rules import (
    VARIANTS,
    GameState,
    IllegalMove,
    Move,
    Player,
    Reason,
    Refusal,
    Sequence,
    closing_text,
    draw_grid,
    play_moves,
    read_move,
    write_move,
)
from tests.rules.grids import read_grid


def after(slug: str, moves: str) -> GameState:
    return play_moves(VARIANTS[slug].start(), moves)


def grid(text: str) -> str:
    return dedent(text).strip("\n")


def legal(state: GameState) -> list[str]:
    return [write_move(state.variant, move) for move in state.legal_moves]


def refused(state: GameState, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        state.play(read_move(state.variant, text))
    return caught.value


class TestClassic:
    def test_grids(self) -> None:
        assert draw_grid(after("classic", "")) == grid(
            """
            1   2   3   4
            5   6   7   8
            9  10  11  12
            13 14  15  16
            """
        )
        # The document forgets that 6 blocks 3 and 9.
        assert draw_grid(after("classic", "6")) == grid(
            """
            -   -   -   4
            -   X   -   8
            -   -   -  12
            13 14  15  16
            """
        )
        # And that 15 blocks 12.
        assert draw_grid(after("classic", "6; 15")) == grid(
            """
            -   -   -   4
            -   X   -   8
            -   -   -   -
            13  -   O   -
            """
        )

    def test_the_forgotten_cells_are_blocked(self) -> None:
        state = after("classic", "6")
        assert state.why_not(read_move(state.variant, "3")) == "3 is blocked by 6"
        assert state.why_not(read_move(state.variant, "9")) == "9 is blocked by 6"

    def test_the_third_turn_is_refused(self) -> None:
        state = after("classic", "6; 15")
        assert legal(state) == ["4", "8", "13"]
        error = refused(state, "12")
        assert str(error) == "12 is blocked by 15"
        assert error.refusal is Refusal.BLOCKED

    def test_every_blocker_is_named(self) -> None:
        assert str(refused(after("classic", "6; 15"), "11")) == "11 is blocked by 6 and 15"

    def test_closing_message(self) -> None:
        end = after("classic", "6; 15; 4; 13")
        assert closing_text(end) == (
            "Player 1 has no valid moves and loses the game. Player 2 wins!"
        )


class TestSpacing:
    def test_grids(self) -> None:
        assert draw_grid(after("spacing", "2 2; 2 3; 4 4")) == grid(
            """
               1 2 3 4
              ---------
            1 | . . . .
            2 | . X O .
            3 | . . . .
            4 | . . . X
            """
        )

    def test_the_fourth_turn_is_refused(self) -> None:
        state = after("spacing", "2 2; 2 3; 4 4")
        error = refused(state, "3 3")
        assert str(error) == "3 3 touches your own marker at 2 3"
        assert error.refusal is Refusal.TOUCHES_OWN

    def test_the_sample_inputs(self) -> None:
        state = after("spacing", "2 2; 2 3; 4 4")
        assert str(refused(state, "1 3")) == "1 3 touches your own marker at 2 3"
        assert "1 4" in legal(after("spacing", "2 2; 2 3; 4 4; 4 1"))

    def test_several_touching_markers_are_all_named(self) -> None:
        state = after("spacing", "2 2; 1 4; 2 4; 4 1")
        assert str(refused(state, "3 3")) == "3 3 touches your own markers at 2 2 and 2 4"


class TestShowdown:
    MOVES = "2 2; 1 3; 3 3; 4 2; 2 4; 4 4; 1 1"

    def test_grids(self) -> None:
        assert draw_grid(after("showdown", "2 2; 1 3")) == grid(
            """
               1 2 3 4
            1 [- # O #]
            2 [# X # -]
            3 [- # - -]
            4 [- - - -]
            """
        )
        assert draw_grid(after("showdown", self.MOVES)) == grid(
            """
               1 2 3 4
            1 [X # O #]
            2 [# X # X]
            3 [- # X #]
            4 [# O # O]
            """
        )

    def test_the_moves_before_turn_seven(self) -> None:
        # The document lists 1 1 and 4 1.
        assert legal(after("showdown", "2 2; 1 3; 3 3; 4 2; 2 4; 4 4")) == ["1 1", "3 1"]

    def test_the_eighth_turn_is_refused_and_the_other_cell_wins(self) -> None:
        state = after("showdown", self.MOVES)
        assert str(refused(state, "4 1")) == "4 1 is blocked by 4 2"
        assert legal(state) == ["3 1"]
        end = after("showdown", self.MOVES + "; 3 1")
        outcome = end.outcome
        assert outcome is not None
        assert outcome.winner is Player.TWO
        assert outcome.reason is Reason.STUCK
        assert closing_text(end) == "Player 1 has no valid moves left. Player 2 wins!"
        assert str(refused(end, "4 1")) == "the game is over: Player 2 won"


class TestSequence:
    MOVES = "5 B2; 4 A1; 6 C2; 3 A2; 7 D2"

    def test_the_example_wins(self) -> None:
        end = after("sequence", self.MOVES)
        outcome = end.outcome
        assert outcome is not None
        assert outcome.winner is Player.ONE
        assert outcome.reason is Reason.RUN
        assert [end.variant.cell_name(cell) for cell in outcome.cells] == ["B2", "C2", "D2"]
        assert closing_text(end) == "P1-5, P1-6, P1-7 in a line, in strict order. Player 1 wins!"

    def test_grid(self) -> None:
        assert draw_grid(after("sequence", "5 B2")) == grid(
            """
                1      2      3      4
             +------+------+------+------+
            A|      |      |      |      |
             +------+------+------+------+
            B|      | P1-5 |      |      |
             +------+------+------+------+
            C|      |      |      |      |
             +------+------+------+------+
            D|      |      |      |      |
             +------+------+------+------+
            """
        )

    def test_a_spent_token_is_refused(self) -> None:
        state = after("sequence", "5 B2; 4 A1")
        error = refused(state, "5 C3")
        assert str(error) == "token 5 is already on the board"
        assert error.refusal is Refusal.TOKEN_SPENT
        assert state.why_not(read_move(state.variant, "4 C3")) is None

    def test_eleven_tokens_do_not_fill_the_grid(self) -> None:
        # The document's tokens, with Player 1 to move: it calls this the end.
        state = read_grid(
            VARIANTS["sequence"],
            grid(
                """
                    1      2      3      4
                 +------+------+------+------+
                A| P1-2 | P2-1 | P1-8 | P2-6 |
                 +------+------+------+------+
                B| P2-3 | P1-4 | P2-8 | P1-7 |
                 +------+------+------+------+
                C| P2-7 | P1-5 | P2-5 |      |
                 +------+------+------+------+
                D|      |      |      |      |
                 +------+------+------+------+
                """
            ),
            to_move=Player.ONE,
        )
        assert sum(state.marks).bit_count() == 11
        assert state.outcome is None
        assert len(state.legal_moves) == 5 * 3

    def test_equal_sums_go_to_the_last_to_place(self) -> None:
        moves = (
            "1 A1; 1 A2; 2 A3; 2 A4; 3 B1; 3 B2; 4 B3; 4 B4; "
            "5 C2; 5 C1; 6 C4; 6 C3; 7 D2; 7 D1; 8 D4"
        )
        for first in Player:
            state = play_moves(VARIANTS["sequence"].start(first), moves)
            assert state.outcome is None
            end = play_moves(state, "8 D3")
            outcome = end.outcome
            assert outcome is not None
            assert outcome.reason is Reason.LAST_PLACED
            assert outcome.winner is first.other
            assert closing_text(end) == (
                f"The grid is full and both sums are 36. {first.other} placed the last token. "
                f"{first.other} wins!"
            )

    def test_the_higher_sum_wins_where_sums_differ(self) -> None:
        # On 1x3 the starter places two of the tokens 1 and 2, the other one of them.
        board = VARIANTS["sequence"].resized(1, 3)
        end = play_moves(board.start(), "1 A1; 2 A2; 2 A3")
        outcome = end.outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (Player.ONE, Reason.SUM)
        assert outcome.cells == (0, 2)
        assert closing_text(end) == (
            "The grid is full. The tokens of Player 1 add up to 3, those of Player 2 to 2. "
            "Player 1 wins!"
        )

    def test_the_higher_sum_wins_on_three_by_three(self) -> None:
        # The starter places all of 1 to 5, the other four of them: never as much.
        moves = "3 A1; 5 A2; 4 A3; 2 B1; 5 B2; 3 C1; 1 B3; 1 C2; 2 C3"
        for first in Player:
            end = play_moves(VARIANTS["sequence"].resized(3, 3).start(first), moves)
            outcome = end.outcome
            assert outcome is not None
            assert (outcome.winner, outcome.reason) == (first, Reason.SUM)

    def test_the_higher_sum_beats_the_last_placement(self) -> None:
        # With a spare token, the last to place may have the lower sum.
        spare = replace(VARIANTS["sequence"].resized(2, 2), rules=Sequence(spare_tokens=1))
        end = play_moves(spare.start(), "3 A1; 1 A2; 2 B1; 2 B2")
        outcome = end.outcome
        assert outcome is not None
        assert (end.last, outcome.winner, outcome.reason) == (Player.TWO, Player.ONE, Reason.SUM)

    # A run through the middle of the board along every line, in both orders, placed in every
    # order in which the last token can complete it.
    @pytest.mark.parametrize("direction", [(0, 1), (1, 0), (1, 1), (1, -1)])
    @pytest.mark.parametrize("sign", [1, -1])
    @pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (2, 1, 0)])
    def test_all_eight_directions(
        self, direction: tuple[int, int], sign: int, order: tuple[int, int, int]
    ) -> None:
        board = VARIANTS["sequence"].board
        down, right = direction
        line = [board.cell(1 + sign * i * down, 1 + sign * i * right) for i in (-1, 0, 1)]
        far = [cell for cell in range(16) if cell not in line]
        state = VARIANTS["sequence"].start()
        for turn, at in enumerate(order):
            assert state.outcome is None
            state = state.play(Move(line[at], (1, 5, 8)[at]))
            if turn < 2:
                state = state.play(Move(far[-1 - 5 * turn], 1 + turn))
        outcome = state.outcome
        assert outcome is not None
        assert outcome.reason is Reason.RUN
        assert outcome.cells == tuple(sorted(line))

    def test_three_in_a_line_out_of_order_do_not_win(self) -> None:
        assert after("sequence", "5 B1; 1 D1; 2 B2; 2 D3; 7 B3").outcome is None

    def test_a_gap_in_the_line_does_not_win(self) -> None:
        assert after("sequence", "1 B1; 1 D1; 2 B2; 2 D3; 3 B4").outcome is None

    def test_the_other_players_token_breaks_the_line(self) -> None:
        assert after("sequence", "1 B1; 2 B2; 3 B3; 1 D1").outcome is None

    def test_four_in_a_line_report_all_cells_in_order(self) -> None:
        end = after("sequence", "1 A1; 1 D1; 2 A2; 3 D2; 4 A4; 2 B4; 3 A3")
        outcome = end.outcome
        assert outcome is not None
        assert outcome.cells == (0, 1, 2, 3)

    def test_three_of_four_in_order_are_enough(self) -> None:
        end = after("sequence", "3 A1; 1 D1; 2 A2; 3 D2; 5 A4; 2 B4; 4 A3")
        outcome = end.outcome
        assert outcome is not None
        assert outcome.cells == (1, 2, 3)


class TestPassing:
    def test_grids(self) -> None:
        grids = [
            draw_grid(after("passing", moves))
            for moves in ("", "3 3", "3 3; 2 2", "3 3; 2 2; 1 5", "3 3; 2 2; 1 5; 5 1")
        ]
        assert grids[0] == "\n".join(["_ _ _ _ _"] * 5)
        assert grids[-1] == grid(
            """
            _ _ _ _ X
            _ O _ _ _
            _ _ X _ _
            _ _ _ _ _
            O _ _ _ _
            """
        )
        for before, then in pairwise(grids):
            changed = [(a, b) for a, b in zip(before, then, strict=True) if a != b]
            assert changed in ([("_", "X")], [("_", "O")])

    def test_the_endgame_grid_leaves_x_eight_cells(self) -> None:
        state = read_grid(
            VARIANTS["passing"],
            grid(
                """
                X _ _ _ X
                _ O _ _ _
                _ _ X _ _
                _ _ _ _ _
                O _ _ _ O
                """
            ),
            to_move=Player.ONE,
        )
        assert legal(state) == ["1 3", "3 1", "3 5", "4 1", "4 5", "5 2", "5 3", "5 4"]

    def test_a_forced_pass_and_the_announcement(self) -> None:
        # On 1x3 X in the middle has no second cell; O takes both ends, X passes in between.
        start = VARIANTS["passing"].resized(1, 3).start()
        state = play_moves(start, "1 2; 1 1")
        assert state.passed is Player.ONE
        assert state.to_move is state.last is Player.TWO
        end = play_moves(state, "1 3")
        assert end.passed is None
        assert closing_text(end) == (
            "Neither player can make a valid move.\n"
            "The last player to place a token was Player 2.\n"
            "Congratulations, Player 2 wins the game!"
        )
