"""Starts and ends a PostgreSQL server that listens on a socket in a folder.

It runs as an ordinary account, because it refuses to run as root. It keeps its promise of
durability (`fsync`) only if that is asked for.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from db.base.place import PostgresUrl

STARTS_WITHIN = 30.0  # seconds
ACCOUNTS = ("postgres", "nobody")  # that the server runs as, if we are root


class NoServer(Exception):
    """PostgreSQL isn't installed here."""


class Server:
    """A server with its data in a folder of its own."""

    def __init__(self, *, durable: bool = False) -> None:
        self._bin = programs()
        self._account = _account()
        self.folder = Path(mkdtemp(prefix="downeast-postgres-"))
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        if self._account is not None:
            os.chown(self.folder, self._account.pw_uid, self._account.pw_gid)
        self._run("initdb", "-D", self._data, "-U", "bot", "--no-sync", "-E", "UTF8", "--locale=C")

    @property
    def pid(self) -> int:
        """The id of the process whose children are all others of the server."""
        assert self._process is not None, "the server doesn't run"
        return self._process.pid

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def url(self, database: str) -> PostgresUrl:
        """Return the address of a database."""
        return PostgresUrl(f"postgresql://bot@/{database}?host={self.folder}")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        fsync = "on" if self._durable else "off"
        self._process = subprocess.Popen(
            [
                str(self._bin / "postgres"),
                *("-D", self._data, "-k", str(self.folder), "-c", "listen_addresses="),
                *("-c", f"fsync={fsync}", "-c", "max_connections=200", "-c", "shared_buffers=32MB"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=self._become,
        )
        until = time.monotonic() + STARTS_WITHIN
        while self._ready() != 0:
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError("the server doesn't start")
            time.sleep(0.02)

    def _ready(self) -> int:
        command = [str(self._bin / "pg_isready"), "-q", "-h", str(self.folder), "-U", "bot"]
        return subprocess.run(command, check=False).returncode

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: SIGINT drops its connections, SIGQUIT ends it like a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def make(self, database: str, template: str | None = None) -> PostgresUrl:
        """Make a database, as a copy of another one or empty. Return its address."""
        copied = ("-T", template) if template else ()
        self._run("createdb", "-h", str(self.folder), "-U", "bot", *copied, database)
        return self.url(database)

    def drop(self, database: str) -> None:
        """Delete a database, and end its connections."""
        self._run("dropdb", "-h", str(self.folder), "-U", "bot", "--force", database)

    def ask(self, database: str, sql: str) -> str:
        """Run a statement and return what `psql` prints."""
        command = ["-h", str(self.folder), "-U", "bot", "-d", database, "-Atqc", sql]
        return self._run("psql", *command).strip()

    def remove(self) -> None:
        """End the server and delete its folder."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> str:
        found = subprocess.run(
            [str(self._bin / program), *arguments],
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=self._become,
            cwd="/",
        )
        if found.returncode != 0:
            raise RuntimeError(f"{program}: {found.stderr}")
        return found.stdout

    def _become(self) -> None:
        """Become the server's account in a new process."""
        with contextlib.suppress(OSError):
            os.setsid()
        if self._account is not None:
            os.setgroups([])
            os.setgid(self._account.pw_gid)
            os.setuid(self._account.pw_uid)


def programs() -> Path:
    """Return the folder of the newest installed PostgreSQL. Raises NoServer."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    if elsewhere is None:
        raise NoServer("PostgreSQL isn't installed")
    return Path(elsewhere).resolve().parent


def _account() -> pwd.struct_passwd | None:
    """Return the account that the server runs as, or None for our own."""
    if os.geteuid() != 0:
        return None
    for name in ACCOUNTS:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise NoServer("there is no account that PostgreSQL could run as")


@contextmanager
def running(*, durable: bool = False) -> Generator[Server]:
    """Run a server until the `with` block ends. Raises NoServer."""
    server = Server(durable=durable)
    try:
        server.start()
        yield server
    finally:
        server.remove()
