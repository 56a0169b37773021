"""How eagerly things are shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """How eagerly things are shown, in seconds."""

    settle: float = 0.1
    """Before a drawing: time for the answer to a click, which draws the board too."""
    pause: float = 2.0
    """Between two drawings of the same message that nobody's click pays for."""
    notice_after: float = 30.0
    """How long somebody at the table may think before they are written to."""
    here_for: float = 180.0
    """The same for somebody who is here: they see it by themselves, most likely."""
    retry: float = 30.0
    """After Discord failed to take a drawing."""
    reading: float = 1.0
    """In which nobody can have read what has just changed; what is typed then is no answer."""
    picture_rest: float = 2.0
    """For which a board rests before its picture follows: moves in a burst share one."""
    emoji_pace: float = 1.0
    """Between two small pictures that are brought up to Discord."""
