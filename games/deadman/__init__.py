"""Dead Man's Chest: two dice in a chest, and a bid that the next pirate believes or challenges.

The pirate with the chest shakes it, looks, and bids the value of the dice or a lie. The next pirate
on the left challenges, or bids higher and passes the chest on. The loser of a challenge loses a
gem, and the last pirate with gems wins.

The state holds the dice in the chest and the seats that have seen them. A shake overwrites the
dice; the old ones are neither kept nor shown to anybody (DM-17). The event of a look has no value;
the looker's own view shows it while it is true.

Comments with DM-… mark our rulings on what the printed rules leave open.
"""

from games.deadman.rules import DeadMan as DeadMan
