"""Starts a random game in the menu, by every way to choose."""

from __future__ import annotations

import random

from textual.geometry import Offset

from gridlock_tui.match import COMPUTERS, HUMAN
from gridlock_tui.rules import Variant
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.widgets.choice import Choice
from tests.soak.driver import Driver, Fault

_LARGEST_FOR_COMPUTERS = 16
"""Cells; on larger boards a computer may think for seconds."""


class Start:
    """Finds a variant and a size in the menu, and who plays."""

    def __init__(self, driver: Driver, rng: random.Random, variant: Variant) -> None:
        self.driver, self.rng, self.variant = driver, rng, variant

    async def begin(self) -> None:
        """Choose everything and begin, or paste a game id."""
        rng, board = self.rng, self.variant.board
        if rng.random() < 0.1:
            await self.driver.key("escape")
            await self.driver.paste(f"{self.variant.slug}:{board}{rng.choice(('', '/2'))}")
        else:
            await self._pick_variant()
            await self._choose("rows", str(board.rows))
            await self._choose("columns", str(board.columns))
            for choice in ("starts", "length", "next", "swap"):
                if rng.random() < 0.2:
                    await self._turn(choice)
            await self._seat_players()
            await self.driver.key("enter")

    @property
    def _menu(self) -> MenuScreen:
        screen = self.driver.screen
        assert isinstance(screen, MenuScreen)
        return screen

    async def _pick_variant(self) -> None:
        await self.driver.key("escape")
        picker = self._menu.picker
        for _ in range(picker.option_count):
            if picker.line == self.variant.slug:
                return
            goal, here = picker.get_option_index(self.variant.slug), picker.highlighted or 0
            await self.driver.key("down" if goal > here else "up")
        raise Fault(f"the menu does not reach {self.variant.slug}")

    async def _seat_players(self) -> None:
        """Let people play, or now and then computers."""
        playing = (HUMAN, HUMAN)
        if self.variant.board.size <= _LARGEST_FOR_COMPUTERS and self.rng.random() < 0.2:
            level = self.rng.choice(COMPUTERS)
            playing = self.rng.choice(((HUMAN, level), (level, HUMAN), (level, level)))
        for seat, kind in zip(("kind-one", "kind-two"), playing, strict=True):
            await self._choose(seat, kind.capitalize())

    async def _choose(self, name: str, value: str) -> None:
        choice = self._menu.query_one(f"#{name}", Choice)
        for _ in range(len(choice.values)):
            if choice.value == value:
                return
            await self._turn(name)
        raise Fault(f"the menu does not reach {name} {value}")

    async def _turn(self, name: str) -> None:
        """Choose the next value: by a click, by the wheel, or by keys."""
        choice = self._menu.query_one(f"#{name}", Choice)
        region = self.driver.visible(choice)
        at = Offset(region.right - 2, region.y)
        if region and self.driver.hits(at, choice) and self.rng.random() < 0.6:
            await self.driver.click(at)
            return
        for _ in range(16):
            if self.driver.app.focused is choice:
                await self.driver.key(self.rng.choice(("right", "l", "space", "plus")))
                return
            await self.driver.key("tab")
        raise Fault(f"Tab does not reach {name} in the menu")
