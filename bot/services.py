"""Builds all parts of the bot except the connection to Discord, and connects them.

the bot in app.py, the tests and the simulations -> Services -> everything in host, show and entry
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf

from bot.entry.router import Router
from bot.host.deadline_timer import DeadlineTimer
from bot.host.host import Host
from bot.host.reading.listener import Listener
from bot.host.reading.loaded_table import LoadedTable
from bot.host.reading.renamed_games import of_renamed_games
from bot.host.reading.store import Store
from bot.host.servers.reach import Reach
from bot.host.time.clock import Clock
from bot.observe.observer import UNOBSERVED, Observer
from bot.show.deliver.display import Display
from bot.show.deliver.queues.messenger import Messenger
from bot.show.deliver.queues.picture_cache import PictureCache
from bot.show.deliver.queues.timing import Timing
from bot.show.due.meeting_pings import MeetingPings
from bot.show.due.notice_timer import NoticeTimer
from bot.show.due.rematch_timer import RematchTimer
from bot.show.due.watcher_messages import WatcherMessages
from bot.ui.face.face import AnyFace
from bot.ui.panels.operator import Operator
from db.database import Database
from db.people.forgotten import ForgottenList
from games.rules import AnyRules, Seat


class Services(Listener):
    """All services of the bot. What one of them reports is passed on here to the others.

    `messenger_for` returns the connection to Discord, given the store. `faces` may be filled later.
    `silence` returns the seconds since Discord last sent something, and `known` are the ids of the
    uploaded emojis. Without `pictures`, boards are text only. `operator` is whoever runs the bot.
    `observer` measures what happens. `forgotten` lists the people who asked to be forgotten (None:
    beside the database).
    """

    def __init__(
        self,
        database: Database,
        games: Mapping[str, AnyRules],
        faces: Mapping[str, AnyFace],
        clock: Clock,
        timing: Timing,
        messenger_for: Callable[[Store], Messenger],
        *,
        pictures: PictureCache | None = None,
        known: Mapping[str, int] | None = None,
        operator: Operator | None = None,
        silence: Callable[[], float] = lambda: 0.0,
        observer: Observer = UNOBSERVED,
        forgotten: ForgottenList | None = None,
    ) -> None:
        store = self.store = Store(database, games, clock, self, silence, observer, forgotten)
        host = self.host = Host(
            store, timing.notice_after, timing.reading, timing.here_for, timing.house_thinks
        )
        queries = self.queries = host.queries
        self.contacts = store.contacts
        messenger = self.messenger = messenger_for(store)
        display = self.display = Display(
            store,
            queries,
            messenger,
            faces,
            timing,
            host.deals.deal_frozen,
            host.absence.gone,
            host.rematches,
            host.threads,
            pictures,
        )
        self.agenda = store.agenda
        self.notices = NoticeTimer(store, queries, display)
        self.meetings = MeetingPings(host, messenger, display)
        self.rematches = RematchTimer(host.rematches, display)
        self.watchers = WatcherMessages(host, messenger, display)
        self.reach = Reach(host.committer, messenger.reaches)
        self.deadlines = DeadlineTimer(store, host.moves.play_absent, host.orders.resume)
        self.router = Router(host, display, messenger, known, operator)

    async def start(self) -> None:
        """Start the background work, and bring boards and standing orders up to date."""
        await self.store.servers.load()
        await self.deadlines.start()
        self.agenda.add("reach", self.reach.look, needs="service")
        self.agenda.add("notices", self.notices.tick, needs="service")
        self.agenda.add("meetings", self.meetings.tick, needs="saving")
        self.agenda.add("rematches", self.rematches.tick, needs="service")
        self.agenda.add("watchers", self.watchers.tick, needs="service")
        for table_id in await self.queries.questions_shown():  # a crash may have left them behind
            self.display.look_at(table_id)
        await self.display.catch_up()
        for table_id in await of_renamed_games(self.store):
            self.display.board_changed(table_id)
        await self.host.orders.resume()

    async def close(self) -> None:
        """Stop the background work. The caller closes the database."""
        await self.agenda.close()
        await self.display.close()
        await self.router.responder.close()
        await self.store.close()

    # --- what the services report ---

    def table_changed(self, loaded: LoadedTable) -> None:
        """Show a changed table, and look at its deadlines and notices in time."""
        self.display.changed(loaded)
        if loaded.table.phase in ("over", "ended"):
            self.agenda.wake("watchers")
        players = loaded.table.players
        due = [player.due for player in players if player.due is not None]
        notices = [player.notice_at for player in players if player.notice_at is not None]
        self.agenda.wake("deadlines", due=min(due, default=inf))
        self.agenda.wake("notices", due=min(notices, default=inf))

    def table_unsure(self, table_id: int) -> None:
        """Compare a table with what was shown of it."""
        self.display.look_at(table_id)

    def table_forgotten(self, table_id: int) -> None:
        """Drop what is kept in memory to show a table."""
        self.display.forget(table_id)

    def deadlines_moved(self, tables: Sequence[int]) -> None:
        """Redraw the boards of these tables."""
        for table_id in tables:
            self.display.board_changed(table_id)

    def found_again(self, table_id: int) -> None:
        """Show a table again, and do what was waiting."""
        self.display.found_again(table_id)
        self.agenda.wake("deadlines", "notices", "meetings", "rematches", "watchers")

    def clock_set_back(self) -> None:
        """End all pauses that are counted in memory."""
        self.display.queues.end_pauses()
        self.notices.forget()
        self.messenger.end_pauses()

    def notice_sent(self, table_id: int, seat: Seat) -> None:
        """Check for the next notice of a seat."""
        self.notices.noticed(table_id, seat)
