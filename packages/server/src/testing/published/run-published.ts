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
  liveRegistration,
  startGatewayBench,
} from '../gateways/gateway-bench.js';
import type { Listening } from '../gateways/live-mcp-server.js';
import { connectMcpClient } from '../gateways/mcp-client.js';
import { REACHES_LOOPBACK } from '../test-service.js';
import { npmPrograms, pypiPrograms } from './install.js';
import { PUBLISHED_SERVERS, type PublishedServer } from './published-servers.js';
import { shareStdio } from './share-stdio.js';

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
  const { registry, package: name, version, needs } = server;
  const programs = registry === 'npm' ? npmPrograms(name, version) : pypiPrograms(name, version, needs);
  const program = join(await programs, server.program);
  return filled({ command: [program, ...(server.args ?? [])], env: server.env ?? {} });
};

const register = async (ask: GatewayBench['ask'], ada: string, endpoint: string, row: Row): Promise<void> => {
  const { id } = row.server;
  const submitted = await ask('/v1/mcp-servers', liveRegistration(id, endpoint));
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

/** Live readings are limited for each caller, by the minute. */
const patiently = async (work: () => Promise<void>, tries = 12): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (tries === 0 || !/rate_limited/.test(String(error))) throw error;
    await delay(10_000);
    await patiently(work, tries - 1);
  }
};

const counted = (codes: readonly string[]): string =>
  [...new Set(codes)].map((code) => `${codes.filter((one) => one === code).length} ${code}`).join(', ') ||
  'none';

/** What was noticed while it was watched, and when it was last read. */
const noticedOf = async (ask: GatewayBench['ask'], { id }: PublishedServer): Promise<string> => {
  const { events } = (await ask(`/v1/mcp-servers/${id}/activity`)).json;
  const types = events.map(({ event_type }: { event_type: string }) => event_type);
  const { live_reading } = (await ask(`/v1/mcp-servers/${id}`)).json;
  const noticed = counted(types.filter((type: string) => /drift|health/.test(type)));
  const { read_at, failure_reason } = live_reading ?? { read_at: null, failure_reason: 'not read again' };
  return `${noticed}; ${failure_reason || 'last read'} ${read_at?.slice(11, 16) ?? ''}`;
};

const callOf = async (gateway: string, { id, call: [tool, args] }: PublishedServer): Promise<string> => {
  const client = await connectMcpClient(`${gateway}/mcp/${id}`, CLIENT_TOKENS.bob);
  try {
    const listed = await client.tools();
    const answer = await client.call(tool, filled(args));
    return `${listed.length} listed; ${answer.replaceAll(/\s+/g, ' ').slice(0, 90)}`;
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
const shared = new Map<Row, Listening>();
for (const row of rows) {
  const command = await commandOf(row.server);
  servers[row.server.id] = command;
  shared.set(row, await shareStdio(command));
}
const ids = rows.map(({ server }) => server.id);
const bench = await startGatewayBench(
  async () => ({
    serverId: ids[0] as string,
    url: '',
    manifest: {
      manifest_version: '1.0',
      default_effect: 'deny',
      rules: [
        { rule_id: 'all', effect: 'allow', subjects: {}, targets: { server_ids: ids }, reason_code: 'all' },
      ],
    },
    register: async (ask, ada) => {
      for (const row of rows) {
        await patiently(() => register(ask, ada, shared.get(row)?.url ?? '', row)).catch((error) => {
          row.tools = because(error);
        });
        console.error(`${row.server.id}: ${row.tools}, ${row.findings}`);
      }
    },
    stop: async () => undefined,
  }),
  REACHES_LOOPBACK,
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
  await Promise.all([...shared.values()].map(({ close }) => close()));
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
