"""What people do besides playing: pages, palette, the menu, the history, reviews, the window."""

from __future__ import annotations

import random

from textual.geometry import Offset, Size
from textual.theme import BUILTIN_THEMES
from textual.widget import Widget

from gridlock_tui.tui import themes
from gridlock_tui.tui.game.screen import GameScreen
from gridlock_tui.tui.screens.confirm import ConfirmScreen
from gridlock_tui.tui.screens.history import HistoryScreen
from gridlock_tui.tui.screens.menu import MenuScreen
from gridlock_tui.tui.screens.review import ReviewScreen
from gridlock_tui.tui.screens.settings import SettingsScreen
from gridlock_tui.tui.widgets.advantage_graph import AdvantageGraph
from gridlock_tui.tui.widgets.move_log import MoveLog
from gridlock_tui.tui.widgets.too_small import LEAST_HEIGHT, LEAST_WIDTH, is_too_small
from tests.soak.driver import Driver, Fault

THEMES = (themes.DARK.name, themes.LIGHT.name, *sorted(BUILTIN_THEMES))
SMALLEST, LARGEST = Size(20, 5), Size(200, 60)
COMMON_SIZES = (Size(80, 24), Size(LEAST_WIDTH, LEAST_HEIGHT), Size(100, 30), Size(76, 15))
_PAGE_KEYS = ("pagedown", "pageup", "down", "up", "end", "home")
_REVIEW_KEYS = (
    "left",
    "right",
    "right",
    "home",
    "end",
    "N",
    "H",
    "H",
    "v",
    "space",
    "plus",
    "minus",
)
_HISTORY_KEYS = ("down", "up", "pagedown", "pageup", "home", "end", "tab", "right", "j", "k")
_MENU_KEYS = ("down", "up", "tab", "shift+tab", "right", "left", "b", "home", "end")
_MOST_ESCAPES = 12


class SideTrips:
    """Leaves the game for another screen or window size, and returns to it."""

    def __init__(self, driver: Driver, rng: random.Random) -> None:
        self.driver = driver
        self.rng = rng

    # The window and its looks.

    def any_size(self) -> Size:
        """Return a window of any size, often one that people have, now and then too small."""
        rng = self.rng
        if rng.random() < 0.5:
            return rng.choice(COMMON_SIZES)
        # Small windows are worth more looks than large ones, and are faster too.
        width = int(rng.triangular(SMALLEST.width, LARGEST.width, 30))
        height = int(rng.triangular(SMALLEST.height, LARGEST.height, 12))
        return Size(width, height)

    async def resize(self) -> None:
        """Make the window another size."""
        await self.driver.resize(self.any_size())

    async def enlarge(self) -> None:
        """Make the window large enough again."""
        size = self.driver.app.size
        if is_too_small(size):
            await self.driver.resize(
                Size(max(size.width, LEAST_WIDTH), max(size.height, LEAST_HEIGHT))
            )

    async def change_theme(self) -> None:
        """Choose another theme, by the palette or as it does."""
        theme = self.rng.choice(THEMES)
        if self.rng.random() < 0.8:
            await self.driver.paint(theme)
        else:
            await self.driver.keys("T", *theme[:5], "down")
            await self.driver.key(self.rng.choice(("enter", "escape")))

    # Pages.

    async def read_page(self) -> None:
        """Read the keys or the rules, up and down."""
        await self.driver.key(self.rng.choice(("?", "f1")))
        await self._some(_PAGE_KEYS, 3)
        if self.rng.random() < 0.3:
            await self.resize()
        if self.rng.random() < 0.2:
            await self.driver.key(self.rng.choice(("f1", "?")))
        await self.driver.key("escape")

    async def look_into_settings(self) -> None:
        """Look at the settings, up and down, and at the question for a key; set nothing."""
        await self.driver.key("comma")
        if not isinstance(self.driver.screen, SettingsScreen):
            raise Fault("the comma does not show the settings")
        await self._some(("tab", "shift+tab", "down", "up"), 6)
        if self.rng.random() < 0.3:
            await self.resize()
        if self.rng.random() < 0.3:
            self.driver.screen.keys.focus()
            await self._some(("down", "up", "pagedown", "end", "home"), 3)
            await self.driver.keys("enter", "escape")
        await self.back_to(GameScreen)

    async def look_into_palette(self) -> None:
        """Open the palette, look around, and do nothing, or something harmless."""
        await self.driver.key("ctrl+p")
        if self.rng.random() < 0.3:
            await self.resize()
        if self.rng.random() < 0.3:
            await self.driver.keys(*"moves", "down", "enter")
        else:
            await self.driver.keys(self.rng.choice("aeiou"), "down", "up", "escape")

    # From the game to elsewhere and back.

    async def review(self) -> None:
        """Go through the game move by move."""
        await self.driver.key("w")
        await self._look_through_review()
        await self.back_to(GameScreen)

    async def _look_through_review(self) -> None:
        for _ in range(self.rng.randint(1, 6)):
            screen = self.driver.screen
            if not isinstance(screen, ReviewScreen):
                return
            chance = self.rng.random()
            if chance < 0.6:
                await self.driver.key(self.rng.choice(_REVIEW_KEYS))
            elif chance < 0.8:
                await self.click_on(screen.query_one(AdvantageGraph))
            elif chance < 0.9:
                await self.click_on(screen.query_one(MoveLog))
            else:
                await self.resize()

    async def visit_menu(self) -> None:
        """Go to the menu, look around there, and go on with the game."""
        await self.to_menu()
        await self.enlarge()
        await self._some(_MENU_KEYS, 3)
        if self.rng.random() < 0.3:
            await self.resize()
        if self.rng.random() < 0.5:
            await self.look_into_history()

    async def resume(self) -> None:
        """Go on with the game that was left last, by one of the ways there are."""
        menu = self.driver.screen
        assert isinstance(menu, MenuScreen)
        await self.driver.key("escape")
        if self.rng.random() < 0.5:
            await self.driver.key("c")
            return
        await self.driver.keys("home", "enter")

    async def look_into_history(self) -> None:
        """Look at the finished games, and at what can be done with them."""
        driver, rng = self.driver, self.rng
        await driver.key("escape")
        await driver.key("y")
        if not isinstance(driver.screen, HistoryScreen):
            raise Fault("y in the menu does not show the history")
        await self._some(_HISTORY_KEYS, 4)
        chance = rng.random()
        if chance < 0.25:
            await driver.key("S")
            await self._some(_PAGE_KEYS, 2)
            await self.back_to(HistoryScreen)
        elif chance < 0.5:
            await driver.key("enter")
            await self._look_through_review()
            await self.back_to(HistoryScreen)
        elif chance < 0.65:
            await driver.key("d")
            if isinstance(driver.screen, ConfirmScreen):
                await driver.key(rng.choice("yn"))
        elif chance < 0.75:
            await driver.key("e")
        elif chance < 0.85:
            await self.resize()
        else:
            await self.click_on(driver.screen.games)
        await self.back_to(HistoryScreen)
        await self.back_to(MenuScreen)

    async def back_to(self, wanted: type[Widget]) -> None:
        """Press Esc until this screen is there."""
        for _ in range(_MOST_ESCAPES):
            if isinstance(self.driver.screen, wanted):
                return
            await self.driver.key("escape")
        raise Fault(f"Esc does not lead back to {wanted.__name__}")

    async def to_menu(self) -> None:
        """Go to the menu from wherever this is."""
        await self.back_to(MenuScreen)
        if len(self.driver.app.screen_stack) != 1:
            raise Fault("something lies below the menu")

    # Small things.

    async def _some(self, keys: tuple[str, ...], most: int) -> None:
        for _ in range(self.rng.randint(0, most)):
            await self.driver.key(self.rng.choice(keys))

    def spot_in(self, widget: Widget) -> Offset | None:
        """Return any place where the widget is visible."""
        region = self.driver.visible(widget)
        if not region:
            return None
        at = Offset(
            self.rng.randrange(region.x, region.right), self.rng.randrange(region.y, region.bottom)
        )
        return at if self.driver.hits(at, widget) else None

    async def click_on(self, widget: Widget) -> None:
        """Click somewhere on the widget, if it is visible."""
        at = self.spot_in(widget)
        if at is not None:
            await self.driver.click(at)

    async def turn_wheel_on(self, widget: Widget) -> None:
        """Turn the wheel over the widget, if it is visible."""
        at = self.spot_in(widget)
        if at is not None:
            await self.driver.wheel(at, self.rng.random() < 0.5)
