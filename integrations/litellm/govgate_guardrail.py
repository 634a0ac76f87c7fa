"""A guardrail for LiteLLM's proxy: asks govgate before each call of an MCP tool."""

import asyncio
import json
import os

from fastapi import HTTPException
from govgate_check import why_denied
from litellm.integrations.custom_guardrail import CustomGuardrail
from litellm.types.guardrails import GuardrailEventHooks


def identity_of(key):
    """Who calls: the user of the key that the proxy has authenticated. A key's metadata do not count: users may write them."""
    user = getattr(key, "user_id", None)
    if not user:
        return {}
    return json.loads(os.environ.get("GOVGATE_USERS", "{}")).get(user, {"user": user})


def target_of(data):
    """The server in govgate's words, and the tool in the server's own."""
    servers = json.loads(os.environ.get("GOVGATE_SERVERS", "{}"))
    name, tool = data.get("mcp_server_name"), data.get("mcp_tool_name") or ""
    return servers.get(name), tool


class GovgateGuardrail(CustomGuardrail):
    @classmethod
    def get_supported_event_hooks(cls):
        return [GuardrailEventHooks.pre_mcp_call]

    def should_run_guardrail(self, data, event_type):
        # By default a request, a key or a team could switch it off.
        return event_type == GuardrailEventHooks.pre_mcp_call

    async def async_pre_call_hook(self, user_api_key_dict, cache, data, call_type):
        if "mcp_tool_name" not in data:
            return data
        try:
            server, tool = target_of(data)
            params = {"name": tool, "arguments": data.get("mcp_arguments") or {}}
            denial = await asyncio.to_thread(
                why_denied, "tools/call", params, server, identity_of(user_api_key_dict)
            )
        except Exception as error:
            denial = f"govgate denied the call: no decision to be had ({type(error).__name__})"
        if denial is not None:
            raise HTTPException(status_code=403, detail={"error": denial})
        return data
