"""A finished game: its auctions and deals, its highlights and its secrets."""
