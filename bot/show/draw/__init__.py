"""Draws every panel and text as a pure function of a table view. It knows no Discord."""
