"""Events: their acts, tables, slips and files."""
