"""An avatar is a file from outside: only a small PNG is read, and nothing it holds does harm."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from bot.ui.paint.avatar import SIDE, WIDEST, read


def picture(colour: str = "#2060a0", *, size: int = 128, kind: str = "PNG") -> bytes:
    out = BytesIO()
    Image.new("RGB", (size, size), colour).save(out, kind)
    return out.getvalue()


def claiming(width: int, height: int) -> bytes:
    """Return a PNG of a few bytes that says of itself that it's this large."""

    def block(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 1000)
    blocks = (block(b"IHDR", header), block(b"IDAT", data), block(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(blocks)


@pytest.mark.parametrize("size", [1, 64, 128, WIDEST])
def test_an_avatar_of_any_size_becomes_a_square_of_one_size(size: int):
    found = read(picture(size=size))
    assert found is not None
    assert len(found.pixels) == SIDE * SIDE * 4
    assert found.pixels[:4] == b"\x20\x60\xa0\xff"


def test_the_digest_alone_tells_avatars_apart():
    blue, same, red = read(picture()), read(picture(size=64)), read(picture("#a02020"))
    assert blue is not None
    assert blue == same, "the same pixels"
    assert blue != red
    assert repr(blue) == f"Avatar(digest={blue.digest!r})"


@pytest.mark.parametrize(
    "file",
    [
        b"",
        b"\x89PNG\r\n\x1a\n",
        b"<html>502</html>",
        picture()[:-30],
        picture(kind="JPEG"),
        picture(kind="GIF"),
        claiming(128, 128),
    ],
    ids=["empty", "only a start", "a page", "cut off", "JPEG", "GIF", "too little data"],
)
def test_what_is_no_whole_png_is_no_avatar(file: bytes):
    assert read(file) is None


@pytest.mark.parametrize("size", [(30_000, 30_000), (1, 100_000), (WIDEST + 1, 1)])
def test_a_decompression_bomb_is_not_decoded(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
):
    decoded: list[tuple[int, int]] = []

    def load(image: PngImageFile) -> None:
        decoded.append(image.size)

    monkeypatch.setattr(PngImageFile, "load", load)
    assert read(claiming(*size)) is None
    assert decoded == []
