"""How Hidden Coins is explained, in our own words."""

from tests.small.game.cards import USUAL

HOW_TO = (
    f"""\
Everybody hides some coins in a fist: up to {USUAL}, if the terms do not say otherwise, or none. \
Nobody sees how many. While somebody still hides theirs, you can change yours.

Then each in turn guesses how many coins there are **in all**. What somebody has said is taken.

The fists open, and whoever is nearest wins; who are equally near win together.

*Count on your fingers* says what is possible with your own coins; nobody notices. Those who wait \
can hurry whoever guesses, once. Who does not answer in time hides nothing, and guesses the lowest \
number that is left.""",
)
