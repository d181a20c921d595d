"""Books that phones share, keepers of a game's score, and links."""
