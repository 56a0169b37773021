"""Dealt!: a hand that may not be sorted, tricks to get rid of it, and chips for the slowest."""

from games.dealt.rules import Dealt as Dealt
