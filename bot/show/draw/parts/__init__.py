"""The parts that many drawings share: frame, headers, presence, and messages as data."""
