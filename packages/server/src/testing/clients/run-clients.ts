/**
 * `npm run clients`: what published clients see through the example gateway, beside what they must see: lists, calls, a denied tool, resources,
 * prompts, progress, a large answer, an odd description, and the list anew after a publish. Ends with 1 where one sees something else.
 */
import { isDeepStrictEqual } from 'node:util';
import { CLIENT_TOKENS, registerLive, startGatewayBench } from '../gateways/gateway-bench.js';
import { REACHES_LOOPBACK } from '../test-service.js';
import { PEER_CLIENTS, type Seen } from './peer-clients.js';
import { DESCRIPTION, LARGE, startPeerServer, TOOLS } from './peer-server.js';

const ERAS = ['older', 'modern'] as const;

const without = (...denied: string[]): string[] => TOOLS.filter((tool) => !denied.includes(tool));

const rule = (rule_id: string, effect: string, more: object) => ({
  rule_id,
  effect,
  subjects: {},
  reason_code: rule_id,
  ...more,
});

/** All may be read, and some tools called: no rule allows one of them, and one comes and goes. */
const policy = (effectOfExtra: 'allow' | 'deny') => ({
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    rule('reads', 'allow', { targets: { server_ids: ERAS }, actions: ['resource.read', 'prompt.get'] }),
    rule('calls', 'allow', { targets: { server_ids: ERAS, tool_ids: without('forbidden', 'extra') } }),
    rule('extra', effectOfExtra, { targets: { server_ids: ERAS, tool_ids: ['extra'] } }),
  ],
});

const EXPECTED: Omit<Required<Seen>, 'revision'> = {
  tools: without('forbidden', 'extra'),
  description: DESCRIPTION,
  call: 'hello',
  denied: 'no_rule_matched',
  resource: 'a note',
  prompt: 'Greet Ada',
  progress: [1, 2, 3],
  large: LARGE,
  afterPublish: without('forbidden'),
};

const servers = { older: await startPeerServer('older'), modern: await startPeerServer('modern') };
const bench = await startGatewayBench(
  async () => ({
    serverId: 'older',
    url: servers.older.url,
    manifest: policy('deny'),
    register: async (ask, ada) => {
      for (const era of ERAS) await registerLive(ask, ada, era, servers[era].url);
    },
    stop: async () => undefined,
  }),
  REACHES_LOOPBACK,
);
let version = 1;
const publish = (effectOfExtra: 'allow' | 'deny'): Promise<void> => {
  version += 1;
  return bench.publish(`pv_${version}`, policy(effectOfExtra));
};

let failed = 0;
try {
  const gateway = await bench.startGateway({
    servers: { older: servers.older.url, modern: servers.modern.url },
  });
  for (const [name, era, client] of PEER_CLIENTS) {
    const seen = await client(`${gateway.url}/mcp/${era}`, CLIENT_TOKENS.bob, () => publish('allow'));
    const { revision = '', ...checked } = seen;
    const wrong = Object.entries(checked).filter(
      ([check, value]) => !isDeepStrictEqual(value, EXPECTED[check as keyof typeof EXPECTED]),
    );
    failed += wrong.length;
    console.log(`${name}, ${era} server ${revision}: ${Object.keys(checked).join(', ')}`);
    for (const [check, value] of wrong) console.log(`  ${check} is ${JSON.stringify(value).slice(0, 200)}`);
    await publish('deny');
  }
} finally {
  await bench.stop();
  await Promise.all(Object.values(servers).map((server) => server.close()));
}
process.exit(failed === 0 ? 0 : 1);
