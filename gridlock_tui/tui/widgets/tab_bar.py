"""The line at the top of the menu and its neighbours: the name of the app, and the tabs."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from gridlock_tui.tui.tabs import TABS
from gridlock_tui.tui.widgets.too_small import LEAST_HEIGHT, STANDARD_WIDTH

ROOMY_TAB = 34
"""The least number of lines in which a screen with tabs has room for everything."""
TAB_HEIGHTS = [(0, "-low"), (LEAST_HEIGHT, "-short"), (24, "-tall"), (ROOMY_TAB, "-roomy")]
"""The classes of a screen with tabs, by its height."""

BROADEST = 120
"""The most columns that the menu takes, as in its style sheet."""


def margin_beside(width: int) -> int:
    """Return the columns on each side of the menu that stay empty in a broad window."""
    return max((width - BROADEST) // 2, 0)


class TabBar(Widget):
    """Shows all tabs, the current one marked; a click goes to another."""

    current: reactive[str] = reactive("")
    """The name of the current tab."""

    def __init__(self, current: str) -> None:
        super().__init__()
        self.set_reactive(TabBar.current, current)

    def render(self) -> Content:
        """Return the line."""
        sign = Content.styled("▚▞ ", "$primary")
        brand = Content.assemble(sign, ("GRIDLOCK", "bold $accent"), "   ")
        tabs = Content(" ").join(map(self._tab, TABS))
        if self.app.size.width < STANDARD_WIDTH:
            brand = sign  # the tabs matter more
        # In a broad window the tabs begin where the menu does.
        return Content.assemble(" " * margin_beside(self.app.size.width), brand, tabs)

    def _tab(self, name: str) -> Content:
        label = TABS[name].label
        if name == self.current:
            ground = "reverse" if self.app.native_ansi_color else "on $primary 30%"
            return Content.styled(f" {label} ", f"bold {ground}")
        return Content.assemble(
            " ", (label, Style.from_meta({"@click": f"app.tab('{name}')"})), " "
        )
