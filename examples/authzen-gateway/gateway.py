"""An MCP gateway that asks an AuthZEN decision point about every call. What it cannot get a decision on, it denies."""

import hashlib, hmac, json, os, secrets, sys, time, urllib.parse, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PDP = os.environ["AUTHZEN_PDP"].rstrip("/")  # https://govgate.example/v1/authzen/production
PDP_TOKEN = os.environ["AUTHZEN_TOKEN"]
UPSTREAM = os.environ["MCP_SERVER"]
SERVER_ID = os.environ["MCP_SERVER_ID"]
# {"<SHA-256 of a client's token>": {"type": "client_session", "id": "cs_1"}}: whom a token stands for.
CLIENTS = json.loads(os.environ["CLIENTS"])
APPROVAL_SECONDS = float(os.environ.get("APPROVAL_SECONDS", "45"))
MAX_BODY = 1_000_000
PASSED_ON = {"initialize", "ping", "notifications/initialized", "notifications/cancelled"}
PASSED_HEADERS = ("Mcp-Session-Id", "MCP-Protocol-Version")
KEY = secrets.token_bytes(32)  # Arguments are told by a digest under this key, and by nothing else.
OWNERS = {}  # Whose a session with the server behind is.

class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None

HTTP = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirects)

def ask_pdp(url, body=None):
    if urllib.parse.urlsplit(url)[:2] != urllib.parse.urlsplit(PDP)[:2]:
        raise ValueError("the token is for the decision point, and for nobody whom it may name")
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {PDP_TOKEN}", "Content-Type": "application/json"}
    with HTTP.open(urllib.request.Request(url, data, headers), timeout=10) as answer:
        return json.load(answer)

def question(subject, tool, arguments=None):
    resource = {"type": "mcp_tool", "id": f"{SERVER_ID}/{tool}"}
    if arguments is not None:
        told = json.dumps(arguments, sort_keys=True, separators=(",", ":")).encode()
        resource["properties"] = {"arguments_digest": hmac.new(KEY, told, hashlib.sha256).hexdigest()}
    return {"subject": subject, "action": {"name": "tool.invoke"}, "resource": resource}

def reason_to_deny(subject, tool, arguments):
    """None where the call may be made, else why not. A decision that could not be had, or is none, is a denial."""
    try:
        asked = question(subject, tool, arguments)
        answer = ask_pdp(f"{PDP}/access/v1/evaluation", asked)
        context = answer.get("context", {})
        if answer.get("decision") is not True and "access_request" in context:
            answer = evaluate_with_approval(asked, context)
            context = answer.get("context", {})
        if answer.get("decision") is not True:
            return str(context.get("reason_code", "denied"))
        obligations = context.get("obligations", [])
        return None if all(one.get("type") == "audit_level" for one in obligations) else "obligation_unsupported"
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "decision_unavailable"

def evaluate_with_approval(asked, context):
    """Asks for the approval that lifts the denial, waits for it, and has the question decided once more: its one use."""
    request = context["access_request"]
    denial = {"evaluation_id": context["evaluation_id"], "expires_at": request["expires_at"]}
    answer = ask_pdp(request["endpoint"], {**asked, "denial": denial})
    until = time.monotonic() + APPROVAL_SECONDS
    while answer["task"]["status"] == "pending" and time.monotonic() < until:
        time.sleep(0.5)
        answer = ask_pdp(answer["task"]["status_endpoint"])
    if answer["task"]["status"] != "approved":
        return {"decision": False, "context": {"reason_code": f"approval_{answer['task']['status']}"}}
    approval = {"approval": {"id": answer["result"]["approval"]["id"]}}
    return ask_pdp(f"{PDP}/access/v1/evaluation", {**asked, "context": approval})

def may_be_called(subject, tools):
    """Of a server's tools those that are permitted, if only with an approval."""
    questions = {"evaluations": [question(subject, tool["name"]) for tool in tools]}
    answers = ask_pdp(f"{PDP}/access/v1/evaluations", questions)["evaluations"] if tools else []
    if len(answers) != len(tools):
        raise ValueError("a decision for each tool was asked for")
    asked = [one.get("decision") is True or "access_request" in one.get("context", {}) for one in answers]
    return [tool for tool, may in zip(tools, asked) if may]

class Gateway(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        subject = CLIENTS.get(hashlib.sha256(token.encode()).hexdigest()) if scheme == "Bearer" else None
        session = self.headers.get("Mcp-Session-Id")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_BODY or self.path != "/mcp":
            self.close_connection = True
            return self.refuse(400, "bad_request")
        body = self.rfile.read(int(length))
        if subject is None:
            return self.refuse(401, "unauthenticated")
        if session is not None and OWNERS.get(session) != token:
            return self.refuse(404, "session_unknown")
        try:
            self.handle_message(subject, token, json.loads(body))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self.refuse(502, "unavailable")

    def handle_message(self, subject, token, message):
        method, asked = message.get("method"), message.get("id")
        if method == "tools/call":
            tool, arguments = message["params"]["name"], message["params"].get("arguments", {})
            reason = reason_to_deny(subject, tool, arguments)
            print(json.dumps({"subject": subject, "decision": reason or "permitted"}), flush=True)
            if reason is not None:
                content = [{"type": "text", "text": f"The gateway denied this call: {reason}"}]
                result = {"isError": True, "content": content, "_meta": {"govgate/reason_code": reason}}
                return self.answer(200, {"jsonrpc": "2.0", "id": asked, "result": result})
        elif method != "tools/list" and method not in PASSED_ON:
            return self.answer(200, {"jsonrpc": "2.0", "id": asked, "error": {"code": -32601, "message": "not served"}})
        status, headers, messages = self.pass_on(message)
        if status == 200 and method == "initialize" and headers.get("Mcp-Session-Id"):
            OWNERS[headers["Mcp-Session-Id"]] = token
        answer = next((one for one in messages if one.get("id") == asked and "method" not in one), None)
        if method == "tools/list" and answer is not None and "result" in answer:
            answer["result"]["tools"] = may_be_called(subject, answer["result"]["tools"])
        self.answer(status, answer, headers.get("Mcp-Session-Id"))

    def pass_on(self, message):
        """Sends a message to the server behind. What it calls the client for in between is not passed on."""
        headers = {name: self.headers[name] for name in PASSED_HEADERS if self.headers.get(name)}
        headers |= {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        request = urllib.request.Request(UPSTREAM, json.dumps(message).encode(), headers)
        with HTTP.open(request, timeout=60) as answer:
            text = answer.read().decode()
            is_stream = "event-stream" in answer.headers.get("Content-Type", "")
            parts = [line[5:] for line in text.splitlines() if line.startswith("data:")] if is_stream else [text]
            return answer.status, answer.headers, [json.loads(part) for part in parts if part.strip()]

    def refuse(self, status, reason):
        self.answer(status, {"jsonrpc": "2.0", "id": None, "error": {"code": -32000, "message": reason}})

    def answer(self, status, body, session=None):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if session:
            self.send_header("Mcp-Session-Id", session)
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_DELETE = lambda self: self.refuse(405, "not_served")
    log_message = lambda self, *_: None  # Its lines hold what clients send.

server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8091"))), Gateway)
print(f"the gateway listens on http://127.0.0.1:{server.server_address[1]}", file=sys.stderr, flush=True)
server.serve_forever()
