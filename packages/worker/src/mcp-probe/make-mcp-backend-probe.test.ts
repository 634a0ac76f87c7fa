import { expect } from 'chai';
import { makeTestAuthority } from '../../../../tools/test-services/receivers/test-authority.js';
import type { Egress } from '../egress/egress.js';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { startHttps } from '../egress/testing/loopback-server.js';
import { makeMcpBackendProbe } from './make-mcp-backend-probe.js';
import { BACKENDS, byMethod, CANARY, MODERN, OLDER, result, startFake } from './testing/fake-backends.js';
import { startStateful } from './testing/real-servers.js';

describe('MCP backend probe', () => {
  const egress = makeEgress(LOOPBACK);
  const probe = makeMcpBackendProbe({ egress, timeoutMs: 1_000 });
  after(() => egress.close());

  for (const { behaviour, start, outcome, protocolVersion = null, seen } of BACKENDS) {
    it(`reports ${outcome} for a backend that ${behaviour}`, async () => {
      const backend = await start();
      const found = await probe.probe(`http://127.0.0.1:${backend.port}/mcp`);
      const open = backend.openSessions();
      await backend.close();
      expect({ ...found, latencyMs: 0 }).deep.equal({ outcome, latencyMs: 0, protocolVersion });
      expect([backend.seen, open]).deep.equal([seen, 0]);
      expect([JSON.stringify(found).includes(CANARY), found.latencyMs < 5_000]).deep.equal([false, true]);
    });
  }

  it('says what prevented it from reaching a backend', async () => {
    const named = (lookup: () => Promise<never>) =>
      makeMcpBackendProbe({ egress: makeEgress({ ...LOOPBACK, lookup }), timeoutMs: 1_000 });
    const outcomes = [
      await named(() => Promise.reject(new Error(CANARY))).probe('https://gone.example/mcp'),
      await named(async () => [{ address: '10.0.0.1', family: 4 }] as never).probe(
        'https://inside.example/mcp',
      ),
      await probe.probe('http://169.254.169.254/mcp'),
      await probe.probe(CANARY),
    ].map((found) => found.outcome);
    expect(outcomes).deep.equal(['dns_failed', 'ssrf_blocked', 'ssrf_blocked', 'ssrf_blocked']);
  });

  it('reports tls_failed for a certificate from an untrusted issuer', async function () {
    const authority = makeTestAuthority();
    if (authority === undefined) this.skip();
    const server = await startHttps(authority.selfSigned('IP:127.0.0.1'), (_request, response) =>
      response.end(),
    );
    const found = await probe.probe(`https://127.0.0.1:${server.port}/mcp`);
    await server.close();
    authority.remove();
    expect(found.outcome).equal('tls_failed');
  });

  it('finishes with a server that will not end a session', async () => {
    const backend = await startFake(byMethod(OLDER), 405);
    const found = await probe.probe(`http://127.0.0.1:${backend.port}/mcp`);
    await backend.close();
    expect([found.outcome, backend.seen.at(-1)]).deep.equal(['ok', 'DELETE']);
  });

  it('sends the headers and fields that the two eras require', async () => {
    const sent: unknown[] = [];
    const noting = byMethod(OLDER);
    const backend = await startFake((call) => {
      const {
        'mcp-protocol-version': version,
        'mcp-method': method,
        'mcp-session-id': session,
      } = call.request.headers;
      sent.push([call.message.method, version, method, session, call.message.params]);
      noting(call);
    });
    await probe.probe(`http://127.0.0.1:${backend.port}/mcp`);
    await backend.close();
    const clientInfo = { name: 'govgate', version: '0.1.0' };
    expect(sent).deep.equal([
      [
        'server/discover',
        '2026-07-28',
        'server/discover',
        undefined,
        {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': clientInfo,
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      ],
      [
        'initialize',
        undefined,
        undefined,
        undefined,
        { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
      ],
      ['notifications/initialized', '2025-11-25', undefined, 'session-1', undefined],
      ['ping', '2025-11-25', undefined, 'session-1', undefined],
    ]);
  });

  it('would notice a probe that leaves its session open', async () => {
    const forgetful: Egress = {
      close: async () => {},
      request: async (request) =>
        request.method === 'DELETE' ? { ok: false, failure: 'timeout' } : egress.request(request),
    };
    const server = await startStateful(true);
    await makeMcpBackendProbe({ egress: forgetful }).probe(`http://127.0.0.1:${server.port}/mcp`);
    const open = server.openSessions();
    await server.close();
    expect(open).equal(1);
  });
});

describe('tools of a live MCP server', () => {
  const egress = makeEgress(LOOPBACK);
  const probe = makeMcpBackendProbe({ egress, timeoutMs: 2_000 });
  after(() => egress.close());

  const NOTHING = { prompts: [], resources: [] };

  type Pages = (cursor: string | undefined) => unknown;

  const listed = async (pages: Pages, capabilities: object = { tools: {} }) => {
    const backend = await startFake(
      byMethod({
        ...MODERN,
        'server/discover': (call) => result(call, { supportedVersions: ['2026-07-28'], capabilities }),
        'tools/list': (call) => result(call, pages(call.message.params?.cursor as string | undefined)),
      }),
    );
    const outcome = await probe.read(`http://127.0.0.1:${backend.port}/mcp`);
    await backend.close();
    return outcome.read ? outcome.reading : outcome.because;
  };

  const tool = (name: string, more: object = {}): object => ({
    name,
    inputSchema: { type: 'object' },
    ...more,
  });

  it('reads page after page', async () => {
    const reading = await listed((cursor) =>
      cursor === undefined
        ? { tools: [tool('one')], nextCursor: 'more' }
        : { tools: [tool(`two-${cursor}`, { title: 'Two', description: 'x', extra: CANARY })] },
    );
    expect(reading).deep.equal({
      ...NOTHING,
      tools: [
        { name: 'one', inputSchema: { type: 'object' } },
        { name: 'two-more', title: 'Two', description: 'x', inputSchema: { type: 'object' } },
      ],
    });
  });

  it('reads complete definitions, with any annotations and schemas of a server, and nothing else', async () => {
    const definition = {
      annotations: { readOnlyHint: true, openWorldHint: 'yes', somethingNew: { deep: [1] } },
      outputSchema: { type: 'object', $defs: {} },
    };
    const listing = () => ({ tools: [tool('one', { ...definition, _meta: { a: 1 }, icons: [] })] });
    expect(await listed(listing)).deep.equal({
      ...NOTHING,
      tools: [{ name: 'one', inputSchema: { type: 'object' }, ...definition }],
    });
  });

  it('reads instructions, and the names of prompts and resources, which may be missing', async () => {
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    const discovered = { supportedVersions: ['2026-07-28'], capabilities, instructions: 'Be kind' };
    const backend = await startFake(
      byMethod({
        ...MODERN,
        'server/discover': (call) => result(call, discovered),
        'tools/list': (call) => result(call, { tools: [] }),
        'prompts/list': (call) => result(call, { prompts: [{ name: 'hello', description: CANARY }] }),
        'resources/list': (call) => result(call, { resources: CANARY }),
      }),
    );
    const outcome = await probe.read(`http://127.0.0.1:${backend.port}/mcp`);
    await backend.close();
    expect(outcome).deep.equal({
      read: true,
      reading: { tools: [], instructions: 'Be kind', prompts: ['hello'] },
    });
  });

  it('does not list the tools of a server that offers none', async () => {
    expect(await listed(() => CANARY, {})).deep.equal({ ...NOTHING, tools: [] });
  });

  const refused: readonly (readonly [string, Pages, string])[] = [
    ['no tools', () => ({}), 'handshake_invalid'],
    ['a tool without a schema', () => ({ tools: [{ name: 'one' }] }), 'handshake_invalid'],
    ['a tool without a name', () => ({ tools: [tool('')] }), 'handshake_invalid'],
    ['a name that is too long', () => ({ tools: [tool('x'.repeat(129))] }), 'handshake_invalid'],
    ['two tools of one name', () => ({ tools: [tool('one'), tool('one')] }), 'handshake_invalid'],
    [
      'a text that no hash can be made of',
      () => ({ tools: [tool('one', { title: '\ud800' })] }),
      'handshake_invalid',
    ],
    ['a NUL', () => ({ tools: [tool('one', { title: 'a\0b' })] }), 'handshake_invalid'],
    ['pages without end', (at) => ({ tools: [], nextCursor: `${at}x` }), 'limit_exceeded'],
    ['a huge cursor', () => ({ tools: [], nextCursor: 'x'.repeat(5_000) }), 'limit_exceeded'],
    [
      'too many tools',
      () => ({ tools: Array.from({ length: 1_001 }, (_, i) => tool(`t${i}`)) }),
      'limit_exceeded',
    ],
    ['a page that is too large', () => ({ tools: [], filler: 'x'.repeat(1_100_000) }), 'limit_exceeded'],
    [
      'too much on many pages',
      (at) => ({ tools: [tool(`t${at}`, { description: 'x'.repeat(1_000_000) })], nextCursor: `${at}x` }),
      'limit_exceeded',
    ],
  ];
  for (const [what, pages, because] of refused)
    it(`refuses ${what}`, async () => {
      expect(await listed(pages)).equal(because);
    });
});
