"""The playground's data: people, the server, channels, messages and permissions."""
