"""Floods, pastes and nonsense from the terminal: the game goes on, in the same little memory."""

from collections.abc import Iterator

import pytest
from hypothesis import example, given, strategies as st
from textual import events
from textual.message import Message

from gridlock_tui.tui.textual_fixes.terminal_input import LONGEST_PASTE, PATIENCE, TerminalInput
from tests.tui.hostile import Playing, assert_clean

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("hostile_input")]
BEGIN, END = b"\x1b[200~", b"\x1b[201~"
MEGABYTE = 1 << 20
CONTROLS = bytes(range(32))
NONSENSE = (
    b"\xff\xfe\xc3(\x80",  # no UTF-8
    b"\xf0\x9f",  # a character cut off
    b"\x1b[<35;10",  # mouse reports: cut off, huge, negative, without numbers
    b"\x1b[<35;99999999;99999999M",
    b"\x1b[<999999999999;1;1M",
    b"\x1b[<0;-5;-3M\x1b[<0;-5;-3m",
    b"\x1b[<;;M\x1b[<M\x1b[M",
    b"\x1b[M\xff\xff\xff\x1b[M !!",  # as old mice report
    b"\x1b[99999999999u",  # keys that are no characters
    b"\x1b[97:65;2u\x1b[:;:u\x1b[55296u",
    b"\x1b[48;60000;60000;1;1t",  # sizes that nobody asked for
    b"\x1b[48;0;0;0;0t\x1b[48;24;80;0;0t\x1b[<35;3;3M",
    b"\x1b[I\x1b[O\x1b[?2026;9$y\x1b[?62;1;2c\x1b[1;1R",
    b"\x1b[" + b"1;" * 200 + b"m",
    b"\x1bO\x1b[\x1b[[",
)


# What the bytes mean.


def read(source: TerminalInput, data: bytes, *, reports_size: bool = False) -> list[Message]:
    return source.read(data, reports_size=reports_size)


def keys(messages: list[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


def nonsense() -> st.SearchStrategy[bytes]:
    numbers = st.text("0123456789;:<?-", max_size=40)
    sequences = st.builds("\x1b[{}{}".format, numbers, st.sampled_from("uMmtR~ABcy"))
    return st.one_of(
        st.binary(), sequences.map(str.encode), st.sampled_from(NONSENSE), st.just(BEGIN)
    )


@given(st.lists(nonsense(), max_size=8), st.booleans())
@example(list(NONSENSE), True)
@example([BEGIN, b"q"], False)
def test_after_any_bytes_a_key_is_understood(pieces: list[bytes], reports_size: bool) -> None:
    source = TerminalInput()
    for piece in pieces:
        read(source, piece, reports_size=reports_size)
    for _ in range(PATIENCE):
        source.idle()
    while source.idle():
        pass
    assert keys(read(source, b"\x1b[Bx"))[-2:] == ["down", "x"]


@given(st.binary(), st.data())
def test_nothing_in_a_paste_is_taken_for_keys(pasted: bytes, data: st.DataObject) -> None:
    pasted = pasted.replace(END, b"")
    sent = BEGIN + pasted + END + b"x"
    cut = data.draw(st.integers(0, len(sent)))
    source = TerminalInput()
    paste, key = [*read(source, sent[:cut]), *read(source, sent[cut:])]
    assert isinstance(paste, events.Paste)
    assert paste.text == pasted.decode(errors="replace").replace("\x00", "")
    assert keys([key]) == ["x"]


def test_an_escape_alone_is_the_key_and_a_sequence_cut_off_is_none() -> None:
    source = TerminalInput()
    assert read(source, b"\x1b") == []
    assert keys(source.idle()) == ["escape"]
    assert read(source, b"\x1b[<35;1") == []
    assert source.idle() == []
    assert read(source, b"\x1b[<35;1") == []
    (moved,) = read(source, b"0;3M")
    assert isinstance(moved, events.MouseMove)
    assert (moved.x, moved.y) == (9, 2)


def test_a_size_counts_only_if_it_was_asked_for_and_makes_sense() -> None:
    source = TerminalInput()
    report = b"\x1b[48;30;100;600;1000t"
    assert read(source, report) == []
    assert read(source, b"\x1b[48;60000;60000;1;1t", reports_size=True) == []
    (mouse,) = read(source, b"\x1b[<35;50;7M")
    assert isinstance(mouse, events.MouseMove)
    assert (mouse.x, mouse.y) == (49, 6), "not taken for pixels"
    (size,) = read(source, b"\x1b[48;30;100;0;0t", reports_size=True)
    assert isinstance(size, events.Resize)
    assert size.size == (100, 30)
    assert len(read(source, report, reports_size=True)) == 1
    (mouse,) = read(source, b"\x1b[<35;51;41M")
    assert isinstance(mouse, events.MouseMove)
    assert (mouse.x, mouse.y) == (5, 2), "pixels now"


def test_a_burst_is_a_paste_and_a_mouse_is_only_where_it_stops() -> None:
    source = TerminalInput()
    (paste,) = read(source, b"q" * 4000)
    assert isinstance(paste, events.Paste)
    moves = b"".join(b"\x1b[<35;%d;5M" % x for x in range(1, 500))
    (moved,) = read(source, moves)
    assert isinstance(moved, events.MouseMove)
    assert moved.x == 498


def test_a_paste_without_end_does_not_take_all_memory() -> None:
    source = TerminalInput()
    assert read(source, BEGIN) == []
    for _ in range(300):
        assert read(source, b"a" * 4096) == []
    assert read(source, END[:3]) == []
    (paste,) = read(source, END[3:])
    assert isinstance(paste, events.Paste)
    assert paste.text == "a" * LONGEST_PASTE


def test_a_paste_that_never_ends_is_given_up_only_when_nothing_more_comes() -> None:
    source = TerminalInput()
    assert read(source, BEGIN) == []
    for letter in b"abc":
        for _ in range(PATIENCE - 1):
            assert source.idle() == []
        assert read(source, bytes([letter])) == []
    for _ in range(PATIENCE - 1):
        assert source.idle() == []
    (paste,) = source.idle()
    assert isinstance(paste, events.Paste)
    assert paste.text == "abc"
    assert keys(read(source, END + b"x")) == ["x"]


def test_an_escape_before_a_paste_or_a_sequence_is_the_key_and_comes_first() -> None:
    source = TerminalInput()
    escape, paste = read(source, b"\x1b" + BEGIN + b"abc" + END)
    assert keys([escape]) == ["escape"]
    assert isinstance(paste, events.Paste)
    assert keys(read(source, b"\x1b\x1b[99z")) == ["escape"]
    assert keys(read(source, b"x")) == ["x"]


@pytest.mark.parametrize("typed", ["P", "L", "1", ",", " ", "?", "\r", "Pn", "P\r", "hjkl"])
@pytest.mark.parametrize("cut", [0, 1])
def test_escape_and_a_key_at_once_are_two_keys_not_alt(typed: str, cut: int) -> None:
    source, sent = TerminalInput(), f"\x1b{typed}".encode()
    found = keys([*read(source, sent[:cut]), *read(source, sent[cut:])])
    assert found == ["escape", *keys(read(TerminalInput(), typed.encode()))]
    assert len(found) == 1 + len(typed)


@pytest.mark.parametrize("end", [b"\x07", b"\x1b\\"], ids=["BEL", "ST"])
@pytest.mark.parametrize("begin", [b"\x1b]11;rgb:ffff/ffff/ffff", b"\x1bP>|a terminal 1.2.3"])
def test_what_a_terminal_answers_is_not_taken_for_keys(begin: bytes, end: bytes) -> None:
    answer = begin + end
    for cut in range(3, len(answer) + 1):
        source = TerminalInput()
        assert read(source, answer[:cut]) == []
        assert keys(read(source, answer[cut:] + b"x")) == ["x"]


def test_in_a_burst_one_can_still_quit() -> None:
    source = TerminalInput()
    before, quit_key, after = read(source, b"q" * 4000 + b"\x03" + b"q" * 40)
    assert isinstance(before, events.Paste)
    assert keys([quit_key]) == ["ctrl+c"]
    assert isinstance(after, events.Paste)


# What the app makes of it.


@pytest.fixture(scope="module")
def games() -> Iterator[list[Playing]]:
    """Hold the app that one flood after the other goes into; a new one if it did not outlive it."""
    running: list[Playing] = []
    yield running
    for each in running:
        each.terminal.__exit__(None, None, None)


@pytest.fixture
def playing(games: list[Playing]) -> Playing:
    if not games or games[-1].terminal.process.poll() is not None:
        games.append(Playing())
    return games[-1]


ENTRY = {
    "a paste": BEGIN + b"a" * MEGABYTE + END,
    "a paste of lines, controls and sequences": BEGIN
    + b"1 1 x\r\n" * 9000
    + CONTROLS * 9000
    + b"\x1b[2J\x1b[48;9999;9999;1;1t\x1b[999999999999u" * 9000
    + END,
    "a paste that is not marked": b"a" * MEGABYTE,
    "lines that are not marked": b"1 1 x\r\n" * 20_000,
    "characters of all sizes": "aé€𝄞".encode() * 20_000,
}


@pytest.mark.parametrize("flood", ENTRY.values(), ids=ENTRY.keys())
def test_pasted_into_the_entry(playing: Playing, flood: bytes) -> None:
    playing.open_entry()
    playing.terminal.send(flood)
    playing.close_entry()
    playing.move()
    assert playing.memory() < 100


def test_after_a_paste_that_never_ends_keys_are_keys_again(playing: Playing) -> None:
    playing.open_entry()
    playing.terminal.send(BEGIN + b"zzz")
    playing.terminal.wait_for("zzz")
    playing.close_entry()
    playing.move()


FLOODS = {
    "arrows": b"\x1b[B\x1b[A" * 1500,
    "mouse moves": b"".join(b"\x1b[<35;%d;%dM" % (i % 80 + 1, i % 24 + 1) for i in range(5000)),
    "wheel": b"\x1b[<64;70;10M\x1b[<65;70;10M" * 1000,
    "clicks beside the board": b"\x1b[<0;79;1M\x1b[<0;79;1m" * 700,
    "drags": b"".join(b"\x1b[<32;%d;%dM" % (i % 80 + 1, i % 24 + 1) for i in range(3000)),
    "focus": b"\x1b[I\x1b[O" * 1000 + b"\x1b[I",
    "nonsense": END.join(NONSENSE),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
def test_floods(playing: Playing, flood: bytes) -> None:
    playing.terminal.send(flood)
    playing.move()
    assert playing.memory() < 100


@pytest.mark.parametrize(
    ("before", "opened_by"),
    [(b"", "m"), (b"", ""), (FLOODS["arrows"], ":")],
    ids=["a key and a move", "a move", "a flood, a key and a move"],
)
def test_what_is_typed_ahead_goes_where_it_would_go_if_typed_slowly(
    playing: Playing, before: bytes, opened_by: str
) -> None:
    playing.terminal.send(before)
    playing.move_at_once(opened_by)


def test_after_all_that_the_terminal_is_left_as_it_was(playing: Playing) -> None:
    playing.move()
    playing.terminal.type("q")
    assert playing.terminal.wait_for_end() == 0
    assert_clean(playing.terminal)
