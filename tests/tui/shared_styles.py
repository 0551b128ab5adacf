"""Style sheets that are read once for all tests: every app would parse the same ones anew."""

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation

_parsed: dict[object, list[RuleSet]] = {}
_parse_rules = Stylesheet._parse_rules


def share_parsed_styles(patch: pytest.MonkeyPatch) -> None:
    """Let style sheets of the same text and the same colours share their rules."""
    patch.setattr(Stylesheet, "_parse_rules", _parsed_once)


def _parsed_once(
    sheet: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    rest = (read_from, is_default_rules, tie_breaker, scope)
    key = (css, *rest, frozenset(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, css, *rest)
    return _parsed[key]
