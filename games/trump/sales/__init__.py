"""A sale: sealed opening bids, turns of bidding, and the plans that bid for a player."""
