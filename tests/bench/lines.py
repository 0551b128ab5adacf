"""Lines of code: `python -m tests.bench.lines [FOLDER]`.

Prints for each folder of the package, and for all of it, how many lines hold code. Blank lines,
comments, docstrings (also those under attributes) and imports are not counted: imports follow from
how the code is divided into modules, not from what it does.
"""

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "gridlock_tui"
_NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    tokenize.ENDMARKER,
}


def count_lines(source: str) -> int:
    """Return how many lines of the source hold code."""
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            found.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_docstring(node):
            assert isinstance(node, ast.stmt)
            found.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(found)


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def main(package: Path) -> None:
    """Print the lines of each folder and of the package."""
    lines: Counter[str] = Counter()
    for path in sorted(package.rglob("*.py")):
        lines[str(path.parent.relative_to(package.parent))] += count_lines(path.read_text("utf-8"))
    for folder, count in lines.items():
        print(f"{folder:<36} {count:>6,}")
    print(f"{'total':<36} {lines.total():>6,}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE)
