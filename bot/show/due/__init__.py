"""What is sent when its time comes: notices, pings, and the news of a game that is over."""
