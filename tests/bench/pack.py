"""Choose the puzzles of a pack and put them into classes.

The levels calibrate the classes: each of them solves fewer puzzles of a class than of the one
before, by so much that chance does not reverse it when the levels are measured. The puzzles of the
hardest classes have only moves later. A puzzle that was in the pack before stays where that is
possible, because what players have kept names puzzles by their ids.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise
from math import inf

from gridlock_tui.engine.puzzle_maker import Traits, hardness
from gridlock_tui.engine.puzzles import DIFFICULTIES, HARDER, Puzzle

Found = tuple[Puzzle, Traits]

HARD = 0.003
"""How often the best of the rated levels misses a hard puzzle at least."""
_EASIER = HARDER - DIFFICULTIES[0]
"""How many classes do without only moves later."""
_CLEAR = 2.5
"""How many standard deviations the shares of two classes are apart, if possible."""
_FOR_EASIER = 32
"""The easier classes need so many hard puzzles too, if need be some with only moves later."""
_LAST_SHARE = 0.6
"""Where hard puzzles are rare, the last class has this share of them."""
_WANTED = "mirror"
"""The rarest idea: such puzzles are taken even if they are new."""


def classes_of(
    found: Sequence[Found], old: Collection[str], a_class: int, tries: int
) -> list[list[Puzzle]]:
    """Return the classes of one variant, the easiest first, given the ids in the pack before.

    The hardest classes have the hardest puzzles with only moves later; in each of the others there
    are at least as many as in these. Levels try each puzzle so many times.
    """
    ranked = sorted(found, key=_rank)
    harder = _harder(ranked, a_class, tries)
    taken = {puzzle.id for puzzle, _ in chain(*harder)}
    rest = [each for each in ranked if each[0].id not in taken]
    kept = [each for each in rest if each[0].id in old or each[0].theme == _WANTED]
    new = [each for each in rest if each not in kept]
    missing = max(0, _EASIER * a_class - len(kept))
    kept = sorted([*kept, *new[:missing]], key=_rank)
    best, least = [], -inf
    for easier in _ways(kept, a_class):
        apart = least_apart([*easier, *harder], tries)
        if apart > least:
            best, least = easier, apart
        if apart >= _CLEAR:
            break
    assert best, "there are not enough puzzles"
    assert least > 0, "the classes do not differ"
    return [sorted((puzzle for puzzle, _ in each), key=lambda p: p.id) for each in (*best, *harder)]


def _rank(each: Found) -> tuple[bool, float, str]:
    """Return a sort key: what is over at once comes first, then hardness decides."""
    puzzle, traits = each
    return puzzle.distance > 1, hardness(traits), puzzle.id


def _is_hard(each: Found) -> bool:
    return each[1].misses[-1] >= HARD


def _harder(ranked: Sequence[Found], a_class: int, tries: int) -> list[list[Found]]:
    """Return the two hardest classes: only puzzles with only moves later.

    The last class has the hardest of them, the other one those that are as hard as can be with a
    clear difference.
    """
    pool = [each for each in ranked if each[0].only_moves]
    others = sum(_is_hard(each) and not each[0].only_moves for each in ranked)
    spared = list(filter(_is_hard, pool))[: max(0, _FOR_EASIER - others)]
    pool = [each for each in pool if each not in spared]
    assert len(pool) >= 2 * a_class, "there are not enough puzzles with only moves"
    hard = list(filter(_is_hard, pool))
    last = hard[-min(a_class, int(_LAST_SHARE * len(hard))) :]
    last += [each for each in pool if each not in hard][len(last) - a_class :][
        : a_class - len(last)
    ]
    left = [each for each in pool if each not in last]
    for start in reversed(range(len(left) - a_class + 1)):
        other = left[start : start + a_class]
        if least_apart([other, last], tries) >= _CLEAR:
            break
    return [other, last]


def _ways(ranked: Sequence[Found], a_class: int) -> Iterator[list[list[Found]]]:
    """Yield the ways to make the easier classes: the first has the most puzzles.

    The hardest puzzles are left out one by one. There are no hard ones in the first class, and more
    and more of them in the second.
    """
    for end in range(len(ranked), _EASIER * a_class - 1, -_EASIER):
        size = end // _EASIER
        easy = [each for each in ranked[:end] if not _is_hard(each)]
        hard = [each for each in ranked[:end] if _is_hard(each)]
        for count in range(min(size, len(hard)) + 1):
            if len(easy) >= 2 * size - count:
                second = [*easy[size : 2 * size - count], *hard[:count]]
                yield [easy[:size], second, [*easy[2 * size - count :], *hard[count:]]]


def least_apart(classes: Sequence[Sequence[Found]], tries: int) -> float:
    """Return how far the shares of a level in two classes are apart at least.

    In standard deviations of a measurement with so many tries for each puzzle; negative if the
    share rises.
    """
    least = inf
    for level in range(len(classes[0][0][1].misses)):
        shares, variances = [], []
        for each in classes:
            misses = [traits.misses[level] for _, traits in each]
            shares.append(sum(misses) / len(misses))
            variance = sum(miss * (1 - miss) for miss in misses) / tries / len(misses) ** 2
            variances.append(variance)
        for (one, first), (other, second) in pairwise(zip(shares, variances, strict=True)):
            spread = (first + second) ** 0.5
            least = min(least, (other - one) / spread if spread else 0.0)
    return least
