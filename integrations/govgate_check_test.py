import json
import os
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

from govgate_check import reading_of, why_denied

CALL = ("tools/call", {"name": "echo", "arguments": {"message": "a-canary"}}, "srv_x", {"user": "bob"})


class Service(BaseHTTPRequestHandler):
    answer = (200, {"decision": True, "context": {"reason_code": "reads"}})
    requests = []

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.requests.append((self.path, self.headers, json.loads(body)))
        status, answer = self.answer
        self.send_response(status)
        if status in (302, 307):
            self.send_header("Location", answer)
        self.end_headers()
        if answer == "slowly":
            for _ in range(20):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.1)
        elif isinstance(answer, dict):
            self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_):
        pass


class Check(unittest.TestCase):
    def setUp(self):
        Service.requests = []
        Service.answer = (200, {"decision": True, "context": {"reason_code": "reads"}})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        settings = {"GOVGATE_URL": self.url, "GOVGATE_TOKEN": "tok", "GOVGATE_ENVIRONMENT": "production"}
        patch = mock.patch.dict(os.environ, settings)
        patch.start()
        self.addCleanup(patch.stop)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def denied(self, answer, *call):
        Service.answer = answer
        return why_denied(*(call or CALL))

    def test_lets_through_what_is_permitted_and_sends_who_calls_and_to_which_server(self):
        self.assertIsNone(why_denied(*CALL))
        [(path, headers, message)] = Service.requests
        self.assertEqual(path, "/v1/check/production")
        self.assertEqual(headers["Authorization"], "Bearer tok")
        self.assertEqual((headers["X-Govgate-User"], headers["X-Govgate-Server"]), ("bob", "srv_x"))
        self.assertIsNone(headers["X-Govgate-Agent"])
        self.assertEqual(message, {"jsonrpc": "2.0", "id": 1, "method": CALL[0], "params": CALL[1]})

    def test_names_the_reason_and_where_to_request_an_approval(self):
        context = {"reason_code": "asks", "access_request": {"endpoint": "http://g/v1/approvals"}}
        said = self.denied((403, {"decision": False, "context": context}))
        self.assertEqual(said, "govgate denied the call: asks. Request an approval at http://g/v1/approvals")

    def test_denies_whatever_is_no_permission(self):
        permit = {"decision": True, "context": {"reason_code": "reads"}}
        limit = {"decision": True, "context": {"obligations": [{"type": "rate_limit"}]}}
        for answer in [
            (403, permit), (200, {"decision": "true", "context": {}}), (200, {"decision": 1, "context": {}}),
            (200, {}), (200, None), (204, None), (401, {}), (403, {"error": {}}), (500, permit),
            (200, limit), (302, self.url), (307, self.url),
        ]:  # fmt: skip
            self.assertIn("govgate denied the call", self.denied(answer) or "", answer)
        self.assertEqual(len(Service.requests), 12)

    def test_denies_without_a_question_where_nobody_or_no_server_is_named(self):
        for identity in ({}, {"user": None}, {"user": ""}, {"somebody": "bob"}):
            self.assertIn("nobody", why_denied(*CALL[:3], identity))
        for server in (None, ""):
            self.assertIn("no server", why_denied(*CALL[:2], server, CALL[3]))
        self.assertEqual(Service.requests, [])

    def test_denies_when_the_service_is_away_slow_or_not_configured(self):
        with mock.patch.dict(os.environ, {"GOVGATE_TIMEOUT_SECONDS": "0.3"}):
            begun = time.monotonic()
            self.assertIn("in time", self.denied((200, "slowly")))
            self.assertLess(time.monotonic() - begun, 1.5)
        for name, value in [("GOVGATE_URL", "http://127.0.0.1:1"), ("GOVGATE_URL", "file:///etc")]:
            with mock.patch.dict(os.environ, {name: value}):
                self.assertIn("denied", why_denied(*CALL))
        for name in ("GOVGATE_URL", "GOVGATE_TOKEN", "GOVGATE_ENVIRONMENT"):
            with mock.patch.dict(os.environ):
                del os.environ[name]
                self.assertIn(name, why_denied(*CALL))

    def test_denies_what_cannot_be_sent_and_quotes_nothing_of_it(self):
        for identity in ({"user": "bob\r\nX-Govgate-User: ada"}, {"user": "b\u0142"}):
            self.assertIn("denied", why_denied(*CALL[:3], identity))
        for given in ({"amount": float("nan")}, {"canary": object()}):
            said = why_denied("tools/call", {"name": "a-canary", "arguments": given}, *CALL[2:])
            self.assertIn("denied", said)
            self.assertNotIn("canary", said)
        self.assertEqual(Service.requests, [])

    def test_denies_an_answer_that_is_no_json(self):
        for body in (b"", b"<html>", b"[]", b"[" * 60_000, b"\xff"):
            self.assertIn("denied", reading_of(200, body) or "")


if __name__ == "__main__":
    unittest.main()
