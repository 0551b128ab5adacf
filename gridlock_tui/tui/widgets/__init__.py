"""The widgets: each draws what it is given and sends messages; none decides what is legal."""
