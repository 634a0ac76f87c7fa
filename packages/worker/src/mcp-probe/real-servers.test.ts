import { expect } from 'chai';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { probeByUrl } from './testing/at-url.js';
import { type RealServer, startModern, startStateful, startStateless } from './testing/real-servers.js';

const SERVERS: readonly (readonly [string, () => Promise<RealServer>, string, readonly string[]])[] = [
  ['modern, JSON', () => startModern('json', 'reject'), '2026-07-28', ['POST']],
  ['modern, event stream', () => startModern('sse', 'reject'), '2026-07-28', ['POST']],
  ['both eras', () => startModern('auto', 'stateless'), '2026-07-28', ['POST']],
  ['older with sessions, JSON', () => startStateful(true), '2025-11-25', ['POST', 'POST', 'POST', 'DELETE']],
  [
    'older with sessions, event stream',
    () => startStateful(false),
    '2025-11-25',
    ['POST', 'POST', 'POST', 'DELETE'],
  ],
  ['older without sessions, JSON', () => startStateless(true), '2025-11-25', ['POST', 'POST', 'POST']],
  [
    'older without sessions, event stream',
    () => startStateless(false),
    '2025-11-25',
    ['POST', 'POST', 'POST'],
  ],
];

describe('MCP backend probe against the published SDKs', () => {
  const egress = makeEgress(LOOPBACK);
  const probe = probeByUrl({ egress, timeoutMs: 5_000 });
  after(() => egress.close());

  for (const [kind, start, protocolVersion, methods] of SERVERS) {
    it(`finds a server healthy and leaves no session (${kind})`, async () => {
      const server = await start();
      const result = await probe.probe(`http://127.0.0.1:${server.port}/mcp`);
      await server.close();
      expect({ ...result, latencyMs: result.latencyMs >= 0 }).deep.equal({
        outcome: 'ok',
        latencyMs: true,
        protocolVersion,
      });
      expect([server.methods, server.openSessions()]).deep.equal([methods, 0]);
    });

    it(`reads the tools and leaves no session (${kind})`, async () => {
      const server = await start();
      const outcome = await probe.read(`http://127.0.0.1:${server.port}/mcp`);
      await server.close();
      if (!outcome.read) throw new Error(outcome.because);
      const { tools } = outcome.reading;
      expect([
        tools.map((tool) => [tool.name, tool.description, tool.annotations]),
        tools[0]?.inputSchema.properties,
        server.openSessions(),
        server.methods.includes('GET'),
      ]).deep.equal([
        [
          ['read_file', 'The tool read_file.', { readOnlyHint: true }],
          ['write_file', 'The tool write_file.', { destructiveHint: true }],
        ],
        { path: { type: 'string' } },
        0,
        false,
      ]);
    });
  }

  it('leaves no session after many probes at once', async () => {
    const server = await startStateful(true);
    const url = `http://127.0.0.1:${server.port}/mcp`;
    const results = await Promise.all(Array.from({ length: 20 }, () => probe.probe(url)));
    const open = server.openSessions();
    await server.close();
    expect([results.every((result) => result.outcome === 'ok'), open]).deep.equal([true, 0]);
  });
});
