"""The gateway's sessions and events, and the messages and interactions that cause them."""
