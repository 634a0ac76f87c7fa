/**
 * What the example gateway costs a call at a thousand rules, beside the same proxy without decisions: both are loaded in turn, begun by
 * another one each round. Prints the medians as JSON, for `npm run bench`. `gateway-cost.ts ROUNDS SECONDS`.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../../../../tools/bench/median.js';
import { cpuMsOf } from '../../../../../tools/bench/process-figures.js';
import type { SpawnedProgram } from '../processes/spawned-programs.js';
import { REACHES_LOOPBACK } from '../test-service.js';
import { CLIENT_TOKENS, registerLive, startGatewayBench } from './gateway-bench.js';
import { json, startScriptedMcpServer } from './scripted-mcp-server.js';

const SERVER = 'srv_bench';
const RULES = 1_000;
const AT_ONCE = 8;
/** By calls, not by time: on a busy machine a gateway would be measured before it is compiled, and the larger one loses by it. */
const WARM_UP_CALLS = 8_000;
const ROUND_CALLS = 1_000;
const IDLE_SECONDS = 4;
const TOOL = {
  name: 'tool-500',
  description: 'Finds tickets of a customer by words in them, the newest first, and says how many there are.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words to look for' },
      customer_id: { type: 'string', description: 'Of this customer alone' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};
const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: TOOL.name, arguments: { query: 'refund', customer_id: 'c-1', limit: 10 } },
});

const manifest = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: Array.from({ length: RULES }, (_, index) => ({
    rule_id: `rule-${index}`,
    effect: 'allow',
    subjects: {},
    targets: { server_ids: [SERVER], tool_ids: [`tool-${index}`] },
    actions: ['tool.invoke'],
    reason_code: 'team_allowed',
  })),
};

const upstream = await startScriptedMcpServer([TOOL]);
upstream.answers['tools/call'] = ({ id }, response) => {
  upstream.received.length = 0;
  const result = { content: [{ type: 'text', text: 'x'.repeat(1_000) }] };
  json(response, JSON.stringify({ jsonrpc: '2.0', id, result }));
};

const bench = await startGatewayBench(
  async () => ({
    serverId: SERVER,
    url: upstream.url,
    manifest,
    register: (ask, ada) => registerLive(ask, ada, SERVER, upstream.url),
    stop: () => upstream.close(),
  }),
  REACHES_LOOPBACK,
);

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<[string, string]> =>
  new Promise((resolve, reject) => {
    const options = {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${CLIENT_TOKENS.bob}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    };
    const sent = request(`${url}/mcp/${SERVER}`, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part));
      answer.once('end', () => resolve([text, String(answer.headers['mcp-session-id'] ?? '')]));
    });
    sent.once('error', reject).end(body);
  });

interface Lane {
  readonly gateway: SpawnedProgram;
  readonly session: Record<string, string>;
  idleMicros: number;
  readonly cpuMicros: number[];
  readonly p50Micros: number[];
}

const openLane = async (gateway: SpawnedProgram): Promise<Lane> => {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  };
  const [, id] = await post(
    gateway.url,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  );
  return { gateway, session: { 'mcp-session-id': id }, idleMicros: 0, cpuMicros: [], p50Micros: [] };
};

const cpuOf = ({ pid }: SpawnedProgram): number => (cpuMsOf(pid) ?? Number.NaN) * 1_000;

/** CPU of a second without a call: a gateway also asks for the policy and the revocations. */
const idleMicros = async ({ gateway }: Lane): Promise<number> => {
  const before = cpuOf(gateway);
  await delay(IDLE_SECONDS * 1_000);
  return (cpuOf(gateway) - before) / IDLE_SECONDS;
};

/** Calls for at least so long and so many times. */
const load = async (lane: Lane, seconds: number, calls: number): Promise<void> => {
  const { gateway, session, cpuMicros, p50Micros } = lane;
  const startedAt = performance.now();
  const until = performance.now() + seconds * 1_000;
  const took: number[] = [];
  const caller = async (): Promise<void> => {
    while (performance.now() < until || took.length < calls) {
      const sentAt = performance.now();
      const [answer] = await post(gateway.url, CALL, session);
      if (!answer.includes('"result"')) throw new Error(answer);
      took.push((performance.now() - sentAt) * 1_000);
    }
  };
  const before = cpuOf(gateway);
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const idle = (lane.idleMicros * (performance.now() - startedAt)) / 1_000;
  cpuMicros.push((cpuOf(gateway) - before - idle) / took.length);
  p50Micros.push(median(took));
};

const [rounds = 5, seconds = 2] = process.argv.slice(2).map(Number);
try {
  const lanes = [await openLane(await bench.startPlainGateway()), await openLane(await bench.startGateway())];
  for (const lane of lanes) {
    await load(lane, 0, WARM_UP_CALLS);
    lane.cpuMicros.length = lane.p50Micros.length = 0;
    lane.idleMicros = await idleMicros(lane);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) await load(lane, seconds, ROUND_CALLS);
  const [plain, deciding] = lanes.map(({ cpuMicros, p50Micros, idleMicros }) => ({
    idleMs: idleMicros / 1_000,
    cpuMicros: median(cpuMicros),
    p50Micros: median(p50Micros),
  }));
  console.log(JSON.stringify({ plain, deciding }));
} finally {
  agent.destroy();
  await bench.stop();
}
process.exit();
