"""Dealt!: a hand that may not be sorted, tricks that empty it, and a chip lost by the slowest."""

from games.dealt.rules import Dealt as Dealt
