"""Faults that a test can request: failed, late or lost answers, and gateway outages."""

import re
from dataclasses import dataclass

from discord_playground.checks.rate_limits import rate_limited
from discord_playground.world.discord_errors import Json, Refused, bad_form, unavailable

ON_REQUESTS = ("status", "delay", "rate_limit", "lose_answer")
ON_GATEWAY = ("drop_gateway", "reconnect", "invalid_session", "gateway_down")
KINDS = (*ON_REQUESTS, *ON_GATEWAY, "duplicate_event")


@dataclass(slots=True)
class Fault:
    """One requested fault, and how many times it takes effect."""

    kind: str
    times: int = 1
    method: str = ""
    route: str = ""
    status: int = 500
    code: int = 0
    message: str = ""
    seconds: float = 1.0
    retry_after: float = 1.0
    everywhere: bool = False

    def matches(self, method: str, route: str, path: str) -> bool:
        """Return whether the fault applies to this request."""
        if self.method and self.method.upper() != method:
            return False
        return not self.route or bool(re.search(self.route, route) or re.search(self.route, path))

    def refused(self) -> Refused:
        """Return the error answer of a `status` or `rate_limit` fault."""
        if self.kind == "rate_limit":
            return rate_limited(self.retry_after, scope="global" if self.everywhere else "shared")
        if self.status == 429:
            return rate_limited(self.retry_after)
        if self.status > 500 and not self.code:
            return unavailable(self.status)
        usual = "500: Internal Server Error" if self.status == 500 else "as asked for"
        return Refused(self.status, self.code, self.message or usual)


class Faults:
    """The requested faults that have not taken effect yet."""

    def __init__(self) -> None:
        self.pending: list[Fault] = []

    def add(self, wanted: Json) -> Fault:
        """Add a fault from the body of `POST /playground/faults`."""
        kind = str(wanted.get("kind"))
        if kind not in KINDS:
            raise bad_form(("kind",), "BASE_TYPE_CHOICES", f"Value must be one of {KINDS}.")
        fault = Fault(
            kind=kind,
            times=int(wanted.get("times", 1)),
            method=str(wanted.get("method") or ""),
            route=str(wanted.get("route") or ""),
            status=int(wanted.get("status", 500)),
            code=int(wanted.get("code") or 0),
            message=str(wanted.get("message") or ""),
            seconds=float(wanted.get("seconds", 1.0)),
            retry_after=float(wanted.get("retry_after", 1.0)),
            everywhere=bool(wanted.get("global")),
        )
        if kind not in ON_GATEWAY:
            self.pending.append(fault)
        return fault

    def take(self, kind: str, method: str = "", route: str = "", path: str = "") -> Fault | None:
        """Return a pending fault of this kind that applies to the request, and use it up."""
        for fault in self.pending:
            if fault.kind == kind and fault.matches(method, route, path):
                fault.times -= 1
                if fault.times <= 0:
                    self.pending.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        """Remove all pending faults."""
        self.pending.clear()
