"""The 64-bit integers of the compiled build. In pure Python they are plain integers.

Type checkers and mypyc see `mypy_extensions`; nothing imports it when the program runs. So this
module is never compiled. A native integer wraps around where a plain one grows, so use it only for
values below 2**63. Do not shift a constant by a native integer: mypyc shifts a C `int` of 32 bits.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
else:
    i64 = int
