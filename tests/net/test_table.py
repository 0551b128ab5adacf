"""The shared match: every event by the rules, and the same state from the same log."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.match.store.files import ContentError, ForeignContentError
from gridlock_tui.net.deal import read_deal, read_start
from gridlock_tui.net.events import WORDS, Event, Kind, Seat, read_event
from gridlock_tui.net.kept import Kept, read_kept, write_kept
from gridlock_tui.net.table import MOST_EVENTS, MOST_UNDOS, MOST_WORDS, Table, TableError
from gridlock_tui.net.words import event_words
from gridlock_tui.rules import VARIANTS, GridlockError, Player
from tests.net.support import choose_event, new_deal, new_table, possible_events, random_table

HOST, GUEST = Seat.HOST, Seat.GUEST


def played(table: Table, *steps: str) -> Table:
    """Return the table after steps such as `host move 2 2`."""
    for step in steps:
        table = table.after(read_event(step.split(" ", 2)))
    return table


@given(st.integers(0, 10**6), st.integers(0, 120))
@settings(max_examples=20)
def test_a_kept_match_is_the_match(seed: int, events: int) -> None:
    table = random_table(random.Random(seed), events)
    kept = Kept(HOST, table.deal.uid, "a-b-c", "127.0.0.1:1", deal=table.deal, table=table).now()
    assert read_kept(write_kept(kept)) == kept
    assert read_deal(table.deal.written()) == table.deal
    assert read_start(table.deal, table.start.written()) == table.start


@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_two_sides_agree_event_by_event(seed: int) -> None:
    rng = random.Random(seed)
    one = random_table(rng, 0)
    two = Table.begin(read_deal(one.deal.written()))
    for _ in range(80):
        event = choose_event(one, rng)
        one, two = one.after(event), two.after(read_event(event.written()))
        assert (one.digest, one.match, one.to_move) == (two.digest, two.match, two.to_move)
        assert one.digest_at(one.seq) == one.digest
    for seat in Seat:
        assert one.name_of(seat) == two.name_of(seat)


@given(st.integers(0, 10**6), st.integers(0, 60))
@settings(max_examples=15)
def test_what_is_not_possible_is_refused_and_changes_nothing(seed: int, events: int) -> None:
    table = random_table(random.Random(seed), events)
    possible = possible_events(table)
    for seat in Seat:
        for kind in Kind:
            for text in ("", "2 2", "99", "hello", "\ud800", "b2", "x" * 24):
                event = Event(seat, kind, text)
                if table.why_not(event) is None and kind not in (Kind.MOVE, Kind.SAY):
                    assert Event(seat, kind) in possible
                elif table.why_not(event) is None:
                    assert event in possible


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_log_never_holds_more_than_two_games(slug: str) -> None:
    rng, table, games = random.Random(slug), new_table(slug, length=0, swap_rule=True), 0
    while games < 6:
        page, table = table.page, table.after(choose_event(table, rng))
        if table.page is not page:
            games += 1
            assert table.start == page
            assert len(table.events) < MOST_EVENTS
            if games > 1:
                assert table.start.seq
    assert table.standing.played == games


def test_moves_are_by_turns_and_in_the_notation_of_the_game() -> None:
    table = new_table()
    assert table.to_move is HOST
    assert table.why_not(Event(GUEST, Kind.MOVE, "2 2")) == "it is Ada's turn"
    assert table.why_not(Event(HOST, Kind.MOVE, "b2")) is not None
    table = played(table, "host move 2 2")
    assert table.to_move is GUEST
    assert table.why_not(Event(GUEST, Kind.MOVE, "1 2")) == "1 2 is blocked by 2 2"


def test_an_undo_is_asked_and_granted() -> None:
    table = played(new_table(), "host move 2 2", "guest move 1 3", "host undo")
    assert table.asked is HOST
    assert table.why_not(Event(HOST, Kind.GRANT)) is not None
    refused = played(table, "guest refuse")
    assert (refused.asked, len(refused.match.game.timeline.moves)) == (None, 2)
    granted = played(table, "guest grant")
    assert (granted.to_move, granted.match.game.timeline.moves) == (HOST, ())
    guest = played(new_table(), "host move 2 2", "guest move 1 3", "guest undo", "host grant")
    assert (guest.to_move, len(guest.match.game.timeline.moves)) == (GUEST, 1)
    assert new_table().why_not(Event(HOST, Kind.UNDO)) is not None
    moved = played(table, "host move 3 3") if table.to_move is HOST else table
    assert moved.asked is (None if table.to_move is HOST else HOST)


def test_a_swap_exchanges_sides_and_can_be_undone() -> None:
    table = played(new_table(swap_rule=True), "host move 2 2", "guest swap")
    assert (table.side_of(GUEST), table.name_of(GUEST)) == (Player.ONE, "Ben")
    assert table.to_move is HOST
    back = played(table, "guest undo", "host grant")
    assert (back.to_move, back.side_of(GUEST)) == (GUEST, Player.TWO)
    assert back.match.can_take_over
    on = played(table, "host move 1 3")
    assert played(on, "guest undo", "host grant").match == back.match
    first = played(on, "host undo", "guest grant")
    assert first.match == table.match
    assert played(table, "host undo", "guest grant").match.game.timeline.moves == ()
    assert new_table().why_not(Event(GUEST, Kind.SWAP)) is not None


def test_names_of_their_own_follow_the_people_and_the_score_does_too() -> None:
    table = played(new_table(length=3, swap_rule=True), "host move 2 2", "guest swap")
    table = played(table, "host resign")
    assert (table.winner, table.score_of(GUEST), table.score_of(HOST)) == (GUEST, 1, 0)
    assert not table.is_decided
    assert table.why_not(Event(HOST, Kind.MOVE, "1 3")) == "the game is over"
    table = played(table, "guest ready")
    assert table.why_not(Event(GUEST, Kind.READY)) is not None
    table = played(table, "host ready")
    assert (table.to_move, table.side_of(GUEST)) == (GUEST, Player.TWO)
    table = played(table, "host resign")
    assert table.is_decided
    table = played(table, "host ready", "guest ready")
    assert (table.page.rematches, table.score_of(GUEST)) == (1, 0)
    assert table.match.uid != table.deal.uid


def test_default_names_belong_to_sides() -> None:
    deal = replace(new_deal(swap_rule=True))
    table = Table.begin(deal.with_guest(""))
    assert table.name_of(GUEST) == "Player 2"
    assert Table.begin(deal.with_guest("Ada")).name_of(GUEST) == "Ada 2"
    assert Table.begin(deal.with_guest("x" * 99)).name_of(GUEST) == "x" * 23 + "…"


def test_words_and_undos_are_limited() -> None:
    table = new_table()
    for _ in range(MOST_WORDS):
        table = played(table, "host say hello")
    assert table.why_not(Event(HOST, Kind.SAY, "hello")) is not None
    assert table.why_not(Event(GUEST, Kind.SAY, "hello")) is None
    assert all(new_table().why_not(Event(HOST, Kind.SAY, word)) is None for word in WORDS)
    assert table.why_not(Event(GUEST, Kind.SAY, "send money")) is not None
    table = played(new_table(), "host move 2 2")
    for _ in range(MOST_UNDOS):
        table = played(table, "host undo", "guest refuse")
    assert table.why_not(Event(HOST, Kind.UNDO)) is not None


@pytest.mark.parametrize(
    "value",
    [
        None, 1, [], ["host"], ["host", "move"], ["host", "swap", ""], ["me", "swap"],
        ["host", "fly"], ["host", "move", 1], ["host", "move", "x" * 25],
        ["host", "say", "hello", "again"], {"host": "move"},
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused(value: object) -> None:
    with pytest.raises(GridlockError):
        read_event(value)


def test_a_damaged_file_is_told_apart_from_a_newer_one() -> None:
    table = random_table(random.Random(3), 9)
    kept = Kept(GUEST, table.deal.uid, "a-b-c", "127.0.0.1:1", deal=table.deal, table=table).now()
    content = write_kept(kept)
    with pytest.raises(ForeignContentError, match="newer"):
        read_kept(content.replace(b'"version": 1', b'"version": 2'))
    wrong = content.replace(table.digest.encode(), b"0" * 32)
    for damaged in (wrong, content[:-9], b"", b"{}", b"\xff", b"[" * 9999):
        with pytest.raises(ContentError):
            read_kept(damaged)
    rng = random.Random(4)
    for _ in range(300):
        at = rng.randrange(len(content))
        changed = content[:at] + bytes([rng.randrange(256)]) + content[at + 1 :]
        with suppress(ContentError):
            assert read_kept(changed).table is not None or b'"start": null' in changed


def test_an_event_that_is_not_possible_is_a_table_error() -> None:
    with pytest.raises(TableError):
        new_table().after(Event(HOST, Kind.MOVE, "nonsense"))


@pytest.mark.parametrize(
    ("kind", "yours", "theirs"),
    [
        (Kind.GRANT, "You say yes: the move goes back.", "Ben says yes: the move goes back."),
        (Kind.REFUSE, "You say no: the move stays.", "Ben says no: the move stays."),
        (Kind.RESIGN, "You resign.", "Ben resigns."),
    ],
)
def test_what_is_said_of_an_event(kind: Kind, yours: str, theirs: str) -> None:
    table = new_table("showdown")
    ben = table.name_of(GUEST)
    event = Event(GUEST, kind)
    assert event_words(table, event, GUEST) == yours
    assert event_words(table, event, HOST) == theirs.replace("Ben", ben)
