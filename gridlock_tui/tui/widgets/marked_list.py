"""A list that marks the highlighted line with a sign as well as with a colour."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import OptionList


class MarkedList(OptionList):
    """Marks the highlighted line for terminals without colours, and whether it has the focus."""

    def prompt_of(self, line: str, mark: str) -> Content:
        """Return the text of the line with this id, beginning with the mark."""
        raise NotImplementedError

    def write(self) -> None:
        """Write the lines that have changed."""
        sign = "▸" if self.has_focus else "·"
        for index, option in enumerate(self.options):
            if option.id is not None:
                prompt = self.prompt_of(option.id, sign if index == self.highlighted else " ")
                if prompt != option.prompt:
                    self.replace_option_prompt_at_index(index, prompt)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Mark the highlighted line."""
        super().watch_highlighted(highlighted)
        self.write()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show by the mark whether the list has the focus."""
        super().watch_has_focus(has_focus)
        self.write()
