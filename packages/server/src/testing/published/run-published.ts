/**
 * `npm run servers:published`: published MCP servers, each registered by reading it, approved, watched, and called through the example
 * gateway, which starts it itself. `-- --watch 3600` seconds by default; names choose some of them. Prints a table, and fails where a call got no answer of the server.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Settings } from '../../../../../examples/data-plane/src/settings.js';
import { findProgram } from '../../../../../tools/test-services/find-program.js';
import {
  approveTools,
  CLIENT_TOKENS,
  type GatewayBench,
  startGatewayBench,
} from '../gateways/gateway-bench.js';
import { connectMcpClient } from '../gateways/mcp-client.js';
import { startPlainGateway } from '../gateways/plain-gateway.js';
import { npmPrograms, pypiPrograms } from './install.js';
import { PUBLISHED_SERVERS, type PublishedServer } from './published-servers.js';

const LOOPBACK = { GOVGATE_EGRESS_ALLOW: '127.0.0.0/8,::1/128', GOVGATE_EGRESS_HTTP: '127.0.0.0/8,::1/128' };

interface Row {
  readonly server: PublishedServer;
  tools: string;
  unreadable: number;
  findings: string;
  noticed: string;
  call: string;
}

const { values, positionals } = parseArgs({
  options: { watch: { type: 'string', default: '3600' } },
  allowPositionals: true,
});
const files = mkdtempSync(join(tmpdir(), 'govgate-published-'));
const browser = process.env.GOVGATE_TEST_CHROMIUM ?? findProgram('chromium') ?? 'chromium';
const filled = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll('{files}', files).replaceAll('{browser}', browser));

const makeFiles = (): void => {
  writeFileSync(join(files, 'README.md'), 'hello\n');
  execFileSync('git', ['init', '--quiet', files]);
};

const commandOf = async (server: PublishedServer): Promise<Exclude<Settings['servers'][string], string>> => {
  const programs = server.registry === 'npm' ? npmPrograms : pypiPrograms;
  const program = join(await programs(server.package, server.version), server.program);
  return filled({ command: [program, ...(server.args ?? [])], env: server.env ?? {} });
};

/** Puts the servers behind one address, so that the worker can read what speaks over standard input and output. */
const readable = (servers: Settings['servers']): Promise<string> => {
  const caller = { token_sha256: '', user_id: 'reader' };
  return startPlainGateway(
    { port: 0, data_plane_id: 'plain', servers } as unknown as Settings,
    ({ url = '' }) => ({ caller, serverId: url.slice('/mcp/'.length) }),
  );
};

const register = async (ask: GatewayBench['ask'], ada: string, url: string, row: Row): Promise<void> => {
  const { id, package: name, version } = row.server;
  const manifest = {
    name,
    version,
    owner: { team: 'risk', user_id: 'ada', escalation_contact: 'oncall', oncall_rotation: 'primary' },
    endpoint: `${url}/mcp/${id}`,
    credential_mode: 'none',
    docs_url: 'https://docs.example/published',
  };
  const submitted = await ask('/v1/mcp-servers', { server_id: id, from_live: true, manifest });
  const tools: { tool_id: string; gateway_status: string }[] = submitted.json.manifest.tools;
  const readableTools = tools.filter(({ gateway_status }) => gateway_status !== 'unreadable');
  const path = `/v1/mcp-servers/${id}/submissions/${submitted.json.summary.submission_id}`;
  const { findings } = (await ask(path)).json;
  row.tools = String(tools.length);
  row.unreadable = tools.length - readableTools.length;
  row.findings = counted(findings.map(({ code }: { code: string }) => code));
  await approveTools(
    ask,
    ada,
    id,
    submitted,
    readableTools.map(({ tool_id }) => tool_id),
  );
};

const counted = (codes: readonly string[]): string =>
  [...new Set(codes)].map((code) => `${codes.filter((one) => one === code).length} ${code}`).join(', ') ||
  'none';

/** What was noticed while it was watched, and when it was last read. */
const noticedOf = async (ask: GatewayBench['ask'], { id }: PublishedServer): Promise<string> => {
  const { events } = (await ask(`/v1/mcp-servers/${id}/activity`)).json;
  const types = events.map(({ event_type }: { event_type: string }) => event_type);
  const { read_at, failure_reason } = (await ask(`/v1/mcp-servers/${id}`)).json.live_reading;
  const noticed = counted(types.filter((type: string) => /drift|health/.test(type)));
  return `${noticed}; ${failure_reason || 'read'} at ${read_at.slice(11, 16)}`;
};

const callOf = async (gateway: string, { id, call: [tool, args] }: PublishedServer): Promise<string> => {
  const client = await connectMcpClient(`${gateway}/mcp/${id}`, CLIENT_TOKENS.bob);
  try {
    const listed = await client.tools();
    const answer = await client.call(tool, filled(args));
    return `${listed.length} listed; ${answer.replaceAll(/\s+/g, ' ').slice(0, 60)}`;
  } finally {
    await client.end();
  }
};

const because = (error: unknown): string => `FAILED ${String(error).replaceAll(/\s+/g, ' ').slice(0, 160)}`;

makeFiles();
const rows: Row[] = PUBLISHED_SERVERS.filter(
  ({ id }) => positionals.length === 0 || positionals.some((name) => id.includes(name)),
).map((server) => ({ server, tools: '', unreadable: 0, findings: '', noticed: '', call: '' }));
const servers: Record<string, Settings['servers'][string]> = {};
for (const { server } of rows) servers[server.id] = await commandOf(server);
const url = await readable(servers);
const ids = rows.map(({ server }) => server.id);
const bench = await startGatewayBench(
  async () => ({
    serverId: ids[0] as string,
    url,
    manifest: {
      manifest_version: '1.0',
      default_effect: 'deny',
      rules: [
        { rule_id: 'all', effect: 'allow', subjects: {}, targets: { server_ids: ids }, reason_code: 'all' },
      ],
    },
    register: async (ask, ada) => {
      for (const row of rows) {
        await register(ask, ada, url, row).catch((error) => {
          row.tools = because(error);
        });
        console.error(`${row.server.id}: ${row.tools}, ${row.findings}`);
      }
    },
    stop: async () => undefined,
  }),
  LOOPBACK,
);
try {
  console.error(`watching since ${new Date().toISOString()}`);
  await delay(Number(values.watch) * 1_000);
  const gateway = await bench.startGateway({ servers });
  for (const row of rows) {
    row.noticed = await noticedOf(bench.ask, row.server).catch(because);
    row.call = await callOf(gateway.url, row.server).catch(because);
  }
} finally {
  await bench.stop();
  rmSync(files, { recursive: true, force: true });
}
console.log(
  '| server | version | tools | unreadable | findings | in the hour | call |\n|---|---|---|---|---|---|---|',
);
for (const { server, tools, unreadable, findings, noticed, call } of rows)
  console.log(
    `| ${server.package} | ${server.version} | ${tools} | ${unreadable} | ${findings} | ${noticed} | \`${server.call[0]}\`: ${call} |`,
  );
process.exit(rows.some(({ tools, call }) => `${tools}${call}`.includes('FAILED')) ? 1 : 0);
