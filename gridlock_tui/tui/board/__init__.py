"""The board: its widget, painting, geometry, large characters and colours."""
