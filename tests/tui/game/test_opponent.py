"""The computers of a match: when they may move, and what they decide."""

import asyncio
from dataclasses import replace

import pytest

from gridlock_tui.match import Setup
from gridlock_tui.match.match import Match
from gridlock_tui.rules import VARIANTS, GameState, Move
from gridlock_tui.tui.engine_client import EngineClient, EngineError
from gridlock_tui.tui.game.opponent import Decision, Opponent


class FakeEngine(EngineClient):
    """Answers at once, and notes what it was asked."""

    def __init__(self, move: Move | None = None, *, swaps: bool = False) -> None:
        super().__init__()
        self.asked: list[tuple[str, str, int]] = []
        self._move, self._swaps = move, swaps

    async def choose(self, state: GameState, level: str, seed: int) -> Move | None:
        del state
        if self._move is None:
            raise EngineError
        self.asked.append(("move", level, seed))
        return self._move

    async def wants_swap(self, state: GameState, level: str, seed: int) -> bool:
        del state
        self.asked.append(("swap", level, seed))
        return self._swaps


def match(moves: int, kinds: tuple[str, str], *, swap_rule: bool = False) -> Match:
    setup = Setup(VARIANTS["showdown"], ("Ada", "Ben"), kinds=kinds, seed=7)
    begun = replace(Match.begin(setup, swap_rule=swap_rule), pace=0.0)
    for _ in range(moves):
        begun = begun.play(begun.game.state.legal_moves[0])
    return begun


async def test_it_asks_for_the_level_and_the_seed_of_its_side() -> None:
    engine = FakeEngine(Move(15))
    assert await Opponent(engine).decide(match(1, ("human", "expert"))) == Decision(Move(15))
    assert engine.asked == [("move", "expert", 7)]


@pytest.mark.parametrize("swaps", [True, False])
async def test_it_takes_over_the_first_move_if_it_likes_it(swaps: bool) -> None:
    engine = FakeEngine(Move(15), swaps=swaps)
    decision = await Opponent(engine).decide(match(1, ("human", "expert"), swap_rule=True))
    assert decision == (Decision(takes_over=True) if swaps else Decision(Move(15)))


async def test_it_takes_at_least_the_pace_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    begun = Match.begin(Setup(VARIANTS["showdown"], kinds=("expert", "human")))
    slow = replace(begun, pace=1.5)
    await Opponent(FakeEngine(Move(5))).decide(slow)
    assert slept == [1.5]


async def test_an_engine_that_does_not_run_is_an_error() -> None:
    with pytest.raises(EngineError):
        await Opponent(FakeEngine()).decide(match(1, ("human", "expert")))
