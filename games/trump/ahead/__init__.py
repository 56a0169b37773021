"""What a player does ahead of a turn: the orders, what is public about them, and their rules."""
