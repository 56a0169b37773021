"""The write path: what a change of a table is, and how it is checked and committed."""
