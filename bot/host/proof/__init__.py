"""The luck of a table, and the proof that it was fair."""
