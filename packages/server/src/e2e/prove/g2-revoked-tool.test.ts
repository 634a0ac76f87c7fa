import { setImmediate as turn } from 'node:timers/promises';
import { createClient } from '@govgate/client';
import { expect } from 'chai';
import { makeKnown } from '../../../../../examples/data-plane/src/known.js';

const SCOPE = { tenant_id: 'acme', environment_id: 'production' };
const SETTINGS = {
  ...SCOPE,
  port: 0,
  govgate_url: 'http://127.0.0.1:1',
  data_plane_id: 'dp_1',
  servers: { srv_crm: 'http://127.0.0.1:2' },
  callers: [],
  max_age_seconds: 30,
  approval_wait_seconds: 1,
};

const serverAnswer = (eraseStatus: string) => ({
  schema_version: '1.0',
  server_id: 'srv_crm',
  ...SCOPE,
  registration_status: 'active',
  manifest: {
    tools: [
      { tool_id: 'find', name: 'find', risk_tier: 'low', gateway_status: 'approved' },
      { tool_id: 'erase', name: 'erase', risk_tier: 'high', gateway_status: eraseStatus },
    ],
  },
});

const toolRevoked = {
  revocation_id: 'rev_1',
  sequence: 1,
  ...SCOPE,
  subject_type: 'mcp_tool',
  subject_id: 'srv_crm/erase',
  effective_at: '2026-03-01T12:00:00.000Z',
  reason_code: 'tool_drift_detected',
};

/** A govgate that answers each request when the test says so. */
const heldAnswers = () => {
  const asked: { readonly path: string; readonly answer: (body: unknown) => void }[] = [];
  const govgate = createClient({
    baseUrl: SETTINGS.govgate_url,
    fetch: (url) =>
      new Promise((resolve) =>
        asked.push({
          path: new URL(url).pathname,
          answer: (body) => resolve(new Response(JSON.stringify(body), { headers: { etag: '"1"' } })),
        }),
      ),
  });
  const next = async (start: string) => {
    for (;;) {
      const at = asked.findIndex(({ path }) => path.startsWith(start));
      const [found] = at < 0 ? [] : asked.splice(at, 1);
      if (found !== undefined) return found;
      await turn();
    }
  };
  return { govgate, next };
};

/** Long enough for an available answer to be read. */
const read = async (): Promise<void> => {
  for (let turns = 0; turns < 10; turns += 1) await turn();
};

describe('G2: a gateway that learns of a revoked tool', () => {
  it('closes that tool at once, although an older answer of the registry arrives later, until a newer one opens it', async () => {
    const { govgate, next } = heldAnswers();
    const known = makeKnown(govgate, SETTINGS, () => undefined);
    const callable = () => known.tools('srv_crm')?.flatMap((tool) => (tool.callable ? [tool.toolId] : []));
    known.follow();
    expect(callable()).to.equal(undefined);
    const registry = '/v1/mcp-servers/srv_crm';
    (await next(registry)).answer(serverAnswer('approved'));
    while (callable() === undefined) await turn();
    expect(callable()).to.deep.equal(['find', 'erase']);

    (await next('/v1/revocations')).answer({ schema_version: '1.0', items: [toolRevoked], last_sequence: 1 });
    const asAfterwards = await next(registry);
    expect(callable()).to.deep.equal(['find']);
    asAfterwards.answer(serverAnswer('changed'));
    await read();
    expect(callable()).to.deep.equal(['find']);
  }).timeout(90_000);

  it('keeps it closed when the answer was requested before the revocation was received', async () => {
    const { govgate, next } = heldAnswers();
    const known = makeKnown(govgate, { ...SETTINGS, max_age_seconds: 0.3 }, () => undefined);
    const callable = () => known.tools('srv_crm')?.flatMap((tool) => (tool.callable ? [tool.toolId] : []));
    known.follow();
    const registry = '/v1/mcp-servers/srv_crm';
    (await next(registry)).answer(serverAnswer('approved'));
    // Requested again after a tenth of a second, and answered late.
    const late = await next(registry);
    (await next('/v1/revocations')).answer({ schema_version: '1.0', items: [toolRevoked], last_sequence: 1 });
    const asAfterwards = await next(registry);
    late.answer(serverAnswer('approved'));
    await read();
    expect(callable()).to.not.include('erase');
    asAfterwards.answer(serverAnswer('approved'));
    await read();
    expect(callable()).to.include('erase');
  }).timeout(90_000);
});
