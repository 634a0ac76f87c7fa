"""A plugin for ContextForge: asks govgate before each call of a tool."""

import asyncio

from cpex.framework import Plugin, PluginViolation, ToolPreInvokePayload, ToolPreInvokeResult
from cpex.framework.constants import GATEWAY_METADATA, TOOL_METADATA
from govgate_check import why_denied


def identity_of(user, users):
    """Who calls: ContextForge's authenticated user, by the plugin's table where that has the address."""
    email = user.get("email") if isinstance(user, dict) else user
    if not isinstance(email, str) or not email:
        return {}
    return users.get(email, {"user": email})


def target_of(metadata, servers):
    """The server in govgate's words, and the tool in the server's own: what ContextForge calls it has the gateway's name in front."""
    tool, gateway = metadata.get(TOOL_METADATA), metadata.get(GATEWAY_METADATA)
    return servers.get(getattr(gateway, "name", None)), getattr(tool, "original_name", None)


class GovgatePlugin(Plugin):
    async def tool_pre_invoke(self, payload: ToolPreInvokePayload, context) -> ToolPreInvokeResult:
        try:
            config, call = self.config.config or {}, context.global_context
            server, tool = target_of(call.metadata, config.get("servers") or {})
            params = {"name": tool, "arguments": payload.args or {}}
            identity = identity_of(call.user, config.get("users") or {})
            denial = await asyncio.to_thread(why_denied, "tools/call", params, server, identity)
        except Exception as error:
            denial = f"govgate denied the call: no decision to be had ({type(error).__name__})"
        if denial is None:
            return ToolPreInvokeResult(continue_processing=True)
        violation = PluginViolation(
            reason="Denied by govgate", description=denial, code="GOVGATE_DENIED", http_status_code=403
        )
        return ToolPreInvokeResult(continue_processing=False, violation=violation)
