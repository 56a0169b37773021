"""Holds the delays of everything that is shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """The delays of everything that is shown, in seconds."""

    settle: float = 0.1
    """Before a changed table is redrawn; until then the answer to a click may redraw its board."""
    pause: float = 2.0
    """Between two drawings of one message, unless they answer clicks."""
    notice_after: float = 30.0
    """Before a player who must move gets a notice."""
    here_for: float = 180.0
    """Before a player who is here gets a notice; they probably see the question themselves."""
    retry: float = 30.0
    """Before a drawing that failed is tried again."""
    reading: float = 1.0
    """The time in which nobody can have read a change; a line typed that soon doesn't answer it."""
    picture_rest: float = 2.0
    """Before a quiet board gets its new picture; moves in quick succession share one."""
    emoji_pace: float = 1.0
    """Between the uploads of two emojis."""
