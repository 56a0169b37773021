"""Signed addresses of attachments, which die after a day (reference, "Signed Attachment CDN URLs").

Messages are stored with plain addresses. Whatever leaves the playground carries signed ones, so the
addresses in an answer or event are always valid when it is sent.
"""

import hmac
import re
import secrets
from collections.abc import Mapping

LIFE = 86_400  # seconds
ISSUED_EVERY = 3600  # addresses of the same hour are equal, so that browsers can cache them
_KEY = secrets.token_bytes(32)
_PLAIN = re.compile(r'"(http://[^"/]+(?:/media)?(/attachments/\d+/\d+/[^"?\\]+))"')


def sign(text: str, now: float) -> str:
    """Sign every plain address of an attachment that is a whole string in this JSON text."""
    if "/attachments/" not in text:
        return text
    issued = int(now) // ISSUED_EVERY * ISSUED_EVERY
    expires = issued + LIFE

    def signed(found: re.Match[str]) -> str:
        proof = _proof(found[2], f"{expires:x}")
        return f'"{found[1]}?ex={expires:x}&is={issued:x}&hm={proof}&"'

    return _PLAIN.sub(signed, text)


def is_valid(path: str, query: Mapping[str, str], now: float) -> bool:
    """Return whether the query signs this path (`/attachments/…`) and has not expired."""
    expires = query.get("ex", "")
    if not hmac.compare_digest(_proof(path, expires).encode(), query.get("hm", "").encode()):
        return False
    return now < int(expires, 16)


def _proof(path: str, expires: str) -> str:
    return hmac.new(_KEY, f"{path} {expires}".encode(), "sha256").hexdigest()
