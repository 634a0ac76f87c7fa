"""Decides one message of the Model Context Protocol by govgate's check. Whatever is not a clear permission is a denial."""

import http.client
import json
import os
import threading
import urllib.parse

MAX_ANSWER = 65_536
IDENTITIES = {"user": "X-Govgate-User", "agent": "X-Govgate-Agent", "session": "X-Govgate-Session"}


def why_denied(method, params, server, identity):
    """None where the message may pass, else the reason in words for whoever sent it."""
    if not server:
        return "govgate denied the call: no server is configured for it"
    headers = {IDENTITIES[name]: value for name, value in identity.items() if name in IDENTITIES and value}
    if not headers:
        return "govgate denied the call: it comes from nobody whom the gateway has identified"
    # A timeout of the socket starts again with each byte: this one does not.
    answer = []
    work = threading.Thread(target=lambda: answer.append(_ask(method, params, server, headers)), daemon=True)
    work.start()
    work.join(_seconds())
    return answer[0] if answer else "govgate denied the call: no decision in time"


def _seconds():
    try:
        return min(max(float(os.environ.get("GOVGATE_TIMEOUT_SECONDS", "2")), 0.1), 60)
    except ValueError:
        return 2


def _ask(method, params, server, headers):
    try:
        url = urllib.parse.urlsplit(os.environ["GOVGATE_URL"])
        environment = urllib.parse.quote(os.environ["GOVGATE_ENVIRONMENT"], safe="")
        headers = {
            **headers,
            "X-Govgate-Server": server,
            "Authorization": f"Bearer {os.environ['GOVGATE_TOKEN']}",
            "Content-Type": "application/json",
        }
        message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, allow_nan=False)
        # http.client follows no redirect and uses no proxy: the token goes to this service alone.
        connect = {"https": http.client.HTTPSConnection, "http": http.client.HTTPConnection}[url.scheme]
        connection = connect(url.hostname, url.port, timeout=_seconds())
        try:
            path = f"{url.path.rstrip('/')}/v1/check/{environment}"
            connection.request("POST", path, message.encode(), headers)
            reply = connection.getresponse()
            return reading_of(reply.status, reply.read(MAX_ANSWER + 1))
        finally:
            connection.close()
    except KeyError as missing:
        return f"govgate denied the call: the gateway's setting {missing} is missing or wrong"
    except Exception as error:  # The kind alone: a message might quote what was sent.
        return f"govgate denied the call: no decision to be had ({type(error).__name__})"


def reading_of(status, body):
    """What an answer means: None for a permission, else why not."""
    if status not in (200, 403):
        return f"govgate denied the call: the service answered {status}"
    try:
        answer = json.loads(body)
        decision, context = answer["decision"], answer["context"]
        if status == 200 and decision is True:
            return _unmet(context.get("obligations") or [])
        if decision is not False:
            # A service that refuses the gateway itself answers 403 as well, with an error in place of a decision.
            return "govgate denied the call: the answer is no decision"
        reason = f"govgate denied the call: {context['reason_code']}"
        request = context.get("access_request")
        return f"{reason}. Request an approval at {request['endpoint']}" if request else reason
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "govgate denied the call: its answer cannot be read"


def _unmet(obligations):
    # An obligation is a condition of the permission. The service keeps the audit level; the others are a gateway's to meet.
    if all(one["type"] == "audit_level" for one in obligations):
        return None
    return "govgate denied the call: the rule sets an obligation that this gateway cannot meet"
