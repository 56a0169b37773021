"""Who is connected, and what they are told; messages and interactions on their way."""
