"""The pages of events: the list, a new one, the desk, and what everybody sees."""
