"""Starting a game, and the demo."""
