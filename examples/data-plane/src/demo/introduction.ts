import { ENVIRONMENT, SERVER } from './set-up.js';

/** The token of the demonstration's only client; the gateway listens on the loopback interface alone. */
export const CLIENT_TOKEN = 'my-client-token';

const CLIENT =
  '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}';
const call = (id: number, name: string, args = '{}'): string =>
  `mcp '{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${args}}}'`;

/** What to try with the gateway, in the terminal that has the token. */
export const introduction = (api: string, gateway: string): string => {
  const address = `${gateway}/mcp/${SERVER}`;
  const change = `curl -s -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"reason_code":"demo"}'`;
  const read = 'curl -s -H "Authorization: Bearer $TOKEN"';
  return `
A gateway stands in front of the "everything" server, in the environment "${ENVIRONMENT}": ${address}
Its decisions appear in this terminal. Try it in the other one:

mcp() { curl -s ${address} -H 'Authorization: Bearer ${CLIENT_TOKEN}' -H "Mcp-Session-Id: $ID" \\
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d "$@"; echo; }
ID=; ID=$(mcp '{"jsonrpc":"2.0","id":1,"method":"initialize","params":${CLIENT}}' -D - -o /dev/null | tr -d '\\r' | sed -n 's/^mcp-session-id: //p')

4. List the tools. One is missing, get-tiny-image: a rule denies it.
mcp '{"jsonrpc":"2.0","id":2,"method":"tools/list"}' | grep -o '"name":"[a-z-]*","title'

5. Call one.
${call(3, 'echo', '{"message":"hello"}')}

6. Call one that needs an approval. It waits until you approve it in the console (environment ${ENVIRONMENT}), or by the second command.
${call(4, 'get-env')} & sleep 2
${change} "${api}/v1/approvals/$(${read} "${api}/v1/approvals?environment_id=${ENVIRONMENT}&status=pending" | grep -o 'apr_[A-Za-z0-9_-]*' | head -n 1)/approve?environment_id=${ENVIRONMENT}" > /dev/null; wait

7. End the session: the next call is refused. The last command says which gateways have applied it.
REVOCATION=$(${change} "${api}/v1/sessions/$ID/terminate?environment_id=${ENVIRONMENT}" | grep -o 'rev_[A-Za-z0-9_-]*' | head -n 1)
${call(5, 'echo', '{"message":"again"}')}
${read} "${api}/v1/revocations/$REVOCATION?environment_id=${ENVIRONMENT}&wait=10"; echo

Point your own clients at it:
claude mcp add --transport http everything ${address} --header "Authorization: Bearer ${CLIENT_TOKEN}"
code --add-mcp '{"name":"everything","type":"http","url":"${address}","headers":{"Authorization":"Bearer ${CLIENT_TOKEN}"}}'
`;
};
