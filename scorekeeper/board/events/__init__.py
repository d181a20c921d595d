"""The values that the pages of an event show, computed from the event, the games of its tables and
the time."""
