"""What the rehearsal found out, and the table at its end."""

from dataclasses import dataclass, field
from typing import Literal

Verdict = Literal["as assumed", "different", "not tried"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One assumption: its key in the ledger, and a sentence about what was seen."""

    key: str
    verdict: Verdict
    seen: str


@dataclass(slots=True)
class Report:
    """The findings by key. The first difference counts: a later success doesn't hide it."""

    findings: dict[str, Finding] = field(default_factory=dict[str, Finding])

    def note(self, key: str, holds: bool, seen: str) -> None:
        """Note what was seen of an assumption."""
        known = self.findings.get(key)
        if known is None or known.verdict != "different":
            self.findings[key] = Finding(key, "as assumed" if holds else "different", seen)

    def not_tried(self, key: str, why: str) -> None:
        """Note why an assumption couldn't be tried, unless something was seen of it."""
        self.findings.setdefault(key, Finding(key, "not tried", why))

    @property
    def different(self) -> list[Finding]:
        """The assumptions that don't hold."""
        return [item for item in self.findings.values() if item.verdict == "different"]

    def table(self) -> str:
        """Write the table: differences first, and what wasn't tried last."""
        order = ("different", "as assumed", "not tried")
        rows = sorted(
            self.findings.values(), key=lambda item: (order.index(item.verdict), item.key)
        )
        wide = max((len(item.key) for item in rows), default=0)
        lines = [f"{item.verdict:10}  {item.key:{wide}}  {item.seen}" for item in rows]
        counts = {name: sum(item.verdict == name for item in rows) for name in order}
        total = ", ".join(f"{counts[name]} {name}" for name in order)
        return "\n".join([*lines, "", f"{total}."])
