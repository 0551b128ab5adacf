"""Run the command line with ``python -m gridlock_tui``."""

import sys

from gridlock_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
