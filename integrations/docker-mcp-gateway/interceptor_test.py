import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "govgate_interceptor.py")
sys.path.insert(0, HERE)
from govgate_interceptor import identity_of, target_of  # noqa: E402


class Interceptor(unittest.TestCase):
    def test_reads_the_server_from_the_prefix_of_the_name(self):
        servers = {"crm": "srv_crm", "": "srv_only"}
        for name in ("crm:search", "crm__search"):
            self.assertEqual(target_of(name, servers), ("srv_crm", "search"))
        self.assertEqual(target_of("crm__a__b:c", servers), ("srv_crm", "a__b:c"))
        self.assertEqual(target_of("search", servers), ("srv_only", "search"))
        for name in ("other:search", "other__search", "crm___search"):
            self.assertIsNone(target_of(name, servers)[0])
        self.assertEqual(target_of("search", {"crm": "srv_crm"}), (None, "search"))

    def test_takes_who_calls_from_its_own_environment(self):
        named = {"user": "bob", "agent": None, "session": None}
        self.assertEqual(identity_of({"GOVGATE_USER": "bob"}), named)

    def test_prints_a_denial_for_whatever_it_cannot_decide(self):
        for request in ("", "{}", "[]", '{"Params":{"name":7}}', '{"Params":{"name":"crm:search"}}'):
            for servers in ({}, {"GOVGATE_SERVERS": "{}"}, {"GOVGATE_SERVERS": "[]"}, {"GOVGATE_SERVERS": "no"}):
                env = {"PATH": os.environ["PATH"], "GOVGATE_USER": "bob", **servers}
                run = subprocess.run(
                    [sys.executable, PROGRAM], input=request, env=env, capture_output=True, text=True, check=True
                )
                self.assertTrue(json.loads(run.stdout)["isError"], (request, servers))


if __name__ == "__main__":
    unittest.main()
