"""The rules of the variants: what is legal and what follows. Standard library only, no I/O."""

# One import per module; `as` re-exports a name.

from gridlock_tui.rules.board import (
    BISHOP as BISHOP,
    KING as KING,
    KNIGHT as KNIGHT,
    LARGEST as LARGEST,
    ROOK as ROOK,
    SMALLEST as SMALLEST,
    Board as Board,
    BoardSizeError as BoardSizeError,
    Cell as Cell,
    GridlockError as GridlockError,
    Neighbourhood as Neighbourhood,
)
from gridlock_tui.rules.grids import (
    GridFrame as GridFrame,
    GridStyle as GridStyle,
    draw_grid as draw_grid,
)
from gridlock_tui.rules.notation import (
    CellStyle as CellStyle,
    NotationError as NotationError,
    OffBoardError as OffBoardError,
    expected_move as expected_move,
    play_moves as play_moves,
    read_cell as read_cell,
    read_move as read_move,
    read_moves as read_moves,
    read_placement as read_placement,
    read_token as read_token,
    write_compact as write_compact,
    write_move as write_move,
)
from gridlock_tui.rules.perft import perft as perft
from gridlock_tui.rules.phrases import (
    DEFAULT_NAMES as DEFAULT_NAMES,
    Names as Names,
    Phrases as Phrases,
    cell_list as cell_list,
    cells_by_player as cells_by_player,
    closing_reason as closing_reason,
    closing_text as closing_text,
    pass_text as pass_text,
    prompt_text as prompt_text,
    turn_text as turn_text,
)
from gridlock_tui.rules.placement import (
    Blocks as Blocks,
    Placement as Placement,
    Stuck as Stuck,
    Wins as Wins,
)
from gridlock_tui.rules.sequence import (
    Sequence as Sequence,
    Threats as Threats,
    completed_runs as completed_runs,
    run_threats as run_threats,
    totals as totals,
)
from gridlock_tui.rules.state import (
    Effect as Effect,
    GameState as GameState,
    IllegalMove as IllegalMove,
    Move as Move,
    Outcome as Outcome,
    Player as Player,
    Reason as Reason,
    Refusal as Refusal,
)
from gridlock_tui.rules.variants import (
    FIRST_GAME as FIRST_GAME,
    VARIANTS as VARIANTS,
    PositionError as PositionError,
    UnknownVariant as UnknownVariant,
    Variant as Variant,
    find_variant as find_variant,
    read_fen as read_fen,
    register as register,
    unregister as unregister,
)
