"""Who is let in and who is not."""

import pytest

from gridlock_tui.web.guard import Guard

GUARD = Guard(8400)
PATH = f"/{GUARD.token}/"
HERE, SITE = "127.0.0.1:8400", "http://127.0.0.1:8400"


@pytest.mark.parametrize("host", [HERE, "localhost:8400", "LOCALHOST:8400", "[::1]:8400"])
def test_a_browser_on_this_machine_is_let_in(host: str) -> None:
    assert GUARD.refusal(PATH, [host], [], needs_origin=False) == ""
    assert GUARD.refusal(f"{PATH}ws", [host], [f"http://{host}"], needs_origin=True) == ""


@pytest.mark.parametrize(
    "hosts",
    [
        [],
        [""],
        ["127.0.0.1"],
        ["127.0.0.1:8401"],
        ["rebound.example:8400"],
        ["127.0.0.1.example:8400"],
        [f"{HERE}@example"],
        [HERE, HERE],
        [HERE, "example:8400"],
    ],
)
def test_another_host_is_refused(hosts: list[str]) -> None:
    said = GUARD.refusal(PATH, hosts, [SITE], needs_origin=False)
    assert said == "Only browsers on this machine may connect."


@pytest.mark.parametrize(
    "origins",
    [
        ["null"],
        [""],
        ["http://example.com"],
        ["https://127.0.0.1:8400"],
        ["http://127.0.0.1:8401"],
        ["http://127.0.0.1:8400.example.com"],
        [SITE, SITE],
        [SITE, "http://example.com"],
    ],
)
@pytest.mark.parametrize("needs_origin", [True, False])
def test_another_origin_is_refused(origins: list[str], needs_origin: bool) -> None:
    said = GUARD.refusal(PATH, [HERE], origins, needs_origin=needs_origin)
    assert said == "Gridlock refuses requests of other sites."


def test_a_session_needs_an_origin() -> None:
    assert GUARD.refusal(f"{PATH}ws", [HERE], [], needs_origin=True)


@pytest.mark.parametrize(
    "path", ["", "/", "//", "/ws", "/wrong/ws", "/ä/", "/{token}x/", "/x{token}/", "/x/{token}/"]
)
def test_the_token_is_needed(path: str) -> None:
    said = GUARD.refusal(path.format(token=GUARD.token), [HERE], [SITE], needs_origin=False)
    assert said.startswith("This is not the whole address")
    assert GUARD.refusal(PATH[:-2], [HERE], [SITE], needs_origin=False) == said


def test_every_server_has_a_token_of_its_own() -> None:
    tokens = {Guard(8400).token for _ in range(100)}
    assert len(tokens) == 100
    assert min(map(len, tokens)) >= 22


def test_the_usual_port_of_the_web_is_not_written() -> None:
    guard = Guard(80)
    assert guard.refusal(f"/{guard.token}/", ["localhost"], [], needs_origin=False) == ""
