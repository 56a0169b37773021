"""Dealt!: play your cards in the order you were dealt them. The slowest player loses a chip."""

from games.dealt.rules import Dealt as Dealt
