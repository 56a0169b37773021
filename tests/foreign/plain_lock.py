"""Takes everything out of discord.js's lock that is no name, version, hash or need.

python -m tests.foreign.plain_lock
"""

import json
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parent / "discordjs" / "package-lock.json"
NOT_NEEDED = ("resolved", "funding")


def main() -> None:
    """Rewrite the lock."""
    lock: dict[str, Any] = json.loads(LOCK.read_text(encoding="utf-8"))
    for package in lock["packages"].values():
        for key in NOT_NEEDED:
            package.pop(key, None)
    LOCK.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
