"""Tables and all that belongs to one: players, log, messages, agreements, results."""
