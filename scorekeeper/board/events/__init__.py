"""The pages of an event as values: made from the event, the games of its tables and the time."""
