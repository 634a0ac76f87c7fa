import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLive } from '@govgate/domain/internal';
import { apiTokenKind, clientSessionKind } from '@govgate/ports';
import { expect } from 'chai';
import { sampleToken } from '../testing/samples/account-samples.js';
import { sampleSession } from '../testing/samples/session-samples.js';
import { onEveryStore } from '../testing/stores/on-every-store.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { putUser } from '../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const why = { reason_code: 'left_company' };
const UNLIMITED = { GOVGATE_RATE_WRITES_PER_MINUTE: '0', GOVGATE_RATE_READS_PER_MINUTE: '0' };
/** The most that a user can have open: one account may have a thousand tokens. */
const MOST = { sessions: 3_000, tokens: 1_000 };
// SecantusDB writes some hundred documents a second, and a commit must end in time.
const MOST_ON_SECANTUSDB = { sessions: 250, tokens: 50 };

/** Records that the world gets in one commit; both counts are multiples of it. */
const TOGETHER = 50;

const codes = (answers: readonly Answered[]): string[] =>
  answers.map(({ status, json }) => (status < 300 ? 'ok' : json.reasonCode)).sort();

onEveryStore('people over the API', (start, on) => {
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async function () {
    this.timeout(60_000);
    service = await start({ settings: UNLIMITED });
    tokens = await makeWorld(service.ports);
  });

  afterEach(() => service.stop());

  const post = (path: string, body: unknown = why, token: string = tokens.admin): Promise<Answered> =>
    service.call(path, { method: 'POST', token, body });

  const forVic = { subject: { subject_type: 'user', subject_id: 'vic' } };

  const isSecantusDb = on === 'mongo' && process.env.GOVGATE_TEST_MONGO_KIND === 'secantusdb';
  const many = isSecantusDb ? MOST_ON_SECANTUSDB : MOST;

  it(`disables a user of ${many.sessions} live sessions and ${many.tokens} tokens in one call, and records each`, async function () {
    this.timeout(120_000);
    for (let made = 0; made < many.sessions; made += TOGETHER)
      await putRecords(
        service.ports,
        TENANT,
        Array.from({ length: TOGETHER }, (_, i) => ({
          kind: clientSessionKind,
          record: { ...sampleSession(`s_${made + i}`), userId: 'vic' },
        })),
      );
    for (let made = 0; made < many.tokens; made += TOGETHER)
      await putRecords(
        service.ports,
        TENANT,
        Array.from({ length: TOGETHER }, (_, i) => ({
          kind: apiTokenKind,
          record: { ...sampleToken, tokenId: `VicToken${made + i}`, subjectId: 'vic' },
        })),
      );
    const live = () =>
      service.store.records.count(
        clientSessionKind,
        { tenantId: TENANT, environmentId: PRODUCTION },
        { is: { userId: 'vic', live: 1 } },
      );
    const began = performance.now();
    const answer = await post('/v1/users/vic/disable');
    const took = Math.round(performance.now() - began);
    expect(answer.status, `${answer.text} after ${took} ms`).to.equal(200);
    const scope = { tenantId: TENANT, environmentId: PRODUCTION };
    const tokensOfVic = '/v1/api-tokens?subject_id=vic&status=active';
    const left = await service.call(tokensOfVic, { token: tokens.admin });
    expect(left.json.page.total_count).to.equal(0);
    // On a slow store a call does not reach the end of them.
    for (let asked = 0; asked < 20 && (await live()) > 0; asked += 1) await post('/v1/users/vic/disable');
    const where = { is: { userId: 'vic' } };
    const page = await service.store.records.page(clientSessionKind, scope, { where, limit: 5_000 });
    expect([page.items.length, page.items.filter(({ record }) => isLive(record.state)).length]).to.deep.equal(
      [many.sessions, 0],
    );
    const filter = { eventType: 'session.terminated' } as const;
    const reported = await service.store.auditTrail.page(TENANT, { filter, direction: 'asc', limit: 5_000 });
    expect(reported.items.length).to.equal(many.sessions);
    if (process.env.GOVGATE_TELL_TIMES) console.log(`    ${many.sessions} sessions: ${took} ms`);
  });

  it('keeps one of two administrators who disable each other at once', async function () {
    this.timeout(60_000);
    const answers = await Promise.all([
      post('/v1/users/bea/disable', why, tokens.admin),
      post('/v1/users/ada/disable', why, tokens.second),
    ]);
    // The second one was already disabled, or is the last one.
    expect(codes(answers).filter((code) => code === 'ok').length).to.equal(1);
    const left = await Promise.all(
      [tokens.admin, tokens.second].map((token) => service.call('/v1/identity/me', { token })),
    );
    expect(left.map(({ status }) => status).sort()).to.deep.equal([200, 401]);
  });

  it('leaves no valid token after fifty concurrent calls that end in a disable', async function () {
    this.timeout(120_000);
    const token = () => post('/v1/api-tokens', { ...forVic, limited_to: { permissions: ['policy.read'] } });
    // On a slow store all of the others may arrive while the user is disabled.
    const first = (await token()).json.token;
    const calls = Array.from({ length: 50 }, (_, i) =>
      i % 3 === 0 ? post('/v1/users/vic/disable') : i % 3 === 1 ? post('/v1/users/vic/enable') : token(),
    );
    const answers = await Promise.all(calls);
    for (const { status, json, text } of answers)
      expect(status < 300 || ['invalid_state', 'conflict'].includes(json.reasonCode), text).to.equal(true);
    expect((await post('/v1/users/vic/disable')).status).to.equal(200);
    expect((await post('/v1/users/vic/enable')).status).to.equal(200);
    const made = answers.flatMap(({ json }) => (json.token === undefined ? [] : [json.token as string]));
    for (const ended of [first, ...made, tokens.viewer])
      expect((await service.call('/v1/identity/me', { token: ended })).status).to.equal(401);
    const list = await service.call('/v1/api-tokens?subject_id=vic&status=active', { token: tokens.admin });
    expect(list.json.page.total_count).to.equal(0);
  });

  it('refuses what would grant a manager more than they have', async () => {
    const manager = await putUser(service.ports, 'man', { role: 'security_admin' });
    const requests = [
      { subject: { subject_type: 'user', subject_id: 'ada' } },
      { ...forVic, limited_to: { permissions: ['mcp_server.register'] } },
    ];
    for (const body of requests)
      expect((await post('/v1/api-tokens', body, manager)).json.reasonCode).to.equal('exceeds_grantor');
    const own = { subject: { subject_type: 'user', subject_id: 'man' } };
    const narrow = { ...own, limited_to: { permissions: ['local_identity.manage'] } };
    const narrowed = (await post('/v1/api-tokens', narrow, manager)).json.token;
    const grown = { ...own, limited_to: { permissions: ['policy.publish'] } };
    expect((await post('/v1/api-tokens', grown, narrowed)).json.reasonCode).to.equal('exceeds_grantor');
    expect((await post('/v1/api-tokens', own, narrowed)).json.limited_to.permissions).to.deep.equal([
      'local_identity.manage',
    ]);
  });
});

describe('a disabled user', () => {
  it('is refused with the next call by every process', async function () {
    this.timeout(60_000);
    const folder = mkdtempSync(join(tmpdir(), 'govgate-people-'));
    const settings = { GOVGATE_DATA: folder };
    const here = await startTestService({ on: 'sqlite', settings });
    const there = await startTestService({ on: 'sqlite', settings });
    try {
      const tokens = await makeWorld(here.ports);
      const me = () =>
        Promise.all([here, there].map(({ call }) => call('/v1/identity/me', { token: tokens.viewer })));
      expect((await me()).map(({ status }) => status)).to.deep.equal([200, 200]);
      const request = { method: 'POST', token: tokens.admin, body: why };
      expect((await here.call('/v1/users/vic/disable', request)).status).to.equal(200);
      expect((await me()).map(({ json }) => json.reasonCode)).to.deep.equal([
        'token_invalid',
        'token_invalid',
      ]);
    } finally {
      await here.stop();
      await there.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
