#!/usr/bin/env python3
"""An interceptor for Docker's MCP gateway: asks govgate before each call of a tool.

The gateway makes the call where this ends with 0 and prints nothing; what it prints takes the place of the tool's result.
"""

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
from govgate_check import why_denied  # noqa: E402


def identity_of(environ):
    """Whom this gateway serves: it knows one token and no people, so whoever starts it says who that is."""
    return {name: environ.get(f"GOVGATE_{name.upper()}") for name in ("user", "agent", "session")}


def target_of(name, servers):
    """The server and the tool: the prefix that the gateway puts before a tool's name says which server it is of."""
    # It ends with ":" before v0.32.0 and with "__" since. Three underscores could be split in two ways.
    prefix, separated, tool = re.fullmatch("(?:(.*?)(:|__))?(.*)", name, re.DOTALL).groups()
    if "___" in name:
        return None, name
    return (servers.get(prefix), tool) if separated else (servers.get(""), name)


def denial_of(request, environ):
    params = json.loads(request)["Params"]
    server, tool = target_of(params["name"], json.loads(environ["GOVGATE_SERVERS"]))
    call = {"name": tool, "arguments": params.get("arguments") or {}}
    return why_denied("tools/call", call, server, identity_of(environ))


def main():
    try:
        denial = denial_of(sys.stdin.buffer.read(), os.environ)
    except BaseException as error:
        denial = f"govgate denied the call: no decision to be had ({type(error).__name__})"
    if denial is not None:
        json.dump({"content": [{"type": "text", "text": denial}], "isError": True}, sys.stdout)


if __name__ == "__main__":
    main()
