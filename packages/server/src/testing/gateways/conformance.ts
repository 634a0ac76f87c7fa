import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REACHES_LOOPBACK } from '../test-service.js';
import { CLIENT_TOKENS, registerLive, startGatewayBench } from './gateway-bench.js';

/**
 * Runs MCP's conformance suite against a server, directly and through the example gateway, and compares check by check:
 * `npm run conformance -- http://127.0.0.1:3000/mcp`. The suite needs Node 22.
 */
const SUITE = process.env.CONFORMANCE ?? 'npx --yes @modelcontextprotocol/conformance@0.2.0-alpha.12';
const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'];
const SERVER = 'srv_conformance';
const RULE = { rule_id: 'all', effect: 'allow', subjects: {}, reason_code: 'all' };

/** Each check's outcome by scenario, name and place. */
type Outcomes = ReadonlyMap<string, string>;

const run = promisify(execFile);

const outcomesAt = async (url: string, revision: string): Promise<Outcomes> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-conformance-'));
  const [command = '', ...args] = SUITE.split(' ');
  const requests = ['server', '--url', url, '--suite', 'all', '--spec-version', revision, '-o', folder];
  // It ends with 1 where a check fails, as one may that fails directly as well.
  await run(command, [...args, ...requests], { maxBuffer: 1e9 }).catch(() => undefined);
  const outcomes = new Map<string, string>();
  for (const file of readdirSync(folder).map((n) => `${n}/checks.json`)) {
    const scenario = file.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1');
    const checks = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { id: string; status: string }[];
    for (const [place, { id, status }] of checks.entries())
      outcomes.set(
        `${scenario} ${id} ${checks.slice(0, place).filter((one) => one.id === id).length}`,
        status,
      );
  }
  rmSync(folder, { recursive: true });
  if (outcomes.size === 0) throw new Error(`${SUITE} ran no check at ${revision}`);
  return outcomes;
};

/** The suite sends no token: this puts a client's in front of the gateway, and changes nothing else. */
const withToken = async (target: string): Promise<string> => {
  const { hostname, port, pathname } = new URL(target);
  const relay = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${CLIENT_TOKENS.bob}` };
    const sent = send({ hostname, port, path: pathname, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    response.once('close', () => sent.destroy());
    sent.once('error', () => response.destroy());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  relay.unref();
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}${pathname}`;
};

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('the address of a server is missing');
const bench = await startGatewayBench(
  async () => ({
    serverId: SERVER,
    url,
    manifest: {
      manifest_version: '1.0',
      default_effect: 'deny',
      rules: [{ ...RULE, targets: { server_ids: [SERVER] } }],
    },
    register: (ask, ada) => registerLive(ask, ada, SERVER, url),
    stop: async () => undefined,
  }),
  REACHES_LOOPBACK,
);
let flipped = 0;
try {
  const gateway = await bench.startGateway();
  const through = await withToken(`${gateway.url}/mcp/${SERVER}`);
  console.log('| revision | checks | directly | through the gateway | flipped |\n|---|---|---|---|---|');
  for (const revision of REVISIONS) {
    const [here, there] = [await outcomesAt(url, revision), await outcomesAt(through, revision)];
    const differing = [...new Set([...here.keys(), ...there.keys()])].filter(
      (check) => here.get(check) !== there.get(check),
    );
    const good = (outcomes: Outcomes) =>
      [...outcomes.values()].filter((status) => status === 'SUCCESS').length;
    console.log(`| ${revision} | ${here.size} | ${good(here)} | ${good(there)} | ${differing.length} |`);
    for (const check of differing) console.log(`  ${check}: ${here.get(check)}, then ${there.get(check)}`);
    flipped += differing.length;
  }
} finally {
  await bench.stop();
}
process.exitCode = flipped === 0 ? 0 : 1;
