"""The pages about people and their figures."""
