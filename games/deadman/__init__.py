"""Dead Man's Chest: two dice in a chest, a bid on them, and the next pirate believes it or not.

Who has the chest shakes it, looks, and bids what lies there, or says so. The next pirate on the
left challenges, or bids higher and passes the chest on. Whoever is wrong loses a gem; the last
pirate with gems wins.

The state keeps the dice that lie in the chest now, and who has seen exactly these. A shake
overwrites them: what lay there before is kept nowhere and told to nobody (DM-17). A look is told
without its value; the value is in the looker's own view, for as long as it is true.

DM-… are the rulings of this house, where the printed rules are silent.
"""

from games.deadman.rules import DeadMan as DeadMan
