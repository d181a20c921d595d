"""Every sentence about events."""
