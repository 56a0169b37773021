"""What is deleted: games that ended long ago, and people who ask to be forgotten."""
