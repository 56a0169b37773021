"""The argument of commands that concern one person."""

import argparse

LARGEST_ID = 2**63 - 1


def add_person(parser: argparse.ArgumentParser) -> None:
    """Add the id of a person as an argument."""
    parser.add_argument("person", type=_id, help="the person's user id on Discord, all digits")


def _id(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= LARGEST_ID):
        raise argparse.ArgumentTypeError(f"{text!r} is no user id of Discord")
    return int(text)
