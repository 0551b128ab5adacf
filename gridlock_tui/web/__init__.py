"""The app in a browser on this machine. It needs the extra `web`.

Only `gridlock serve` loads it.
"""
