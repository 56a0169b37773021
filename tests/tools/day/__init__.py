"""A simulated day: whole games through the real house, in a time of their own.

    python -m tests.tools.day all                    # every row of rows.py, against its target
    python -m tests.tools.day downeast --games 20 --players 4 --look-in 30 --stay 3 --seed 1

People look in, answer what waits and go (people/); host, clock, notices and display are the real
ones (house.py), on a real file. Discord is a messenger that counts (messenger.py). Time jumps to
whatever happens next (jumping.py), so a game that takes three days takes seconds.
"""
