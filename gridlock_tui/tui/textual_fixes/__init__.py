"""Workarounds for flaws of Textual 8.2.8, the version they were written for and tested with.

Here:

- `screen_fixes`: lost repaints, a first paint without the classes of the size, caches that keep
  pictures, a second dismissal, blinking cursors.
- `compositor`: every widget rendered for any change, also where others cover it.
- `palette`: keys that come before the palette is laid out or after it has closed; a preview of
  themes.
- `terminal_driver`: signals, a terminal that disappears.
- `web_driver`: the same for a browser; keys before the first click.
- `paced_input`: floods of input, keys that come before the widget they are for.
- `terminal_input`: input that Textual's parser cannot handle.

Elsewhere, because a fix needs a single line there:

- `GridlockApp.CSS_PATH` names the style sheet of the menu too: Textual loads none for the default
  screen.
- `GridlockApp.refresh_css` parses no style sheets before the first screen: Textual parses them
  when a theme is set and, because `Stylesheet.reparse` keeps no cache, again for that screen.
- `MenuScreen` stops its demonstration while another screen is on top: Textual would paint it
  (`is_current` is true for a screen below) and could lose a repaint of the screen above.
- `menu.tcss` gives `ToastRack` no scroll bars: with room for them Textual computes heights that
  are too small, and the rack scrolls without being painted.
- `keymap` resolves clashes itself: `App.set_keymap` silently takes a key from one command to give
  it to another.
- `SettingsScreen` unsubscribes from the signal of the preferences when it closes: a `Signal` keeps
  the method of a subscriber, and with it the screen, until it is next published.
- `themes` raises the contrast of placeholders, which are too faint in Textual's themes.
"""
