"""Holds the delays of everything that the bot shows."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """The delays of everything that the bot shows, in seconds."""

    settle: float = 0.1
    """Delay before a changed table is redrawn. Until then, the answer to a click may redraw it."""
    pause: float = 2.0
    """Delay between two drawings of one message, unless they answer clicks."""
    notice_after: float = 30.0
    """Delay before a player who must move gets a notice."""
    here_for: float = 180.0
    """Delay before a player who is present gets a notice. They probably see the question anyway."""
    retry: float = 30.0
    """Delay before a drawing that failed is tried again."""
    reading: float = 1.0
    """Time in which nobody can have read a change. A line typed that soon doesn't answer it."""
    picture_rest: float = 2.0
    """Delay before a quiet board gets its new picture. Quick moves share one picture."""
    emoji_pace: float = 1.0
    """Delay between the uploads of two emojis."""
