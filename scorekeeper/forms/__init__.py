"""The shape of forms; the rules decide whether their contents are allowed."""
