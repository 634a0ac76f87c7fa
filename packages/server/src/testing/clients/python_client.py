"""What the Python SDK sees through the gateway, as a line of JSON: python_client.py ADDRESS TOKEN MODE. Waits for a publish after READY."""
import asyncio
import json
import sys

import anyio
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


async def main(address: str, token: str, mode: str) -> None:
    changed = anyio.Event()

    async def on_message(message: object) -> None:
        if "ToolListChanged" in type(message).__name__:
            changed.set()

    http = create_mcp_http_client(headers={"authorization": f"Bearer {token}"})
    transport = streamable_http_client(address, http_client=http)
    async with Client(transport, mode=mode, message_handler=on_message) as client:
        tools = (await client.list_tools()).tools
        progress: list[float] = []

        async def on_progress(done: float, total: float | None, text: str | None) -> None:
            progress.append(done)

        try:
            await client.call_tool("forbidden", {})
            denied = "allowed"
        except MCPError as error:
            denied = error.error.data["reason_code"]
        seen = {
            "revision": client.protocol_version,
            "tools": sorted(tool.name for tool in tools),
            "description": next(tool.description for tool in tools if tool.name == "echo"),
            "call": (await client.call_tool("echo", {"message": "hello"})).content[0].text,
            "denied": denied,
            "resource": (await client.read_resource("note://one")).contents[0].text,
            "prompt": (await client.get_prompt("greet", {"name": "Ada"})).messages[0].content.text,
            "progress": (await client.call_tool("slow", {}, progress_callback=on_progress)).content[0].text,
            "large": len((await client.call_tool("large", {})).content[0].text),
        }
        seen["progress"] = progress
        with anyio.fail_after(30):
            if client.protocol_version >= "2026-07-28":
                async with client.listen(tools_list_changed=True) as changes:
                    print("READY", flush=True)
                    async for _ in changes:
                        break
            else:
                print("READY", flush=True)
                await changed.wait()
        seen["afterPublish"] = sorted(tool.name for tool in (await client.list_tools()).tools)
        print(json.dumps(seen), flush=True)


asyncio.run(main(*sys.argv[1:]))
