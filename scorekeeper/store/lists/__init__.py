"""Many games: lists, filters, the history, and games on their way from or to a file."""
