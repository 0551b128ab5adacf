"""A match with a friend elsewhere: the app hosts it, and a session in this process is the guest."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from pathlib import Path

from gridlock_tui.net.events import Kind
from gridlock_tui.net.guest import Guest
from gridlock_tui.net.host import Host
from gridlock_tui.net.view import View
from gridlock_tui.rules import VARIANTS, Board, write_move
from gridlock_tui.tui.board.widget import BoardView
from gridlock_tui.tui.friend.form import FriendForm
from gridlock_tui.tui.friend.lobby import LobbyScreen
from gridlock_tui.tui.friend.screen import FriendScreen
from gridlock_tui.tui.menu_choices import OPPONENTS
from gridlock_tui.tui.messages import GiveUpMatch
from gridlock_tui.tui.screens.menu import MenuScreen
from tests.net.session_support import until
from tests.soak.driver import Driver, Fault
from tests.soak.side_trips import SideTrips
from tests.tui.friend.support import guest_for, host_in

_MOST_TURNS = 60
_BOARD = Board(3, 4)


class Friends:
    """Hosts a match from the menu, plays it to its end, and returns to the menu."""

    def __init__(self, driver: Driver, rng: random.Random) -> None:
        self.driver, self.rng = driver, rng
        self._side_trips = SideTrips(driver, rng)

    async def play(self) -> None:
        """Play one game on a small board."""
        await self._side_trips.enlarge()
        host = await self._open_lobby()
        with tempfile.TemporaryDirectory(prefix="gridlock-friend-") as folder:
            async with guest_for(host, Path(folder)) as guest:
                await until(host.feed, lambda view: view.table)
                await until(guest.feed, lambda view: view.table)
                await self.driver.look()
                await self._play_to_end(host, guest)
        await self._side_trips.back_to(MenuScreen)
        await self._give_up()

    async def _give_up(self) -> None:
        """Give up the match, which is offered for a rematch."""
        app = self.driver.app
        for match in app._friends.listed(()):
            app.post_message(GiveUpMatch(match))
        await self.driver.look()
        if app._friends.notes:
            raise Fault("a match with a friend was not given up")

    async def _open_lobby(self) -> Host:
        await self.driver.key("escape")
        menu = self.driver.screen
        assert isinstance(menu, MenuScreen)
        menu.state = menu.state.highlight(self.rng.choice(list(VARIANTS)))
        menu.state = menu.state.choose(replace(menu.choices, length=1, board=_BOARD))
        for _ in range(len(OPPONENTS)):
            if not menu.choices.elsewhere:
                await self.driver.key("o")
        await self.driver.key("enter")
        if not isinstance(self.driver.screen, FriendForm):
            raise Fault("Enter does not ask how to play a friend")
        await self.driver.key("enter")
        for worker in list(self.driver.app.workers):
            if worker.node is self.driver.screen:
                await worker.wait()
        await self.driver.look()
        lobby = self.driver.screen
        if not isinstance(lobby, LobbyScreen):
            raise Fault("no lobby waits for a friend")
        return host_in(lobby)

    async def _play_to_end(self, host: Host, guest: Guest) -> None:
        for _ in range(_MOST_TURNS):
            screen = self.driver.screen
            if not isinstance(screen, FriendScreen):
                raise Fault(f"there is no match with a friend on the screen, but {screen!r}")
            table = screen.shown.table
            if table.is_over:
                return
            if guest.feed.view.must_answer:
                guest.act(self.rng.choice((Kind.GRANT, Kind.REFUSE)))
            elif screen.shown.net.must_answer:
                await self.driver.key(self.rng.choice("yN"))
            elif self.rng.random() < 0.05:
                await self.driver.key("u")
            elif self.rng.random() < 0.05 and guest.feed.view.why_not(Kind.UNDO) is None:
                guest.act(Kind.UNDO)
            elif table.to_move is host.feed.view.seat:
                await self._place(screen)
            else:
                move = self.rng.choice(table.match.game.state.legal_moves)
                guest.act(Kind.MOVE, write_move(screen.variant, move))
            await self._agree(host, guest)
        raise Fault("the match with a friend does not come to its end")

    async def _place(self, screen: FriendScreen) -> None:
        state = screen.shown.table.match.game.state
        token = screen.shown.game.token
        moves = [move for move in state.legal_moves if move.token == token] or state.legal_moves
        move = self.rng.choice(moves)
        while screen.shown.game.token != move.token:
            await self.driver.key("tab")
        at = self.driver.spot_of(screen.query_one(BoardView), move.cell)
        if at is None:  # a notice lies on it
            await self.driver.keys("m", *write_move(screen.variant, move), "enter")
        else:
            await self.driver.click(at)
        if screen.shown.table.match.game.timeline.last_move != move:
            raise Fault(f"{move} was not made in a match with a friend")

    async def _agree(self, host: Host, guest: Guest) -> None:
        """Wait until both machines have everything, and compare them."""

        def is_same(view: View) -> bool:
            one, two = view.table, host.feed.view.table
            return view.is_settled and bool(one and two and one.digest == two.digest)

        await until(host.feed, lambda view: view.is_settled)
        await until(guest.feed, is_same)
        await self.driver.look()
