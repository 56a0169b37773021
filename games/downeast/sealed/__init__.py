"""Sealed cash offers: the Downeast Deal, and the bids to avoid the Thief."""
