"""SecantusDB's command line; its transactions live as long as the environment says, which only its constructor can be told."""

import functools
import os

from secantus import cli

cli.SecantusDBServer = functools.partial(
    cli.SecantusDBServer,
    transaction_lifetime_seconds=float(os.environ["TRANSACTION_SECONDS"]),
)
raise SystemExit(cli.main())
