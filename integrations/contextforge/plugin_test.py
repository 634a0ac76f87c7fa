import asyncio
import os
import sys
import types
import unittest
from types import SimpleNamespace as Of
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

# What it takes of ContextForge, so that this needs no package.
NAMES = {"Plugin": object, "PluginViolation": Of, "ToolPreInvokePayload": Of, "ToolPreInvokeResult": Of}
MODULES = {
    "cpex": types.SimpleNamespace(),
    "cpex.framework": types.SimpleNamespace(**NAMES),
    "cpex.framework.constants": types.SimpleNamespace(GATEWAY_METADATA="gateway", TOOL_METADATA="tool"),
}
with mock.patch.dict(sys.modules, MODULES):
    import govgate_plugin

CONFIG = {"servers": {"crm": "srv_crm"}, "users": {"ada@example.com": {"session": "ses_ada"}}}
METADATA = {"tool": Of(original_name="search", name="crm-search"), "gateway": Of(name="crm")}


class Plugin(unittest.TestCase):
    def invoke(self, user, metadata, denial=None, config=CONFIG):
        plugin = govgate_plugin.GovgatePlugin()
        plugin.config = Of(config=config)
        context = Of(global_context=Of(user=user, metadata=metadata))
        with mock.patch.object(govgate_plugin, "why_denied", side_effect=[denial]) as self.check:
            return asyncio.run(plugin.tool_pre_invoke(Of(name="crm-search", args={"q": 1}), context))

    def test_checks_the_call_under_the_tool_s_own_name_for_the_authenticated_user(self):
        params = {"name": "search", "arguments": {"q": 1}}
        ada = {"session": "ses_ada"}
        for user, identity in [
            ("ada@example.com", ada), ({"email": "ada@example.com"}, ada), ("b@c", {"user": "b@c"}),
            (None, {}), ("", {}), ({}, {}),
        ]:  # fmt: skip
            self.assertTrue(self.invoke(user, METADATA).continue_processing)
            self.check.assert_called_once_with("tools/call", params, "srv_crm", identity)

    def test_names_no_server_for_a_tool_that_is_of_none(self):
        for metadata in ({}, {"tool": METADATA["tool"]}, {**METADATA, "gateway": Of(name="other")}):
            self.invoke("b@c", metadata)
            self.assertIsNone(self.check.call_args.args[2])

    def test_blocks_a_denied_call_with_the_reason(self):
        result = self.invoke("b@c", METADATA, "why")
        self.assertFalse(result.continue_processing)
        self.assertEqual((result.violation.description, result.violation.http_status_code), ("why", 403))

    def test_blocks_where_its_own_configuration_cannot_be_read(self):
        for config in (None, {"servers": 7}, {"servers": CONFIG["servers"], "users": 7}):
            result = self.invoke("b@c", METADATA, "no server" if config is None else None, config)
            self.assertFalse(result.continue_processing)


if __name__ == "__main__":
    unittest.main()
