"""Dead Man's Chest: two dice in a chest, and a bid that the next pirate believes or challenges.

The pirate with the chest shakes it, looks, and bids the value of the dice or a lie. The next pirate
on the left challenges, or bids higher and passes the chest on. The loser of a challenge loses a
gem, and the last pirate with gems wins.

The state holds the dice in the chest and the seats that have seen them. Shaking replaces the dice,
and the old ones are neither kept nor shown to anybody (DM-17). The event of a look does not contain
the dice. The pirate who looked sees them in their own view until somebody shakes the chest.

Comments with DM-… mark our rulings on what the printed rules leave open.
"""

from games.deadman.rules import DeadMan as DeadMan
