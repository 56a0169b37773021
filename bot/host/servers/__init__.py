"""What happens around the tables: servers, channels, threads and moderators."""
