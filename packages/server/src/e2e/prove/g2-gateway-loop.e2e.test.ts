import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import {
  CLIENT_TOKENS,
  EVERYTHING,
  type GatewayBench,
  MANIFEST,
  PLANE,
  startGatewayBench,
} from '../../testing/gateways/gateway-bench.js';
import { connectMcpClient, type McpClient } from '../../testing/gateways/mcp-client.js';
import type { SpawnedProgram } from '../../testing/processes/spawned-programs.js';

const REASON = { reason_code: 'incident' };

describe('G2: a gateway that embeds the domain lets through what govgate allows, and nothing else', function () {
  this.timeout(60_000);
  let bench: GatewayBench;
  let gateway: SpawnedProgram;
  const clients: McpClient[] = [];

  const connect = async (
    token: string = CLIENT_TOKENS.bob,
    to: SpawnedProgram = gateway,
  ): Promise<McpClient> => {
    const client = await connectMcpClient(`${to.url}/mcp/${EVERYTHING}`, token);
    clients.push(client);
    return client;
  };

  /** Asks until the expected state is reached. */
  const eventually = async <T>(look: () => Promise<T>, is: (seen: T) => boolean): Promise<T> => {
    const until = Date.now() + 15_000;
    let seen = await look();
    for (; !is(seen) && Date.now() < until; seen = await look()) await delay(20);
    return seen;
  };

  const openApproval = async (client: McpClient) => {
    const path = `/v1/approvals?client_session_id=${client.sessionId}`;
    const { json } = await eventually(
      () => bench.ask(path),
      (answer) => answer.json.items.length > 0,
    );
    return json.items[0];
  };

  before(async () => {
    bench = await startGatewayBench();
    gateway = await bench.startGateway();
    const client = await connect();
    await eventually(
      () => client.tools().catch(() => []),
      (tools) => tools.length > 0,
    );
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    await bench?.stop();
  });

  it('lists what may be called, and calls what is allowed', async () => {
    const client = await connect();
    expect([...(await client.tools())].sort()).to.deep.equal([
      'echo',
      'get-env',
      'get-sum',
      'trigger-long-running-operation',
    ]);
    expect(await client.call('echo', { message: 'hello' })).to.equal('Echo: hello');
    const session = (await bench.ask(`/v1/sessions/${client.sessionId}`)).json;
    expect([session.state, session.user_id, session.backend_session_ids.length]).to.deep.equal([
      'active',
      'bob',
      1,
    ]);
  });

  it('denies what a rule denies, what no rule allows, what is not approved and what nobody registered', async () => {
    const client = await connect();
    expect([
      await client.call('get-tiny-image'),
      await client.call('get-annotated-message', { messageType: 'error' }),
      await client.call('get-structured-content', { location: 'Chicago' }),
    ]).to.deep.equal(['denied rule_says_deny', 'denied tool_not_callable', 'denied tool_unknown']);
  });

  it('requests an approval, waits for it, and calls once', async () => {
    const client = await connect();
    const call = client.call('get-env');
    const { approval_id, call_digest } = await openApproval(client);
    await bench.ask(`/v1/approvals/${approval_id}/approve`, REASON, bench.ada);
    expect(await call).to.include('PATH');
    const { json } = await bench.ask(`/v1/approvals/${approval_id}`);
    expect([json.status, json.call_digest]).to.deep.equal(['used', call_digest]);

    const second = client.call('get-env');
    const again = await eventually(
      () => bench.ask(`/v1/approvals?client_session_id=${client.sessionId}&status=pending`),
      (answer) => answer.json.items.length > 0,
    );
    await bench.ask(`/v1/approvals/${again.json.items[0].approval_id}/deny`, REASON, bench.ada);
    expect(await second).to.equal('denied approval_denied');
  });

  it('denies a call that waits for an approval when another version is published, and decides by the new one', async () => {
    const client = await connect();
    const call = client.call('get-env');
    await openApproval(client);
    await bench.publish('pv_2', { ...MANIFEST, rules: MANIFEST.rules.slice(0, 1) });
    expect(await call).to.equal('denied approval_withdrawn');
    expect(
      await eventually(
        () => client.call('get-env'),
        (told) => told.includes('no_rule'),
      ),
    ).to.equal('denied no_rule_matched');
    await bench.publish('pv_3');
    await eventually(
      () => client.tools(),
      (tools) => tools.includes('get-env'),
    );
  });

  it('cuts off the call in progress when a session is ended, and makes no more calls on it', async () => {
    const client = await connect();
    const other = await connect();
    const call = client.call('trigger-long-running-operation', { duration: 20, steps: 2 });
    await delay(200);
    await bench.ask(`/v1/sessions/${client.sessionId}/terminate`, REASON);
    expect(await call).to.equal('denied revoked');
    expect(await client.call('echo', { message: 'again' })).to.equal('denied revoked');
    expect(await other.call('echo', { message: 'still' })).to.equal('Echo: still');
  });

  it('fences sessions with a credential binding that is revoked, and no others', async () => {
    const bound = await connect(CLIENT_TOKENS.bound);
    const other = await connect();
    expect(await bound.call('echo', { message: 'hello' })).to.equal('Echo: hello');
    const reason = { reasonCode: 'incident', reason: 'Leaked' };
    const revoked = await bench.ask('/v1/credential-bindings/cb_new/revoke', reason);
    const proof = `/v1/revocations/${revoked.json.revocationId}?wait=10`;
    const { json } = await bench.ask(proof);
    expect([json.planes.complete, json.planes.items[0].data_plane_id]).to.deep.equal([true, PLANE]);
    expect(await bound.call('echo', { message: 'hello' })).to.equal('denied revoked');
    expect(await other.call('echo', { message: 'hello' })).to.equal('Echo: hello');
    // A session with it cannot even be opened.
    const refused = await connect(CLIENT_TOKENS.bound).catch((error: Error) => error);
    expect(refused).to.be.instanceOf(Error);
  });

  it('accepts nobody without a token, and no session of another caller', async () => {
    const client = await connect();
    const ask = async (headers: Record<string, string>): Promise<number> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const url = `${gateway.url}/mcp/${EVERYTHING}`;
      return (await fetch(url, { method: 'POST', headers: { ...common, ...headers }, body })).status;
    };
    const as = (token: string) => ({ authorization: `Bearer ${token}`, 'mcp-session-id': client.sessionId });
    expect([
      await ask({}),
      await ask(as('somebody')),
      await ask(as(CLIENT_TOKENS.bound)),
      await ask({ authorization: `Bearer ${CLIENT_TOKENS.bob}` }),
      await ask(as(CLIENT_TOKENS.bob)),
    ]).to.deep.equal([401, 401, 404, 400, 200]);
  });

  it('logs decisions, and nothing of their content', async () => {
    const client = await connect();
    await client.call('echo', { message: 'a-secret-word' });
    await client.call('no-such-tool-a-secret-word');
    expect(gateway.output()).to.include(client.sessionId).and.not.include('a-secret-word');
    expect(gateway.output()).to.not.include(bench.gatewayToken);
  });
});
