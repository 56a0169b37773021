"""The playground's own endpoints, for its page and for tests."""
