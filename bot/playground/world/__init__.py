"""What there is: people, a server, its channels, what was said, and who may do what."""
