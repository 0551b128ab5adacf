"""What only the compiled build has: 64-bit integers, and attributes of classes.

In pure Python the integers are plain ones, and the attributes change nothing. Type checkers and
mypyc see `mypy_extensions`; nothing imports it when the program runs. So this module is never
compiled. A native integer wraps around where a plain one grows, so use it only for values below
2**63. Do not shift a constant by a native integer: mypyc shifts a C `int` of 32 bits.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64, mypyc_attr as mypyc_attr
else:
    i64 = int
    Decorated = TypeVar("Decorated")

    def mypyc_attr(**_attributes: object) -> Callable[[Decorated], Decorated]:
        """Return a decorator that changes nothing."""
        return lambda decorated: decorated
