"""Conversion between rows or JSON and the values of the rules, without queries."""
