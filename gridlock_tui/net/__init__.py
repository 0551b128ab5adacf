"""A match between two machines: what is sent, what both sides agree on, and who is connected.

- `events`, `table`, `protocol`, `limits`: pure, no input or output.
- `code`: room codes, made of the words in `words.txt`.
- `shelf`: the matches on disk.
- `host`, `guest`: the two ends of a connection; they need the extra `net`.

This package does not depend on any front end. A front end shows the `View` of a session and
calls `act`:

    shelf = Shelf(find_paths())
    deal = make_deal(setup, "Ada", length=3, swap_rule=True)
    async with Host(new_room(deal, "Ada"), shelf) as session:      # or Guest(address, code, shelf)
        session.feed.listeners.append(show)                        # called with every new View
        await session.feed.until(lambda view: view.is_your_turn)
        session.act(Kind.MOVE, "2 2")                              # raises GridlockError if illegal
"""
