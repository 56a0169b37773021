"""Defines the delays with which the bot updates its messages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """The delays with which the bot updates its messages, in seconds."""

    settle: float = 0.1
    """Delay before a changed table is redrawn. The answer to a click may redraw it sooner."""
    pause: float = 2.0
    """Delay between two drawings of a message. Answers to clicks are not delayed."""
    notice_after: float = 75.0
    """Delay before a player who must move gets a notice."""
    here_for: float = 180.0
    """Delay before a player who is present gets a notice. They probably see the question anyway."""
    house_thinks: float = 1.0
    """Shortest time that the house takes for a move while somebody is present."""
    retry: float = 30.0
    """Delay before a drawing that failed is tried again."""
    reading: float = 1.0
    """Time that a player needs to read a change. A line typed sooner can't be a reaction to it."""
    picture_rest: float = 2.0
    """Delay after the last move before a board gets a new picture. Quick moves share a picture."""
    emoji_pace: float = 1.0
    """Delay between the uploads of two emojis."""
