"""Room codes, and what a stranger may cost."""

import pytest

from gridlock_tui.net.code import is_same, new_code, read_code, words
from gridlock_tui.net.limits import Bucket, Door, Limits, reconnect_delay
from gridlock_tui.rules import GridlockError

LIMITS = Limits()


def test_codes_are_three_of_a_few_hundred_words() -> None:
    assert len(words()) == len(set(words())) > 300
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words())
    assert max(map(len, words())) <= 8
    codes = {new_code() for _ in range(200)}
    assert len(codes) > 195
    for code in codes:
        assert read_code(code) == code
        assert set(code.split("-")) <= set(words())


def test_no_two_words_are_easily_confused() -> None:
    for at, one in enumerate(words()):
        for two in words()[at + 1 :]:
            assert not two.startswith(one)
            if len(one) == len(two):
                assert sum(a != b for a, b in zip(one, two, strict=True)) > 1


def test_a_code_may_be_typed_in_several_ways() -> None:
    for typed in ("maple otter violin", " Maple, OTTER; violin", "maple_otter_violin"):
        assert read_code(typed) == "maple-otter-violin"
        assert is_same(typed, "maple-otter-violin")
    assert not is_same("maple-otter-violet", "maple-otter-violin")
    for wrong in ("", "maple", "maple-otter", "a b c d", "\ud800" * 99):
        with pytest.raises(GridlockError, match="three words"):
            read_code(wrong)


def test_a_code_that_was_read_is_read_the_same_again() -> None:
    """A letter may become two when it is made small: `İ` does."""
    read = read_code(f"maple-{'t' * 51}İ{'t' * 9}")
    assert read_code(read) == read


def test_a_bucket_lets_a_burst_pass_and_then_a_rate() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)
    assert [bucket.takes(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.takes(0.5)
    assert not bucket.takes(0.6)
    assert sum(bucket.takes(100) for _ in range(9)) == 3


def test_wrong_codes_of_an_address_make_it_wait_longer_and_longer() -> None:
    door, now, waits = Door(LIMITS), 1000.0, []
    for _ in range(8):
        waits.append(door.wait("eve", now))
        now += waits[-1]
        door.note_wrong("eve", now)
    assert waits[:4] == [0, 1, 2, 4]
    assert max(waits) == LIMITS.longest_wrong_code
    assert door.wait("ben", now) == 0
    door.note_right("eve")
    assert door.wait("eve", now) == 0


def test_wrong_codes_from_many_addresses_make_everybody_wait_a_little() -> None:
    door = Door(LIMITS)
    for number in range(10_000):
        door.note_wrong(f"eve {number}", 50.0)
    assert door.wait("ben", 50.0) == LIMITS.longest_overall
    assert door.wait("ben", 50.0 + LIMITS.longest_overall) == 0
    assert len(door._wrong) == Door.MOST_ADDRESSES


def test_attempts_to_connect_again_become_rarer() -> None:
    found = [reconnect_delay(LIMITS, failures) for failures in range(8)]
    assert found[:3] == [LIMITS.first_delay, 2 * LIMITS.first_delay, 4 * LIMITS.first_delay]
    assert found == sorted(found)
    assert found[-1] == reconnect_delay(LIMITS, 10**6) == LIMITS.longest_delay
