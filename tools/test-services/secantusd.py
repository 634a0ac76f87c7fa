"""SecantusDB's command line, with what only its constructor can be told: how long transactions live, and that it keeps no oplog."""

import os

from secantus import cli


class Server(cli.SecantusDBServer):
    def __init__(self, **options):
        super().__init__(
            transaction_lifetime_seconds=float(os.environ["TRANSACTION_SECONDS"]),
            **options,
        )
        # Only change streams read it, and govgate opens none: an entry for each document that is written would be work for nobody.
        self.storage.enable_oplog = False


cli.SecantusDBServer = Server
raise SystemExit(cli.main())
