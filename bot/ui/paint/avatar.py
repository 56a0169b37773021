"""Reads the avatars that people chose on Discord, so that pictures can show them.

An avatar is a file from outside. So its size is checked before any of its pixels are decoded, and a
file that isn't a small PNG is no avatar.
"""

import hashlib
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from PIL import Image

SIDE = 118  # pixels of an avatar's width and height once it is read
WIDEST = 512  # maximum width and height of a file in pixels: a small PNG can hold a huge picture


@dataclass(frozen=True, slots=True)
class Avatar:
    """A person's avatar: the rows of a square of SIDE pixels, each as four bytes (RGBA).

    Its repr and its equality follow the digest, so the names of pictures that show it do, too.
    """

    digest: str
    pixels: bytes = field(repr=False, compare=False)


def read(png: bytes) -> Avatar | None:
    """Decode a PNG to an avatar. Return None if it is damaged, too large or no PNG."""
    try:
        with Image.open(BytesIO(png), formats=["PNG"]) as image:
            if max(image.size) > WIDEST:
                return None
            whole: Any = image.convert("RGBA")
            square = whole.resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    except Exception:  # a decoder raises errors of many kinds for a file that is made to harm
        return None
    pixels = square.tobytes()
    return Avatar(hashlib.sha256(pixels).hexdigest()[:16], pixels)
