"""A rehearsal on a real server: tries what the playground assumes about Discord."""
