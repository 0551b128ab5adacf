"""The messages: there and back, read strictly, and no surprise whatever comes."""

import json
import random
import re

import pytest
from hypothesis import given, settings, strategies as st

from gridlock_tui.net.protocol import (
    LARGEST_FRAME,
    MOST_SENT,
    Begin,
    Bye,
    EndReason,
    FinalError,
    Got,
    Hello,
    Log,
    Message,
    ProtocolError,
    Request,
    Room,
    Sit,
    VersionError,
    read_message,
    write_message,
)
from tests.net.fuzz import fuzzed
from tests.net.support import choose_event, random_table

WRONG: tuple[object, ...] = (None, {}, 1.5, 10**30)
"""Values that no field has."""


def messages(seed: int) -> list[Message]:
    """Return one message of each type, as they come up in a match."""
    rng = random.Random(seed)
    table = random_table(rng, rng.randrange(60))
    seq, digest = table.seq, table.digest
    return [
        Hello("maple-otter-violin", watches=rng.random() < 0.5),
        Room(table.deal.uid),
        Sit(digest, "Ben", seq, digest),
        Sit(digest, "", 0, ""),
        Begin(table.deal, table.start),
        Log(table.start.seq, table.since(0, MOST_SENT), digest),
        Got(seq, digest),
        Request(seq, choose_event(table, rng)),
        Bye("the host has left for now", is_final=rng.random() < 0.5),
    ]


@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_every_message_is_read_as_it_was_written(seed: int) -> None:
    for message in messages(seed):
        written = write_message(message)
        assert read_message(written) == message
        assert len(written) <= LARGEST_FRAME


@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_a_message_has_its_fields_and_no_others(seed: int) -> None:
    for message in messages(seed):
        fields = json.loads(write_message(message))
        for name in fields:
            for wrong in WRONG:
                with pytest.raises(ProtocolError):
                    read_message(json.dumps(fields | {name: wrong}))
            with pytest.raises(ProtocolError):
                read_message(json.dumps({key: fields[key] for key in fields if key != name}))
        with pytest.raises(ProtocolError):
            read_message(json.dumps(fields | {"more": 1}))


def test_another_version_is_refused_politely_whatever_else_it_says() -> None:
    for frame in (
        '{"type":"hello","version":2,"code":{},"flying":true}',
        '{"type":"room","version":3}',
        '{"type":"hello","version":0,"code":"a-b-c","watch":false}',
    ):
        with pytest.raises(VersionError, match="install the same version on both machines"):
            read_message(frame)
    assert issubclass(VersionError, FinalError)


def test_other_versions_know_the_reasons_of_this_one() -> None:
    """A reason is known by its text, which must not depend on the version."""
    assert not [reason for reason in EndReason if re.search("[0-9]", reason)]


@pytest.mark.parametrize(
    "frame",
    [
        b'{"type":"bye","reason":"","final":false}',
        "",
        "null",
        "[]",
        '"hello"',
        "[" * 16000,
        '{"type":"bye"' + "," * 100,
        '{"type":"bye","reason":"a","reason":"b","final":false}',
        '{"type":"got","seq":NaN,"digest":"00000000000000000000000000000000"}',
        '{"type":"got","seq":1e3,"digest":"00000000000000000000000000000000"}',
        '{"type":"got","seq":' + "9" * 5000 + ',"digest":"00000000000000000000000000000000"}',
        '{"type":"got","seq":true,"digest":"00000000000000000000000000000000"}',
        '{"type":"fly"}',
        '{"type":["bye"]}',
        "x" * (LARGEST_FRAME + 1),
    ],
)
def test_what_is_no_message_is_refused(frame: str | bytes) -> None:
    with pytest.raises(ProtocolError):
        read_message(frame)


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_is_a_message_or_refused(frame: str | bytes) -> None:
    with pytest.raises(ProtocolError):
        read_message(frame)


@pytest.mark.parametrize("seed", range(5))
def test_damaged_messages_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    frames = [write_message(message) for message in messages(seed)]
    for _ in range(400):
        try:
            message = read_message(fuzzed(rng.choice(frames), rng))
        except ProtocolError:
            continue
        assert read_message(write_message(message)) == message
