"""The database, behind functions that take and return values of the rules."""
