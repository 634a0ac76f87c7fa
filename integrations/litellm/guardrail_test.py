import asyncio
import os
import sys
import types
import unittest
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]


class HTTPException(Exception):
    def __init__(self, status_code, detail):
        super().__init__(detail)
        self.status_code, self.detail = status_code, detail


# What it takes of LiteLLM, so that this needs no package.
STANDS_FOR = {
    "fastapi": {"HTTPException": HTTPException},
    "litellm.integrations.custom_guardrail": {"CustomGuardrail": object},
    "litellm.types.guardrails": {"GuardrailEventHooks": types.SimpleNamespace(pre_mcp_call="pre_mcp_call")},
}
MODULES = {name: types.SimpleNamespace(**members) for name, members in STANDS_FOR.items()}
MODULES |= {name: types.SimpleNamespace() for name in ("litellm", "litellm.integrations", "litellm.types")}
with mock.patch.dict(sys.modules, MODULES):
    import govgate_guardrail

SETTINGS = {"GOVGATE_SERVERS": '{"crm": "srv_crm"}', "GOVGATE_USERS": '{"u2": {"session": "ses_ada"}}'}
CALL = {"mcp_tool_name": "search", "mcp_server_name": "crm", "mcp_arguments": {"q": 1}}


def key(user_id, metadata=None):
    return types.SimpleNamespace(user_id=user_id, metadata=metadata or {"govgate_session": "ses_of_another"})


class Guardrail(unittest.TestCase):
    def run_hook(self, user, data, denial=None, settings=SETTINGS):
        hook = govgate_guardrail.GovgateGuardrail().async_pre_call_hook
        with mock.patch.dict(os.environ, settings, clear=True):
            with mock.patch.object(govgate_guardrail, "why_denied", side_effect=[denial]) as self.check:
                return asyncio.run(hook(user, None, data, "call_mcp_tool"))

    def test_checks_the_call_for_the_user_of_the_key_alone(self):
        params = {"name": "search", "arguments": {"q": 1}}
        for user, identity in [("bob", {"user": "bob"}), ("u2", {"session": "ses_ada"}), (None, {})]:
            self.assertIs(self.run_hook(key(user), CALL), CALL)
            self.check.assert_called_once_with("tools/call", params, "srv_crm", identity)

    def test_names_no_server_that_is_not_in_its_table(self):
        self.run_hook(key("bob"), {**CALL, "mcp_server_name": "other"})
        self.assertIsNone(self.check.call_args.args[2])

    def test_refuses_a_denied_call_with_the_reason(self):
        with self.assertRaises(HTTPException) as raised:
            self.run_hook(key("bob"), CALL, "why")
        self.assertEqual((raised.exception.status_code, raised.exception.detail), (403, {"error": "why"}))

    def test_refuses_where_its_own_settings_cannot_be_read(self):
        for settings in ({"GOVGATE_SERVERS": "no"}, {**SETTINGS, "GOVGATE_USERS": "[]"}):
            with self.assertRaises(HTTPException):
                self.run_hook(key("bob"), CALL, settings=settings)

    def test_runs_for_each_call_of_a_tool_and_for_nothing_else(self):
        guardrail = govgate_guardrail.GovgateGuardrail()
        self.assertTrue(guardrail.should_run_guardrail({"disable_global_guardrails": True}, "pre_mcp_call"))
        self.assertFalse(guardrail.should_run_guardrail({}, "pre_call"))


if __name__ == "__main__":
    unittest.main()
