"""Remove everything but names, versions, hashes and dependencies from npm's lock files.

python -m tests.foreign.plain_lock
"""

import json
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
LOCKS = [*sorted(TESTS.glob("foreign/*/package-lock.json")), TESTS / "page" / "package-lock.json"]
NOT_NEEDED = ("resolved", "funding")


def main() -> None:
    """Rewrite the locks."""
    for path in LOCKS:
        lock: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        for package in lock["packages"].values():
            for key in NOT_NEEDED:
                package.pop(key, None)
        text = json.dumps(lock, indent=2, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
