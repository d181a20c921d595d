"""The program inside a browser: what a site of plain files carries (docs/site.md)."""
