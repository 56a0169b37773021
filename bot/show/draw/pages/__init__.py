"""Pages for everybody: help, welcome, the cards of the games, and a server's panel."""
