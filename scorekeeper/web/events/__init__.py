"""The pages of events: the list, a new event, the desk, and the pages for players and
spectators."""
