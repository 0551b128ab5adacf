"""Who may open a page or a session: a browser on this machine that was given the address."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

LOOPBACK = "127.0.0.1"
_NAMES = (LOOPBACK, "localhost", "[::1]")
_TOKEN_BYTES = 16


class Guard:
    """Refuses requests of other sites and of other users of this machine.

    A site that names itself as this machine (DNS rebinding) sends its own name as the host. A page
    of another site sends its origin. Another user does not know the token.
    """

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(_TOKEN_BYTES)
        self.address = f"http://{LOOPBACK}:{port}/{self.token}/"
        self._hosts = frozenset(f"{name}:{port}" for name in _NAMES)
        if port == 80:  # browsers leave this one out
            self._hosts |= {*_NAMES}
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    def refusal(
        self, path: str, hosts: Sequence[str], origins: Sequence[str], *, needs_origin: bool
    ) -> str:
        """Return why a request is refused, as a sentence; "" if it is not.

        `hosts` and `origins` are all headers of that name.
        """
        if len(hosts) != 1 or hosts[0].casefold() not in self._hosts:
            return "Only browsers on this machine may connect."
        is_foreign = any(each.casefold() not in self._origins for each in origins)
        if is_foreign or len(origins) > 1 or (needs_origin and not origins):
            return "Gridlock refuses requests of other sites."
        token = path.removeprefix("/").partition("/")[0]
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return "This is not the whole address: use the one that gridlock serve has printed."
        return ""
