import json

import schemathesis


@schemathesis.deserializer("application/x-ndjson")
def read_lines(ctx, response):
    """Reads what is sent in lines as the list of them."""
    return [json.loads(line) for line in response.content.splitlines()]
