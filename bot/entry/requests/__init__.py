"""From a press or a typed line to a move that is made."""
