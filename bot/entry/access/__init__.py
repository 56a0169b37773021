"""The table that somebody means, and what they may do there."""
