"""What the page of a game shows, part by part, and what its panels send."""
