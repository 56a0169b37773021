"""Deals between two players: what they may offer, and how an offer is answered."""
