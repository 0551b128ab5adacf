"""The options of a new match that are chosen rarely: starter, swap rule, names and so on."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import var
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from gridlock_tui.match import checked_names
from gridlock_tui.match.series import Starts
from gridlock_tui.rules import GridlockError, Player
from gridlock_tui.tui.menu_choices import MORE, MenuChoices
from gridlock_tui.tui.menu_state import MenuState
from gridlock_tui.tui.textual_fixes.screen_fixes import ScreenFixes
from gridlock_tui.tui.widgets.menu_options import OptionChoice
from gridlock_tui.tui.widgets.name_input import PlayerName
from gridlock_tui.tui.widgets.text_line import TextLine
from gridlock_tui.tui.widgets.too_small import TooSmall
from gridlock_tui.tui.wording.moves import StatusMessage, sentence

_INDENT = 10
"""The columns of the labels."""


class MoreScreen(ScreenFixes, ModalScreen[MenuChoices]):
    """Shows the options; returns the choices when it is closed."""

    CSS_PATH = "more.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,ctrl+q,ctrl+c", "close", "done"),
        Binding("down", "app.focus_next", "next", show=False),
        Binding("up", "app.focus_previous", "previous", show=False),
    ]

    state: var[MenuState] = var(MenuState)
    """The options as chosen so far."""
    remark: var[StatusMessage] = var(StatusMessage())
    """What to know about these options."""

    def __init__(self, choices: MenuChoices, focused: str = "starts") -> None:
        """Show these choices, with the focus on the option or field of this id."""
        super().__init__()
        self.set_reactive(MoreScreen.state, MenuState(choices))
        self._focused = focused

    def compose(self) -> ComposeResult:
        """Lay out one option a line, then the names."""
        with Vertical(id="more"):
            yield Static("More options", id="more-title")
            yield from map(self._option, MORE)
            for player in Player:
                with Horizontal(classes="name"):
                    yield Label(f"{player.symbol} is called".ljust(_INDENT + 3))
                    yield self._field(player)
            yield TextLine(id="remark").data_bind(message=MoreScreen.remark)
            done = "[@click=screen.close][b]Esc[/b] done[/]"
            yield Static(Content.from_markup(done), id="answers")
        yield TooSmall()

    def _option(self, name: str) -> OptionChoice:
        widget, choose = OptionChoice(name, _INDENT), MORE[name].choose

        def take(at: int) -> None:
            if widget.state is self.state:  # not while the widget is set up
                self._choose(choose(self.choices, at))

        self.watch(widget, "at", take, init=False)
        return widget.data_bind(MoreScreen.state)

    def _field(self, player: Player) -> PlayerName:
        name = PlayerName(player, id=f"name-{player.word}")

        def rename(text: str) -> None:
            self._choose(self.choices.with_name(player, text))

        self.watch(name, "value", rename, init=False)
        return name.data_bind(MoreScreen.state)

    def on_mount(self) -> None:
        """Go to the option that matters."""
        self.query_one(f"#{self._focused}").focus()

    @property
    def choices(self) -> MenuChoices:
        """The options as chosen so far."""
        return self.state.choices

    def _choose(self, choices: MenuChoices) -> None:
        self.state = self.state.choose(choices)

    def watch_state(self) -> None:
        """Say what is wrong with the names, or whom the next starter favours."""
        choices = self.choices
        try:
            checked_names(*choices.match_names, kinds=choices.kinds)
        except GridlockError as error:
            self.remark = StatusMessage(sentence(str(error)), alarmed=True)
            return
        words = ""
        if choices.starts is Starts.LOSER:
            from gridlock_tui.tui.wording.openings import next_starter_warning

            words = next_starter_warning(choices.sized)
        self.remark = StatusMessage(words)

    @on(Input.Submitted)
    def action_close(self) -> None:
        """Return to the menu."""
        self.dismiss(self.choices)
