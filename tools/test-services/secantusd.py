"""SecantusDB's command line, with what only its constructor can be told: how long transactions live, and that it keeps no oplog."""

import functools
import os
import time

from secantus import cli
from secantus.sessions import SessionRegistry
from secantus.transactions import TransactionRegistry

# Found only once the package around it is loaded.
import swig_wiredtiger as wiredtiger

PRUNED_EVERY_SECONDS = 0.1


class Server(cli.SecantusDBServer):
    def __init__(self, **options):
        super().__init__(
            transaction_lifetime_seconds=float(os.environ["TRANSACTION_SECONDS"]),
            **options,
        )
        # Only change streams read it, and govgate opens none: an entry for each document that is written would be work for nobody.
        self.storage.enable_oplog = False
        # Nobody asks for a profile, and each command looked up whether somebody does.
        self.storage.get_profile = lambda db: {"level": 0}


def now_and_then(prune):
    """Lets a registry look for what is stale ten times a second: at each statement, it looked through thousands of old sessions."""
    last = 0.0

    @functools.wraps(prune)
    def pruned(registry):
        nonlocal last
        now = time.monotonic()
        if now - last < PRUNED_EVERY_SECONDS:
            return 0
        last = now
        return prune(registry)

    return pruned


for registry, prune in (
    (SessionRegistry, "_prune_locked"),
    (TransactionRegistry, "_prune_locked"),
    (TransactionRegistry, "_prune_retryable_locked"),
):
    setattr(registry, prune, now_and_then(getattr(registry, prune)))


# WiredTiger packs and unpacks keys in Python, column by column, and most are those of a few collections and indexes, again and again.
remembered = functools.lru_cache(4_096)
columns_of = remembered(wiredtiger.unpack)
wiredtiger.pack = remembered(wiredtiger.pack)
wiredtiger.unpack = lambda form, packed: [packed] if form == "u" and packed else list(columns_of(form, packed))

cli.SecantusDBServer = Server
raise SystemExit(cli.main())
