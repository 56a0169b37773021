"""Make the small pictures from their drawings: `make pictures`.

Each `.svg` in a folder of emojis becomes the `.png` beside it, which the bot uploads to Discord.
`--sheet sheet.png` paints all of them side by side, at three sizes on dark and on white, to check
that they can be told apart.
"""

import argparse
import io
from pathlib import Path

import resvg_py
from PIL import Image

from bot.ui.panels.pics import folders

SIZE = 128  # pixels, as Discord stores them
SIZES = (22, 44, 128)  # in text, in a heading on a sharp screen, full size
GROUNDS = ("#313338", "#ffffff")
COLUMNS = 12


def drawings() -> list[Path]:
    """Return the drawings, folder by folder."""
    return [file for folder in folders() for file in sorted(folder.glob("*.svg"))]


def painted(file: Path) -> Image.Image:
    """Paint a drawing at a size."""
    made = resvg_py.svg_to_bytes(svg_string=file.read_text(), width=SIZE, height=SIZE)
    return Image.open(io.BytesIO(bytes(made))).convert("RGBA")


def small(image: Image.Image) -> bytes:
    """Write a picture as a small PNG."""
    made = io.BytesIO()
    image.save(made, "PNG", optimize=True)
    return made.getvalue()


def sheet(files: list[Path]) -> Image.Image:
    """Paint the drawings side by side, on every background and at every size."""
    images = [painted(file) for file in files]
    rows = -(-len(images) // COLUMNS)
    heights = [rows * (size + 10) + 10 for size in SIZES]
    wide = COLUMNS * (SIZES[-1] + 10) + 10
    made = Image.new("RGB", (wide, sum(heights) * len(GROUNDS)))
    top = 0
    for ground in GROUNDS:
        for size, height in zip(SIZES, heights, strict=True):
            made.paste(ground, (0, top, wide, top + height))
            for at, image in enumerate(images):
                one = image.resize((size, size), Image.Resampling.LANCZOS)
                x, y = at % COLUMNS * (size + 10) + 10, top + at // COLUMNS * (size + 10) + 10
                made.paste(one, (x, y), one)
            top += height
    return made


def main() -> None:
    """Paint all drawings."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.pictures", description=__doc__)
    parser.add_argument("--sheet", type=Path, help="paint them all on one sheet instead")
    parser.add_argument("--only", default="", help="those in whose path this stands")
    given = parser.parse_args()
    files = [file for file in drawings() if given.only in str(file)]
    if given.sheet is not None:
        sheet(files).save(given.sheet)
        return
    for file in files:
        file.with_suffix(".png").write_bytes(small(painted(file)))
    print(f"{len(files)} pictures.")


if __name__ == "__main__":
    main()
