"""Names the services of the host. Each change of a table is a method of one of them.

    the table in the cache -> preconditions -> rules.play (pure, change.py) -> one transaction:
    state, rev, step, deadlines, log row -> COMMIT -> the listener hears of it, the board is drawn

A refused or failed change leaves everything as it was. Nothing is shown to anybody before the
commit. changes/committer.py describes the locks and the retry.
"""

from bot.host.agreements.endings import Endings
from bot.host.agreements.hurrying import Hurrying
from bot.host.agreements.meetings import Meetings
from bot.host.agreements.rematches import Rematches
from bot.host.agreements.watching import Watching
from bot.host.commit.ahead import THINKS
from bot.host.commit.committer import NOTICE_AFTER, Committer
from bot.host.commit.staleness import READING
from bot.host.deleting.expiry import Expiry
from bot.host.deleting.forgetting import Forgetting
from bot.host.drafts import DraftStore
from bot.host.play.deals import Deals
from bot.host.play.moves import Moves
from bot.host.play.orders import StandingOrders
from bot.host.reading.queries import Queries
from bot.host.reading.store import Store
from bot.host.seating.absence import Absence
from bot.host.seating.house_players import HousePlayers
from bot.host.seating.practice import Practice
from bot.host.seating.replacing import Replacing
from bot.host.seating.seats import Seats
from bot.host.seating.tenures import Tenures
from bot.host.servers.departures import Departures
from bot.host.servers.moderation import Moderation
from bot.host.servers.thread_moves import ThreadMoves
from bot.host.time.deadlines import PRESENT_NOTICE_AFTER


class Host:
    """Everything that can be asked or changed at the tables. Times are in seconds.

    A player has `notice_after` to move before a notice is sent, or `here_for` while present, and
    `reading` to notice a change before a typed line is taken to mean what came after it. The house
    takes at least `house_thinks` for a move while somebody is present.
    """

    def __init__(
        self,
        store: Store,
        notice_after: float = NOTICE_AFTER,
        reading: float = READING,
        here_for: float = PRESENT_NOTICE_AFTER,
        house_thinks: float = THINKS,
    ) -> None:
        self.store = store
        self.now = store.clock.now
        self.queries = Queries(store)
        self.contacts = store.contacts
        self.drafts = DraftStore(store)
        committer = self.committer = Committer(store, notice_after, reading, here_for, house_thinks)
        self.seats = Seats(committer)
        self.house_players = HousePlayers(committer)
        self.practice = Practice(committer)
        self.absence = Absence(committer)
        self.tenures = Tenures(committer)
        self.replacing = Replacing(committer)
        self.hurrying = Hurrying(committer)
        self.deals = Deals(committer)
        self.moves = Moves(committer)
        self.orders = StandingOrders(committer)
        self.meetings = Meetings(committer)
        self.endings = Endings(committer)
        self.watching = Watching(committer)
        self.servers = store.servers
        self.departures = Departures(store)
        self.expiry = Expiry(committer)
        self.rematches = Rematches(committer)
        self.threads = ThreadMoves(committer)
        self.forgetting = Forgetting(committer)
        self.moderation = Moderation(committer, self.rematches)
