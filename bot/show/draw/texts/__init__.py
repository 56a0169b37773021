"""What is said about a table beside its game: endings, meetings, rematches, offers, threads."""
