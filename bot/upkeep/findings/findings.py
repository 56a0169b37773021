"""What a command of the operator has found and done, as sentences and as JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Level: TypeAlias = Literal["fine", "warning", "broken"]
LEVELS: tuple[Level, ...] = ("fine", "warning", "broken")  # in the order of their exit codes


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence about one thing. If the thing isn't fine, it also says what to do."""

    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a command, and the same facts as values that JSON can hold."""

    findings: tuple[Finding, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def exit_code(self) -> int:
        """The exit code: 0 if all is fine, 1 if there are warnings, 2 if something is broken."""
        return max((LEVELS.index(finding.level) for finding in self.findings), default=0)

    def text(self) -> str:
        """Return the findings, one line each. What isn't fine is marked."""
        return "\n".join(
            finding.text if finding.level == "fine" else f"{finding.level}: {finding.text}"
            for finding in self.findings
        )

    def json(self) -> str:
        """Return the facts and the findings as JSON."""
        listed = [{"level": finding.level, "text": finding.text} for finding in self.findings]
        return json.dumps({**self.facts, "findings": listed}, ensure_ascii=False, indent=2)


def done(text: str, **facts: Any) -> Report:
    """Return the report of a command that did what it was asked for."""
    return Report((Finding("fine", text),), facts)
