"""The people of a book, and how names at a table become people."""
