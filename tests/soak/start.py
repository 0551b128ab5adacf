"""Starts a random game in the menu, by every way to choose."""

from __future__ import annotations

import random

from textual.geometry import Offset

from gridlock_tui.match import COMPUTERS, HUMAN
from gridlock_tui.rules import Variant
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.more import MoreScreen
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
        rng = self.rng
        if rng.random() < 0.1:
            await self.paste()
        else:
            await self._pick_variant()
            against, you = self._players()
            await self._choose("against", against.capitalize())
            if rng.random() < 0.3:
                await self._turn("you")
            if rng.random() < 0.2:
                await self._turn("length")
            await self._choose_more(you)
            await self.driver.key("enter")

    async def paste(self) -> None:
        """Paste a game id."""
        await self.driver.key("escape")
        starter = self.rng.choice(("", "/2"))
        await self.driver.paste(f"{self.variant.slug}:{self.variant.board}{starter}")

    async def climb(self) -> None:
        """Begin the next rung of the climb in this game."""
        await self._pick_variant()
        await self.driver.key("p")
        if not isinstance(self.driver.screen, GameScreen) or not self.driver.screen.match.is_rung:
            raise Fault("p in the menu does not begin a rung of the climb")

    async def _choose_more(self, you: str) -> None:
        """Choose what is behind More: the board, now and then the starter, who plays for you."""
        board = self.variant.board
        await self.driver.key("m")
        if not isinstance(self.driver.screen, MoreScreen):
            raise Fault("m in the menu does not show more options")
        await self._choose("rows", str(board.rows))
        await self._choose("columns", str(board.columns))
        await self._choose("deputy", you)
        for choice in ("starts", "next", "swap"):
            if self.rng.random() < 0.2:
                await self._turn(choice)
        await self.driver.key("escape")

    @property
    def _menu(self) -> MenuScreen:
        screen = self.driver.screen
        assert isinstance(screen, MenuScreen)
        return screen

    async def _pick_variant(self) -> None:
        await self.driver.key("escape")
        for _ in self._menu.state.lines:
            lines, here = self._menu.state.lines, self._menu.state.line
            if here == self.variant.slug:
                return
            goal = lines.index(self.variant.slug)
            await self.driver.key("down" if goal > lines.index(here) else "up")
        raise Fault(f"the menu does not reach {self.variant.slug}")

    def _players(self) -> tuple[str, str]:
        """Return against whom to play, and who plays for you: people, now and then computers."""
        if self.variant.board.size > _LARGEST_FOR_COMPUTERS or self.rng.random() >= 0.2:
            return HUMAN, "you"
        level = self.rng.choice(COMPUTERS)
        return self.rng.choice(((level, "you"), (level, level.capitalize())))

    async def _choose(self, name: str, value: str) -> None:
        choice = self.driver.screen.query_one(f"#{name}", Choice)
        for _ in range(len(choice.values)):
            if choice.value.endswith(value):  # a broad window has longer texts
                return
            await self._turn(name)
        raise Fault(f"the menu does not reach {name} {value}")

    async def _turn(self, name: str) -> None:
        """Choose the next value: by a click, by the wheel, or by keys."""
        choice = self.driver.screen.query_one(f"#{name}", Choice)
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
