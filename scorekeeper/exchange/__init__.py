"""Games in files, our own and others': writing, recognising and reading them."""
