import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { authorizeCall, RevocationView, revocationsFromWire, sessionFromWire } from '@govgate/domain';
import { expect } from 'chai';
import fc from 'fast-check';
import { after, before, describe, it } from 'mocha';
import { policy } from '../../../../examples/embed-domain/src/policy.js';
import { recordedAnswers } from '../../../../examples/embed-domain/src/recorded-answers.js';
import { AGENT_RECORDS } from '../testing/samples/agent-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;
const EXAMPLE = fileURLToPath(new URL('../../../../examples/embed-domain/src/main.ts', import.meta.url));

const PATHS = {
  policy: `/v1/policies/pv_refunds?${SCOPE}`,
  session: `/v1/sessions/sess_refunds?${SCOPE}`,
  feed: `/v1/revocations?${SCOPE}&after=0`,
};

/** The shape of an answer: its members, and their types. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
};

describe('a gateway that embeds the domain', () => {
  let service: TestService;
  let tokens: Tokens;

  const answered = async (path: string): Promise<unknown> =>
    (await service.call(path, { token: tokens.admin })).json;

  const example = async (): Promise<string[]> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--conditions=@govgate/source', EXAMPLE],
      {
        env: {
          ...process.env,
          GOVGATE_URL: service.url,
          GOVGATE_TOKEN: tokens.admin,
          GOVGATE_SCOPE: SCOPE,
          GOVGATE_POLICY_VERSION: 'pv_refunds',
          GOVGATE_SESSION: 'sess_refunds',
        },
      },
    );
    return stdout.trim().split('\n').slice(-2);
  };

  before(async () => {
    service = await startTestService({ on: 'sqlite' });
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, AGENT_RECORDS);
    const token = tokens.admin;
    const owner = { user_id: 'ada', team: 'payments' };
    const created = await service.call(`/v1/policies?${SCOPE}`, {
      token,
      body: { policy_version: 'pv_refunds', owner, body: policy },
    });
    const { manifest_hash } = created.json;
    await service.call(`/v1/policies/pv_refunds/publish?${SCOPE}`, {
      token,
      body: { manifest_hash, reason_code: 'go_live' },
    });
    const body = {
      user_id: 'vic',
      agent_id: 'agent_active',
      state: 'active',
      backend_session_ids: ['backend_1'],
    };
    await service.call(PATHS.session, { token, method: 'PUT', body });
    // So that the feed is not empty: somebody else's session ends.
    await service.call(`/v1/sessions/sess_other?${SCOPE}`, { token, method: 'PUT', body });
    await service.call(`/v1/sessions/sess_other/terminate?${SCOPE}`, {
      token,
      body: { reason_code: 'incident' },
    });
  });

  after(() => service.stop());

  it('gets the recorded shape from a running service', async () => {
    for (const path of Object.values(PATHS))
      expect(shapeOf(recordedAnswers[path]), path).to.deep.equal(shapeOf(await answered(path)));
  });

  it('allows nothing before it has read the feed, and nothing revoked', async () => {
    expect(await example()).to.deep.equal([
      'on a session, before the feed is read: denied (feed_stale)',
      'on a session, with the feed: allow (sales_may_use_crm)',
    ]);
    await service.call(`/v1/agents/agent_active/disable?${SCOPE}`, {
      token: tokens.admin,
      body: { reason_code: 'incident' },
    });
    expect(await example()).to.deep.equal([
      'on a session, before the feed is read: denied (feed_stale)',
      'on a session, with the feed: denied (revoked)',
    ]);
  });

  it('never allows more by an answer that lost a member or a name on its way', async () => {
    const session = await answered(PATHS.session);
    const feed = await answered(PATHS.feed);
    const allows = (ofSession: unknown, ofFeed: unknown): boolean => {
      const revocations = new RevocationView();
      try {
        revocations.apply(revocationsFromWire(ofFeed));
        return authorizeCall({ session: sessionFromWire(ofSession), revocations, feedAgeSeconds: 0 }).allowed;
      } catch {
        return false;
      }
    };
    expect(allows(session, feed)).to.equal(false);
    const camel = (key: string): string =>
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const spoil = (answer: unknown, name: string, how: (key: string) => string | undefined): unknown =>
      JSON.parse(JSON.stringify(answer), function (this: unknown, key: string, value: unknown) {
        if (key !== name) return value;
        const renamed = how(key);
        if (renamed !== undefined) (this as Record<string, unknown>)[renamed] = value;
        return undefined;
      });
    const names = (answer: unknown): string[] =>
      [...JSON.stringify(answer).matchAll(/"([a-z_]+)":/g)].map(([, name]) => name as string);
    const change = fc.constantFrom<(key: string) => string | undefined>(
      () => undefined,
      camel,
      (key) => `${key}s`,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...names(session)),
        fc.constantFrom(...names(feed)),
        change,
        change,
        (a, b, howA, howB) => {
          expect(allows(spoil(session, a, howA), spoil(feed, b, howB))).to.equal(false);
          expect(allows(session, spoil(feed, b, howB))).to.equal(false);
          expect(allows(spoil(session, a, howA), feed)).to.equal(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});
