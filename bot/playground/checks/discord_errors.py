"""How Discord says no: an HTTP status, a number, a sentence, and where in the form it was.

Numbers and sentences are Discord's (topics/opcodes-and-status-codes, "JSON Error Codes"); the codes
inside a form (`BASE_TYPE_MAX_LENGTH` …) are what its API is known to answer.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]


class Refused(Exception):
    """A request that gets an error for an answer."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Json | None = None,
        retry_after: float | None = None,
        everywhere: bool = False,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}".strip())
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after
        self.everywhere = everywhere
        self.headers = dict(headers or {})

    def body(self) -> Json:
        """Write the error as Discord's JSON."""
        made: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            made["errors"] = self.errors
        if self.retry_after is not None:
            made["retry_after"] = self.retry_after
            made["global"] = self.everywhere
        return made


def items(value: Any) -> list[Any]:
    """Read a list; what is none counts as empty."""
    return list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]


def fields(value: Any) -> Json:
    """Read an object; what is none counts as empty."""
    return dict(value) if isinstance(value, dict) else {}  # pyright: ignore[reportUnknownArgumentType,reportUnknownVariableType]


def objects(value: Any) -> list[Json]:
    """Read a list of objects, leaving out what is none."""
    return [one for one in items(value) if isinstance(one, dict)]


class Form:
    """The complaints about one request body, each at its place; all are reported together."""

    def __init__(self) -> None:
        self.errors: Json = {}

    def say(self, path: Path, code: str, message: str) -> None:
        """Note one complaint."""
        place = self.errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, value: Any, least: int, most: int) -> bool:
        """Check that a value is a text of this length; say so if not."""
        if not isinstance(value, str):
            self.say(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return False
        if least <= len(value) <= most:
            return True
        if least == 0:
            self.say(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif not value:
            self.say(path, "BASE_TYPE_REQUIRED", "This field is required")
        else:
            self.say(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False

    def count(self, path: Path, value: Any, least: int, most: int) -> bool:
        """Check that a value is a list of so many; say so if not."""
        if not isinstance(value, list):
            self.say(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return False
        number = len(items(value))
        if least <= number <= most:
            return True
        if least == 0:
            self.say(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        else:
            self.say(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
        return False

    def objects(self, path: Path, value: Any, least: int, most: int) -> list[Json]:
        """Check that a value is a list of so many objects; returns it, or nothing if it is not."""
        if not self.count(path, value, least, most):
            return []
        made = objects(value)
        if len(made) < len(items(value)):
            self.say(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return []
        return made

    def number(self, path: Path, value: Any, least: int, most: int) -> bool:
        """Check that a value is a whole number in this range; say so if not."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.say(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return False
        if value < least:
            self.say(
                path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}."
            )
        elif value > most:
            self.say(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        return least <= value <= most

    def numbers(self, path: Path, value: Any, least: int, most: int) -> None:
        """Check that a value is a list of whole numbers in this range; say so if not."""
        if self.count(path, value, 0, most - least + 1):
            for place, one in enumerate(items(value)):
                self.number((*path, place), one, least, most)

    def required(self, path: Path) -> None:
        """Note that a field is missing."""
        self.say(path, "BASE_TYPE_REQUIRED", "This field is required")

    def close(self) -> None:
        """Refuse the request if anything was noted."""
        if self.errors:
            raise Refused(400, 50035, "Invalid Form Body", errors=self.errors)


def bad_form(path: Path, code: str, message: str) -> Refused:
    """Make the refusal of a form with one complaint."""
    form = Form()
    form.say(path, code, message)
    return Refused(400, 50035, "Invalid Form Body", errors=form.errors)


def not_found() -> Refused:
    """There is no such route."""
    return Refused(404, 0, "404: Not Found")


def unauthorized() -> Refused:
    """The token is nobody's."""
    return Refused(401, 0, "401: Unauthorized")


def unknown_channel() -> Refused:
    """The channel is gone, or never was."""
    return Refused(404, 10003, "Unknown Channel")


def unknown_guild() -> Refused:
    """The server is none the bot is in."""
    return Refused(404, 10004, "Unknown Guild")


def unknown_member() -> Refused:
    """Nobody here has that id."""
    return Refused(404, 10007, "Unknown Member")


def unknown_message() -> Refused:
    """The message is gone, never was, or is an ephemeral one."""
    return Refused(404, 10008, "Unknown Message")


def unknown_user() -> Refused:
    """Nobody has that id."""
    return Refused(404, 10013, "Unknown User")


def unknown_emoji() -> Refused:
    """No emoji has that id."""
    return Refused(404, 10014, "Unknown Emoji")


def unknown_webhook() -> Refused:
    """The interaction has not been answered yet, or the application is another."""
    return Refused(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refused:
    """The interaction never was, or three seconds are over."""
    return Refused(404, 10062, "Unknown interaction")


def unknown_command() -> Refused:
    """No command has that id."""
    return Refused(404, 10063, "Unknown application command")


def too_large() -> Refused:
    """A file or the request is too large."""
    return Refused(413, 40005, "Request entity too large")


def answered_already() -> Refused:
    """The second answer to one interaction."""
    return Refused(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> Refused:
    """The channel cannot be seen."""
    return Refused(403, 50001, "Missing Access")


def others_message() -> Refused:
    """Only the author edits a message."""
    return Refused(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> Refused:
    """There is nothing in the message."""
    return Refused(400, 50006, "Cannot send an empty message")


def no_text_channel() -> Refused:
    """Nobody writes into a forum itself: only into its posts."""
    return Refused(400, 50008, "Cannot send messages in a non-text channel")


def closed_dms() -> Refused:
    """The person does not take messages from the bot."""
    return Refused(403, 50007, "Cannot send messages to this user")


def nothing_in_common() -> Refused:
    """The person is in no server any more in which the bot is too."""
    return Refused(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def missing_permissions() -> Refused:
    """The channel can be seen, but that may not be done there."""
    return Refused(403, 50013, "Missing Permissions")


def dead_token() -> Refused:
    """The interaction's fifteen minutes are over."""
    return Refused(401, 50027, "Invalid Webhook Token")


def archived_thread() -> Refused:
    """The thread has to be opened first."""
    return Refused(400, 50083, "Thread is archived")


def thread_locked() -> Refused:
    """The thread was locked by who manages threads, and only they open it again."""
    return Refused(403, 160005, "This thread is locked")
