"""Line mode prints byte for byte what it printed when the calls were recorded."""

import pytest

from tests.cli.recorded_calls import Call, load_calls


@pytest.mark.parametrize("call", load_calls(), ids=lambda call: call.arguments[0])
def test_a_recorded_call_prints_the_same(call: Call) -> None:
    assert call.run() == call.done
