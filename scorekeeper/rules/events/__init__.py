"""Events: people are drawn to tables, play at all of them at once, and are ranked over several
rounds."""
