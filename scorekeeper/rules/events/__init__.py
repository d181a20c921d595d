"""Events: people draw lots, sit down at several tables at once, and are ranked over rounds."""
