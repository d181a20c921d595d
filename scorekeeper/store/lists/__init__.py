"""Many games: lists, filters, the history, importing and exporting."""
