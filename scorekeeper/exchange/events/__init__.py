"""Events in files: the tables of results and standings, and whole events as JSON."""
