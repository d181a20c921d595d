"""The shape of what a page sends; whether it is allowed is asked of the rules."""
