/**
 * Tries each integration against the gateway that it is for: `npm run integrations`, or with the names of some. The gateways are built
 * or installed below the checkout's cache, listen on loopback, and none is a dependency.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVERYTHING, type GatewayBench, startGatewayBench } from '../gateways/gateway-bench.js';
import { ADMIN_TOKEN } from '../test-service.js';
import { CONTEXTFORGE } from './contextforge.js';
import { DOCKER_MCP_GATEWAY } from './docker-mcp-gateway.js';
import { LITELLM } from './litellm.js';
import { callTool, type Peer, type RunningPeer } from './peer.js';

const PEERS: Readonly<Record<string, Peer>> = {
  'docker-mcp-gateway': DOCKER_MCP_GATEWAY,
  contextforge: CONTEXTFORGE,
  litellm: LITELLM,
};
const SESSION = 'ses_integrations';
const CANARY = 'argument-that-nobody-logs';
const INTEGRATIONS = fileURLToPath(new URL('../../../../../integrations/', import.meta.url));
type Expected = 'passes' | RegExp;

/** Calls a tool and compares the outcome. */
const hold = async (peer: RunningPeer, what: string, tool: string, expected: Expected): Promise<boolean> => {
  const { refused, text } = await callTool(peer, tool, { message: CANARY });
  const isKept =
    expected === 'passes'
      ? !refused && text.includes(CANARY)
      : refused && expected.test(text) && !text.includes(CANARY);
  return report(isKept, `${what}: ${text.slice(0, 200)}`);
};

const report = (isKept: boolean, what: string): boolean => {
  console.log(`  ${isKept ? 'as promised' : 'NOT AS PROMISED'}: ${what}`);
  return isKept;
};

/** Looks for the arguments of the calls in everything that the service has written; it has written down the session. */
const keepsNoArguments = ({ service, storeFile }: GatewayBench): boolean => {
  const folder = dirname(storeFile);
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile());
  const written = [
    ...files.map(({ name }) => readFileSync(join(folder, name))),
    Buffer.from(service.stdout() + service.stderr()),
  ];
  const holds = (text: string): boolean => written.some((bytes) => bytes.includes(text));
  return report(holds(SESSION) && !holds(CANARY), 'the arguments of these calls are kept nowhere');
};

/** How many promises a gateway keeps and breaks; none of either where it cannot run here. */
const tryPeer = async (peer: Peer): Promise<readonly boolean[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-integration-'));
  const bench = await startGatewayBench();
  let running: RunningPeer | undefined;
  try {
    const report = { user_id: 'bob', state: 'active', backend_session_ids: [], credential_binding_ids: [] };
    await bench.ask(`/v1/sessions/${SESSION}`, report, bench.gatewayToken, 'PUT');
    running = await peer.start({
      folder,
      upstream: bench.upstream.url,
      sessionId: SESSION,
      settings: {
        GOVGATE_URL: bench.service.url,
        GOVGATE_ENVIRONMENT: 'production',
        GOVGATE_TOKEN: bench.gatewayToken,
        GOVGATE_SERVERS: JSON.stringify({ everything: EVERYTHING }),
        GOVGATE_TIMEOUT_SECONDS: '10',
      },
    });
    if (running === undefined) {
      console.log('  skipped: this machine lacks what it needs');
      return [];
    }
    const kept = [
      await hold(running, 'an allowed call', 'echo', 'passes'),
      await hold(running, 'a denied call', 'get-tiny-image', /rule_says_deny/),
      await hold(running, 'a call that needs an approval', 'get-env', /approval at \S+\/v1\/approvals/),
    ];
    await bench.ask(`/v1/sessions/${SESSION}/terminate`, { reason_code: 'trial' });
    kept.push(await hold(running, 'an ended session', 'echo', /session_not_active|revoked/));
    const disabled = await bench.service.call('/v1/service-accounts/gateway/disable?tenant_id=default', {
      token: ADMIN_TOKEN,
      body: { reason_code: 'trial' },
    });
    if (disabled.status !== 200) throw new Error(`the account cannot be disabled: ${disabled.text}`);
    kept.push(await hold(running, 'a token that is refused', 'echo', /the service answered 401/));
    await bench.service.kill();
    kept.push(await hold(running, 'the service down', 'echo', /no decision to be had/));
    kept.push(keepsNoArguments(bench));
    return kept;
  } finally {
    await running?.stop();
    await bench.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

const asked = process.argv.slice(2);
const names = Object.keys(PEERS).filter((name) => asked.length === 0 || asked.includes(name));
for (const folder of ['', ...names])
  execFileSync(
    'python3',
    ['-B', '-m', 'unittest', 'discover', '-s', join(INTEGRATIONS, folder), '-p', '*_test.py'],
    { stdio: 'inherit' },
  );
const kept: boolean[] = [];
for (const name of names) {
  const peer = PEERS[name] as Peer;
  console.log(peer.name);
  kept.push(...(await tryPeer(peer)));
}
const passed = kept.filter(Boolean).length;
console.log(`${passed} passed, ${kept.length - passed} failed`);
process.exitCode = passed === kept.length ? 0 : 1;
