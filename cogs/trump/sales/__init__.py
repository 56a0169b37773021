"""Sales on Discord: how bids and plans are made, and how a sale is told."""
