import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import {
  CLIENT_TOKENS,
  EVERYTHING,
  type GatewayBench,
  MANIFEST,
  startGatewayBench,
} from '../../testing/gateways/gateway-bench.js';
import { connectMcpClient, type McpClient } from '../../testing/gateways/mcp-client.js';
import { type SpawnedProgram, spawnAuthzenGateway } from '../../testing/processes/spawned-programs.js';

const REASON = { reason_code: 'incident' };
const SUBJECT = { type: 'client_session', id: 'cs_python' };

describe('G3: a gateway that knows AuthZEN alone, in Python, lets through what govgate permits, and nothing else', function () {
  this.timeout(60_000);
  let bench: GatewayBench;
  let gateway: SpawnedProgram;
  let client: McpClient;

  before(async () => {
    bench = await startGatewayBench();
    await bench.ask(`/v1/sessions/${SUBJECT.id}`, { user_id: 'bob', state: 'active' }, undefined, 'PUT');
    gateway = await spawnAuthzenGateway({
      PORT: '0',
      AUTHZEN_PDP: `${bench.service.url}/v1/authzen/production`,
      AUTHZEN_TOKEN: bench.gatewayToken,
      MCP_SERVER: bench.upstream.url,
      MCP_SERVER_ID: EVERYTHING,
      CLIENTS: JSON.stringify({ [createHash('sha256').update(CLIENT_TOKENS.bob).digest('hex')]: SUBJECT }),
    });
    client = await connectMcpClient(`${gateway.url}/mcp`, CLIENT_TOKENS.bob);
  });
  after(async () => {
    await gateway?.stop();
    await bench?.stop();
  });

  it('lists what may be called, calls what is allowed, and denies the rest', async () => {
    expect([...(await client.tools())].sort()).to.deep.equal([
      'echo',
      'get-env',
      'get-sum',
      'trigger-long-running-operation',
    ]);
    expect([
      await client.call('echo', { message: 'a-secret-word' }),
      await client.call('get-tiny-image'),
      await client.call('get-annotated-message', { messageType: 'error' }),
      await client.call('get-structured-content', { location: 'Chicago' }),
    ]).to.deep.equal([
      'Echo: a-secret-word',
      'denied rule_says_deny',
      'denied tool_not_callable',
      'denied target_unknown',
    ]);
    expect(gateway.output()).to.include(SUBJECT.id).and.not.include('a-secret-word');
  });

  it('requests an approval, waits for it, and calls once', async () => {
    const call = client.call('get-env');
    const open = `/v1/approvals?client_session_id=${SUBJECT.id}&status=pending`;
    const until = Date.now() + 15_000;
    let [approval] = (await bench.ask(open)).json.items;
    for (; approval === undefined && Date.now() < until; [approval] = (await bench.ask(open)).json.items)
      await delay(20);
    await bench.ask(`/v1/approvals/${approval.approval_id}/approve`, REASON, bench.ada);
    expect(await call).to.include('PATH');
    expect((await bench.ask(`/v1/approvals/${approval.approval_id}`)).json.status).to.equal('used');
  });

  it('calls under an obligation that it knows, and denies the call under another one', async () => {
    const [echo, ...others] = MANIFEST.rules;
    const oblige = (version: string, ...obligations: object[]): Promise<void> =>
      bench.publish(version, { ...MANIFEST, rules: [{ ...echo, obligations }, ...others] });
    await oblige('pv_known', { type: 'audit_level', value: 'full' });
    expect(await client.call('echo', { message: 'hello' })).to.equal('Echo: hello');
    await oblige(
      'pv_unknown',
      { type: 'audit_level', value: 'full' },
      { type: 'rate_limit', limit: 10, window_seconds: 60 },
    );
    expect(await client.call('echo', { message: 'hello' })).to.equal('denied obligation_unsupported');
  });

  it('accepts nobody without a token', async () => {
    const refused = await connectMcpClient(`${gateway.url}/mcp`, 'somebody').catch((error: Error) => error);
    expect(refused).to.be.instanceOf(Error);
  });

  it('denies the first call after a session was ended, and everything once there is no decision point', async () => {
    await bench.ask(`/v1/sessions/${SUBJECT.id}/terminate`, REASON);
    expect(await client.call('echo', { message: 'hello' })).to.match(/^denied (session_not_active|revoked)$/);
    await bench.service.kill();
    expect(await client.call('echo', { message: 'hello' })).to.equal('denied decision_unavailable');
    expect(await client.tools().catch(() => 'refused')).to.equal('refused');
  });
});
