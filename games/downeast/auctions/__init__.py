"""Auctions: open bidding, the secret lot, and the payment."""
