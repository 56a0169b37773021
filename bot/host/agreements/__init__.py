"""What people agree on beside the game: endings, meetings, rematches, hurrying, watching."""
