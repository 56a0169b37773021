"""Dead Man's Chest: two dice in a chest, a bid on them, and the next pirate believes it or doesn't.

The pirate with the chest shakes it, looks, and bids the value of the dice or a lie. The next pirate
on the left challenges, or bids higher and passes the chest on. The one who is wrong loses a gem;
the last pirate with gems wins.

The state keeps the dice that lie in the chest now, and the seats that have seen exactly these. A
shake overwrites the dice; the old ones are kept nowhere and told to nobody (DM-17). The event of a
look has no value; the value is in the looker's own view, as long as it is true.

DM-… are our rulings where the printed rules are silent.
"""

from games.deadman.rules import DeadMan as DeadMan
