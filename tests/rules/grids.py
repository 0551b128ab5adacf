"""Read grids in the style of the rule documents, to prove that what is drawn says everything."""

from gridlock_tui.rules import GameState, GridFrame, NotationError, Player, Variant
from gridlock_tui.rules.grids import cell_sign
from gridlock_tui.rules.text import quoted


def read_grid(
    variant: Variant, text: str, to_move: Player, last: Player | None = None
) -> GameState:
    """Return the state that a grid shows, or raise NotationError or PositionError.

    Every sign must agree with the rules: a blocked cell that is drawn free is an error.
    """
    rows = [row for row in (_signs_in(variant, line) for line in text.splitlines()) if row]
    if [len(row) for row in rows] != [variant.board.columns] * variant.board.rows:
        raise NotationError(f"the grid does not have the rows and columns of {variant.board}")
    signs = [sign for row in rows for sign in row]
    marks = [0, 0]
    tokens = [0] * variant.board.size if variant.has_tokens else []
    markers = _markers(variant)
    for cell, sign in enumerate(signs):
        if sign in markers:
            owner, token = markers[sign]
            marks[owner - 1] |= 1 << cell
            if tokens:
                tokens[cell] = token
            if tokens and sign in signs[:cell]:
                raise NotationError(f"the grid shows {sign} more than once")
    state = variant.position((marks[0], marks[1]), to_move, last, tuple(tokens))
    for cell, sign in enumerate(signs):
        if sign != cell_sign(state, cell):
            right = cell_sign(state, cell) or "an empty cell"
            raise NotationError(
                f"the grid shows {quoted(sign)} at {variant.cell_name(cell)}, "
                f"where the rules have {right}"
            )
    return state


def _markers(variant: Variant) -> dict[str, tuple[Player, int]]:
    if not variant.has_tokens:
        return {player.symbol: (player, 0) for player in Player}
    numbers = range(1, variant.tokens_each + 1)
    return {player.token_label(n): (player, n) for player in Player for n in numbers}


def _signs_in(variant: Variant, line: str) -> list[str]:
    match variant.grid.frame:
        case GridFrame.BARE | GridFrame.COLUMNS:
            return line.split()
        case GridFrame.RULED:
            return line.partition("|")[2].split()
        case GridFrame.BRACKETS:
            return line.partition("[")[2].partition("]")[0].split()
        case GridFrame.BOXES:
            return [part.strip() for part in line.split("|")[1:-1]]
