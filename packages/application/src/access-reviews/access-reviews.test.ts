import { type AccessReview, type ApiToken, addSeconds, type CredentialBinding } from '@govgate/domain';
import {
  accessReviewItemKind,
  accessReviewKind,
  apiTokenKind,
  credentialBindingKind,
  groupKind,
  roleBindingKind,
  serviceAccountKind,
} from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeReadOverview } from '../overview/read-overview.js';
import {
  answerOf,
  type Bench,
  binding,
  group,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeCancelAccessReview } from './cancel-access-review.js';
import { makeConductAccessReviews } from './conduct-access-reviews.js';
import { type GivenDecision, makeDecideReviewItems } from './decide-review-items.js';
import { makeListAccessReviews } from './list-access-reviews.js';
import { makeListReviewItems } from './list-review-items.js';
import { makeOpenAccessReview, type OpenAccessReviewInput } from './open-access-review.js';
import { makeReadAccessReview } from './read-access-review.js';
import { makeReportAccessReview } from './report-access-review.js';

const DAY = 86_400;
const WHY = { reasonCode: 'quarterly' };
const GO_ON = { aborted: false };
const JOB = {
  job: 'conduct_access_reviews',
  jobId: 'x',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};

const draft = (over: Partial<OpenAccessReviewInput> = {}): OpenAccessReviewInput => ({
  tenantId: TENANT,
  name: 'Spring 2026',
  environmentId: null,
  kinds: ['role_binding', 'api_token', 'service_account', 'credential_binding'],
  reviewers: [{ subjectType: 'user', subjectId: 'bob' }],
  dueAt: addSeconds(START, 10 * DAY),
  whenUnanswered: 'revoke',
  ...over,
});

const token = (tokenId: string, over: Partial<ApiToken> = {}): ApiToken => ({
  tokenId,
  tenantId: TENANT,
  subjectType: 'user',
  subjectId: 'eve',
  secretHash: 'h',
  environmentIds: [PRODUCTION],
  permissions: ['policy.read'],
  createdBy: 'cli',
  madeBy: [],
  ancestors: [],
  createdAt: START,
  expiresAt: null,
  revokedBy: null,
  revokedAt: null,
  ...over,
});

const credential = {
  credentialBindingId: 'cred_1',
  ...PROD_SCOPE,
  allowedEnvironmentIds: [PRODUCTION],
  owner: { team: 'payments', userId: 'eve', escalationContact: '', oncallRotation: '' },
  source: { sourceType: 'mcp_server', sourceId: 'srv_crm' },
  approvalStatus: 'approved',
  lifecycleState: 'active',
  rotation: {
    versionRef: 'v1',
    lastRotatedAt: START,
    nextRotationDueAt: '',
    rotationWithoutServerChange: true,
  },
} as unknown as CredentialBinding;

/** One grant of each kind beside ada's own, who administers the tenant. */
const world = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.put(
    roleBindingKind,
    binding({ bindingId: 'rb_ada', role: 'security_admin' }),
    binding({
      bindingId: 'rb_eve',
      subject: { subjectType: 'user', subjectId: 'eve' },
      scope: { scopeType: 'environment', environmentId: PRODUCTION },
    }),
    binding({ bindingId: 'rb_gone', disabledAt: START, disabledBy: 'ada' }),
  );
  await bench.put(apiTokenKind, token('tok_eve'), token('tok_gone', { revokedAt: START, revokedBy: 'ada' }));
  await bench.put(serviceAccountKind, {
    serviceAccountId: 'ci',
    tenantId: TENANT,
    displayName: 'Builds',
    disabledAt: null,
  });
  await bench.put(credentialBindingKind, credential);
  return bench;
};

const conduct = (bench: Bench) => makeConductAccessReviews(bench.ports)(JOB, GO_ON);

const open = async (bench: Bench, over: Partial<OpenAccessReviewInput> = {}) => {
  const { accessReviewId } = answerOf(
    await makeOpenAccessReview(bench.ports)(await bench.as('ada'), draft(over)),
  );
  await conduct(bench);
  return { tenantId: TENANT, accessReviewId };
};

type Ref = Awaited<ReturnType<typeof open>>;

const itemsOf = async (bench: Bench, ref: Ref, by = 'bob') =>
  answerOf(await makeListReviewItems(bench.ports)(await bench.as(by), { ...ref, filters: {}, limit: 200 }))
    .items;

const decide = async (
  bench: Bench,
  ref: Ref,
  given: Readonly<Record<string, GivenDecision['decision']>>,
  by = 'bob',
) => {
  const items = await itemsOf(bench, ref, 'ada');
  const idOf = (resourceId: string) =>
    items.find((item) => item.resourceId === resourceId)?.itemId ?? resourceId;
  const decisions = Object.entries(given).map(([id, decision]) => ({ itemId: idOf(id), decision, ...WHY }));
  return makeDecideReviewItems(bench.ports)(await bench.as(by), { ...ref, decisions });
};

const decisionsOf = async (bench: Bench, ref: Ref) =>
  Object.fromEntries(
    (await itemsOf(bench, ref, 'ada')).map(({ resourceId, decision, decidedBy, reasonCode }) => [
      resourceId,
      [decision, decidedBy, reasonCode].filter((one) => one !== null).join(' '),
    ]),
  );

const eventsOf = async (bench: Bench) => (await bench.events()).filter((type) => !type.startsWith('tenant.'));

const stored = async (bench: Bench, { accessReviewId }: Ref) =>
  (await bench.store.records.get(accessReviewKind, { tenantId: TENANT }, accessReviewId))
    ?.record as AccessReview;

describe('an access review', () => {
  it('lists each grant in force, takes the decisions of its reviewers, and ends what they revoke', async () => {
    const bench = await world();
    const ref = await open(bench);
    const items = await itemsOf(bench, ref);
    expect(
      items.map(({ kind, resourceId, environmentId, subject, access }) => [
        kind,
        resourceId,
        environmentId,
        `${subject.subjectType} ${subject.subjectId}`,
        access,
      ]),
    ).to.deep.equal([
      ['role_binding', 'rb_ada', null, 'user ada', 'security_admin (tenant)'],
      ['role_binding', 'rb_eve', null, 'user eve', 'viewer (environment production)'],
      ['api_token', 'tok_eve', null, 'user eve', 'policy.read in production'],
      ['service_account', 'ci', null, 'service_account ci', 'signing in as Builds'],
      ['credential_binding', 'cred_1', 'production', 'user eve', 'calling mcp_server srv_crm'],
    ]);
    const decided = answerOf(
      await decide(bench, ref, {
        rb_ada: 'keep',
        rb_eve: 'revoke',
        tok_eve: 'revoke',
        ci: 'revoke',
        cred_1: 'revoke',
      }),
    );
    expect(decided.items.map(({ decision, decidedBy }) => [decision, decidedBy])).to.deep.equal([
      ['keep', 'bob'],
      ...Array.from({ length: 4 }, () => ['revoke', 'bob']),
    ]);
    expect(await eventsOf(bench)).to.deep.equal([
      'access_review.opened',
      ...Array.from({ length: 5 }, () => 'access_review.listed'),
      'access_review.decided',
      ...[
        'role_binding.disabled',
        'api_token.revoked',
        'service_account.disabled',
        'credential_binding.revoked',
      ].flatMap((type) => ['access_review.decided', type]),
    ]);
    const read = answerOf(await makeReadAccessReview(bench.ports)(await bench.as('bob'), ref));
    expect([read.status, read.progress, read.permissions.allowedActions]).to.deep.equal([
      'open',
      { undecided: 0, kept: 1, revoked: 4 },
      ['decide', 'read'],
    ]);
    bench.clock.advance(10 * DAY * 1000);
    await conduct(bench);
    expect((await stored(bench, ref)).status).to.equal('closed');
  });

  it('counts what has ended as revoked, and revokes nothing twice', async () => {
    const bench = await world();
    const ref = await open(bench);
    answerOf(await decide(bench, ref, { rb_eve: 'revoke', tok_eve: 'revoke' }));
    const again = await open(bench);
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_late' }));
    const before = await eventsOf(bench);
    answerOf(await decide(bench, ref, { rb_eve: 'revoke', tok_eve: 'revoke' }));
    expect(await eventsOf(bench)).to.deep.equal(before);
    expect((await itemsOf(bench, again)).map(({ resourceId }) => resourceId)).to.deep.equal([
      'rb_ada',
      'ci',
      'cred_1',
    ]);
    answerOf(await decide(bench, ref, { ci: 'revoke' }));
    answerOf(await decide(bench, again, { ci: 'revoke' }));
    const ended = (await eventsOf(bench)).filter((type) => type === 'service_account.disabled');
    expect([ended.length, (await decisionsOf(bench, again)).ci]).to.deep.equal([1, 'revoke bob quarterly']);
  });

  it('lets what was kept be revoked until it closes, and what was revoked stay so', async () => {
    const bench = await world();
    const ref = await open(bench);
    answerOf(await decide(bench, ref, { rb_eve: 'keep' }));
    answerOf(await decide(bench, ref, { rb_eve: 'revoke' }));
    expect(refusalOf(await decide(bench, ref, { rb_eve: 'keep' }))).to.equal(
      'invalid_state decisions.0.item_id',
    );
  });

  it('never lets anybody decide on themselves: by group, by service account, by any of their tokens', async () => {
    const bench = await world();
    await bench.put(groupKind, group('reviewers', ['bob', 'eve']));
    await bench.put(
      roleBindingKind,
      binding({ bindingId: 'rb_group', subject: { subjectType: 'group', subjectId: 'reviewers' } }),
    );
    await bench.put(
      apiTokenKind,
      token('tok_ci', { subjectType: 'service_account', subjectId: 'ci', madeBy: ['eve'] }),
    );
    const ref = await open(bench, { reviewers: [{ subjectType: 'group', subjectId: 'reviewers' }] });
    for (const id of ['rb_eve', 'rb_group', 'tok_eve', 'tok_ci', 'ci', 'cred_1'])
      for (const decision of ['keep', 'revoke'] as const)
        expect([id, refusalOf(await decide(bench, ref, { [id]: decision }, 'eve'))]).to.deep.equal([
          id,
          'self_approval_forbidden decisions.0.item_id',
        ]);
    expect(refusalOf(await decide(bench, ref, { rb_ada: 'keep' }, 'ada'))).to.equal(
      'self_approval_forbidden decisions.0.item_id',
    );
    expect(refusalOf(await decide(bench, ref, { rb_ada: 'keep' }, 'eve'))).to.equal('ok');
  });

  it('says on each item what the caller may decide: nothing on grants of their own, and no more than is still open', async () => {
    const bench = await world();
    await bench.grant('eve', 'viewer');
    const ref = await open(bench);
    const decided = answerOf(await decide(bench, ref, { ci: 'revoke', tok_eve: 'keep' }));
    const allowedIn = (items: typeof decided.items) =>
      Object.fromEntries(
        items.map(({ resourceId, permissions }) => [resourceId, permissions.allowedActions.join(' ')]),
      );
    expect(allowedIn(decided.items)).to.deep.equal({ ci: '', tok_eve: 'revoke' });
    const all = {
      rb_ada: 'keep revoke',
      rb_eve: 'keep revoke',
      cred_1: 'keep revoke',
      ci: '',
      tok_eve: 'revoke',
    };
    const allowedTo = async (by: string) => {
      const shown = Object.entries(allowedIn(await itemsOf(bench, ref, by)));
      return Object.fromEntries(shown.filter(([id]) => id in all));
    };
    expect(await allowedTo('bob')).to.deep.equal(all);
    expect(await allowedTo('ada')).to.deep.equal({ ...all, rb_ada: '' });
    // Who may only read it decides nothing.
    expect(new Set(Object.values(await allowedTo('eve')))).to.deep.equal(new Set(['']));
    answerOf(await makeCancelAccessReview(bench.ports)(await bench.as('ada'), { ...ref, ...WHY }));
    expect(new Set(Object.values(await allowedTo('bob')))).to.deep.equal(new Set(['']));
  });

  it('does not wait for the holder of all that is undecided', async () => {
    const bench = await world();
    await bench.grant('bob', 'auditor');
    const reviewers = ['bob', 'eve'].map((subjectId) => ({ subjectType: 'user', subjectId }) as const);
    await open(bench, { kinds: ['api_token'], reviewers });
    const waitingFor = async (by: string) => {
      const read = makeReadOverview(bench.ports);
      const { waiting } = answerOf(await read(await bench.as(by), { scope: PROD_SCOPE }));
      return waiting.find(({ kind }) => kind === 'access_review')?.count;
    };
    expect(await waitingFor('bob')).to.equal(1);
    expect(await waitingFor('eve')).to.equal(0);
  });

  it('waits for whoever may decide until nothing is undecided, and for nobody in another environment', async () => {
    const bench = await world();
    await bench.grant('bob', 'auditor');
    const ref = await open(bench, { environmentId: PRODUCTION, kinds: ['credential_binding'] });
    const waiting = async (by: string, environmentId = PRODUCTION) => {
      const request = { scope: { tenantId: TENANT, environmentId } };
      const overview = answerOf(await makeReadOverview(bench.ports)(await bench.as(by), request));
      return overview.waiting.find(({ kind }) => kind === 'access_review');
    };
    const nothing = {
      kind: 'access_review',
      count: 0,
      isAtLeast: false,
      oldestAt: null,
      firstExpiresAt: null,
    };
    const one = { ...nothing, count: 1, oldestAt: START, firstExpiresAt: addSeconds(START, 10 * DAY) };
    expect(await waiting('bob')).to.deep.equal(one);
    expect(await waiting('bob', 'staging')).to.deep.equal(nothing);
    expect(await waiting('eve')).to.deep.equal(nothing);
    answerOf(await decide(bench, ref, { cred_1: 'keep' }));
    expect(await waiting('bob')).to.deep.equal(nothing);
  });

  it('stops at the first decision that is refused, and keeps those before it', async () => {
    const bench = await world();
    const ref = await open(bench);
    const refused = await decide(bench, ref, { rb_eve: 'revoke', rb_ada: 'revoke', tok_eve: 'revoke' });
    expect(refusalOf(refused)).to.equal('last_security_admin decisions.1.item_id');
    expect(await decisionsOf(bench, ref)).to.deep.equal({
      rb_ada: 'none',
      rb_eve: 'revoke bob quarterly',
      tok_eve: 'none',
      ci: 'none',
      cred_1: 'none',
    });
    expect(refusalOf(await decide(bench, ref, { other: 'keep' }))).to.equal('not_found decisions.0.item_id');
  });

  it('at its end revokes what nobody decided on, but never the last administrator', async () => {
    const bench = await world();
    const ref = await open(bench);
    answerOf(await decide(bench, ref, { tok_eve: 'keep' }));
    bench.clock.advance(10 * DAY * 1000);
    await Promise.all([conduct(bench), conduct(bench)]);
    expect(await decisionsOf(bench, ref)).to.deep.equal({
      rb_ada: 'keep worker last_security_admin',
      rb_eve: 'revoke worker unanswered',
      tok_eve: 'keep bob quarterly',
      ci: 'revoke worker unanswered',
      cred_1: 'revoke worker unanswered',
    });
    const { status, closedAt } = await stored(bench, ref);
    expect([status, closedAt]).to.deep.equal(['closed', addSeconds(START, 10 * DAY)]);
    expect(refusalOf(await decide(bench, ref, { tok_eve: 'revoke' }))).to.equal(
      'invalid_state decisions.0.item_id',
    );
    const { items } = await bench.store.auditTrail.page(TENANT, {
      filter: { actorId: 'worker' },
      direction: 'asc',
      limit: 100,
    });
    expect(new Set(items.map(({ actor }) => actor.actorType))).to.deep.equal(new Set(['system']));
  });

  it('at its end is not held up by somebody who is called like the worker', async () => {
    const bench = await world();
    const subject = { subjectType: 'user', subjectId: 'worker' } as const;
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_worker', subject }));
    const ref = await open(bench);
    bench.clock.advance(10 * DAY * 1000);
    await conduct(bench);
    expect([(await stored(bench, ref)).status, (await decisionsOf(bench, ref)).rb_worker]).to.deep.equal([
      'closed',
      'revoke worker unanswered',
    ]);
  });

  it('at its end keeps what nobody decided on, if it was opened so', async () => {
    const bench = await world();
    const ref = await open(bench, { whenUnanswered: 'keep' });
    bench.clock.advance(10 * DAY * 1000);
    await conduct(bench);
    expect([
      new Set(Object.values(await decisionsOf(bench, ref))),
      (await stored(bench, ref)).status,
    ]).to.deep.equal([new Set(['none']), 'closed']);
  });

  it('reminds each reviewer after half of the time and a day before the end, while something is undecided', async () => {
    const bench = await world();
    const reviewers = ['bob', 'eve'].map((subjectId) => ({ subjectType: 'user', subjectId }) as const);
    await open(bench, { reviewers });
    const reminded = async () => {
      await Promise.all([conduct(bench), conduct(bench)]);
      const { items } = await bench.store.auditTrail.page(TENANT, {
        filter: { eventType: 'access_review.reminded' },
        direction: 'asc',
        limit: 100,
      });
      return items.map(({ relatedIds }) => relatedIds.join());
    };
    expect(await reminded()).to.deep.equal([]);
    bench.clock.advance(5 * DAY * 1000);
    expect(await reminded()).to.deep.equal(['bob', 'eve']);
    bench.clock.advance(4 * DAY * 1000);
    expect(await reminded()).to.deep.equal(['bob', 'eve', 'bob', 'eve']);
  });

  it('is cancelled with nothing more decided', async () => {
    const bench = await world();
    const ref = await open(bench);
    const cancel = async (by: string) =>
      makeCancelAccessReview(bench.ports)(await bench.as(by), { ...ref, ...WHY });
    expect(refusalOf(await cancel('bob'))).to.equal('permission_denied');
    expect(answerOf(await cancel('ada')).status).to.equal('cancelled');
    expect(answerOf(await cancel('ada')).permissions.allowedActions).to.deep.equal(['read']);
    expect(refusalOf(await decide(bench, ref, { rb_eve: 'revoke' }))).to.equal(
      'invalid_state decisions.0.item_id',
    );
    bench.clock.advance(10 * DAY * 1000);
    await conduct(bench);
    expect((await stored(bench, ref)).status).to.equal('cancelled');
  });

  it('in an environment is about the grants there', async () => {
    const bench = await world();
    const ref = await open(bench, {
      environmentId: PRODUCTION,
      kinds: ['credential_binding', 'role_binding'],
    });
    expect((await itemsOf(bench, ref)).map(({ resourceId }) => resourceId)).to.deep.equal([
      'rb_eve',
      'cred_1',
    ]);
  });
});

describe('opening an access review', () => {
  it('takes the permission to end what it is about, in its scope', async () => {
    const bench = await world();
    await bench.grant('eve', 'platform_admin');
    await bench.grant('bob', 'security_admin', { scopeType: 'environment', environmentId: PRODUCTION });
    const refused = async (by: string, over: Partial<OpenAccessReviewInput> = {}) =>
      refusalOf(await makeOpenAccessReview(bench.ports)(await bench.as(by), draft(over)));
    const here = { environmentId: PRODUCTION, kinds: ['role_binding'] } as const;
    expect([
      await refused('eve'),
      await refused('bob'),
      await refused('bob', here),
      await refused('bob', { ...here, environmentId: 'staging' }),
      await refused('ada', { tenantId: 'umbra' }),
    ]).to.deep.equal(['permission_denied', 'permission_denied', 'ok', 'scope_forbidden', 'scope_forbidden']);
  });

  it('names what is wrong with it', async () => {
    const bench = await world();
    const refused = async (over: Partial<OpenAccessReviewInput>) =>
      refusalOf(await makeOpenAccessReview(bench.ports)(await bench.as('ada'), draft(over)));
    expect([
      await refused({ environmentId: PRODUCTION }),
      await refused({ dueAt: START }),
      await refused({ reviewers: [{ subjectType: 'group', subjectId: 'nobody' }] }),
    ]).to.deep.equal(['invalid_request kinds', 'invalid_request due_at', 'unknown_reference reviewers']);
    for (let count = 0; count < 20; count += 1) expect(await refused({})).to.equal('ok');
    expect(await refused({})).to.equal('limit_exceeded');
  });

  it('counts a reviewer who is named twice once', async () => {
    const bench = await world();
    const bob = { subjectType: 'user', subjectId: 'bob' } as const;
    const ref = await open(bench, { reviewers: [bob, bob], kinds: ['role_binding', 'role_binding'] });
    const { reviewers, kinds } = await stored(bench, ref);
    expect([reviewers, kinds]).to.deep.equal([[bob], ['role_binding']]);
  });

  it('lists thousands of grants in bounded commits, once each, however often it is killed', async () => {
    const bench = await world();
    const ids = Array.from({ length: 1_234 }, (_, index) => `rb_x${String(index).padStart(5, '0')}`);
    await bench.put(roleBindingKind, ...ids.map((bindingId) => binding({ bindingId })));
    const { accessReviewId } = answerOf(
      await makeOpenAccessReview(bench.ports)(await bench.as('ada'), draft({ kinds: ['role_binding'] })),
    );
    let commits = 0;
    let largest = 0;
    const unitOfWork: typeof bench.ports.unitOfWork = {
      ...bench.ports.unitOfWork,
      commit: async (batch) => {
        commits += 1;
        largest = Math.max(largest, batch.changes.length);
        if (commits % 3 === 0) throw new Error('killed');
        return bench.ports.unitOfWork.commit(batch);
      },
    };
    const run = () =>
      makeConductAccessReviews({ ...bench.ports, unitOfWork })(JOB, GO_ON).catch(() => undefined);
    for (let round = 0; round < 20; round += 1) await Promise.all([run(), run()]);
    const { items } = await bench.store.records.page(
      accessReviewItemKind,
      { tenantId: TENANT },
      { limit: 10_000 },
    );
    expect(items.map(({ record }) => record.resourceId).sort()).to.deep.equal(
      ['rb_ada', 'rb_eve', ...ids].sort(),
    );
    expect([(await stored(bench, { tenantId: TENANT, accessReviewId })).status, largest]).to.deep.equal([
      'open',
      101,
    ]);
  });
});

describe('who sees an access review', () => {
  it('are those who may read them, and its reviewers; to anybody else it is forbidden', async () => {
    const bench = await world();
    await bench.grant('eve', 'viewer');
    const ref = await open(bench);
    const other = await open(bench, { reviewers: [{ subjectType: 'user', subjectId: 'ada' }] });
    const seen = async (by: string, over: Parameters<Bench['as']>[1] = {}) =>
      answerOf(
        await makeListAccessReviews(bench.ports)(await bench.as(by, over), { tenantId: TENANT, limit: 10 }),
      ).items.map(({ accessReviewId }) => accessReviewId);
    expect([await seen('ada'), await seen('bob'), await seen('eve')]).to.deep.equal([
      [ref.accessReviewId, other.accessReviewId],
      [ref.accessReviewId],
      [ref.accessReviewId, other.accessReviewId],
    ]);
    // A role in one environment takes nothing away from a reviewer of the tenant's grants.
    await bench.grant('bob', 'viewer', { scopeType: 'environment', environmentId: PRODUCTION });
    const here = await open(bench, {
      environmentId: PRODUCTION,
      kinds: ['role_binding'],
      reviewers: [{ subjectType: 'user', subjectId: 'ada' }],
    });
    expect(await seen('bob')).to.deep.equal([ref.accessReviewId, here.accessReviewId]);
    const read = async (by: string, one: Ref) =>
      refusalOf(await makeReadAccessReview(bench.ports)(await bench.as(by), one));
    expect([
      await read('bob', ref),
      await read('bob', other),
      await read('bob', { ...ref, accessReviewId: 'arv_none' }),
      await read('ada', { ...ref, accessReviewId: 'arv_none' }),
      await read('ada', { ...ref, tenantId: 'umbra' }),
    ]).to.deep.equal(['ok', 'permission_denied', 'permission_denied', 'not_found', 'not_found']);
    expect(refusalOf(await decide(bench, ref, { rb_ada: 'keep' }, 'eve'))).to.equal('permission_denied');
  });

  it('are no reviewers with a token that is narrowed to something else', async () => {
    const bench = await world();
    const ref = await open(bench);
    const { principal } = await bench.as('bob');
    for (const over of [{ permissions: ['policy.read'] as const }, { narrowed: true }]) {
      const context = { ...(await bench.as('bob')), principal: { ...principal, ...over } };
      expect(refusalOf(await makeReadAccessReview(bench.ports)(context, ref))).to.equal('permission_denied');
      const listed = await makeListAccessReviews(bench.ports)(context, { tenantId: TENANT, limit: 10 });
      expect(refusalOf(listed)).to.equal('permission_denied');
    }
  });
});

describe('the report of an access review', () => {
  const written = async (format: 'markdown' | 'csv') => {
    const bench = await world();
    const ref = await open(bench, { name: '=Q1 | "all"', kinds: ['role_binding'] });
    answerOf(await decide(bench, ref, { rb_eve: 'revoke' }));
    return answerOf(await makeReportAccessReview(bench.ports)(await bench.as('bob'), { ...ref, format }))
      .content;
  };

  it('is a CSV file that no spreadsheet takes for formulas', async () => {
    const [head, ...rows] = (await written('csv')).split('\r\n');
    expect(head).to.equal(
      'access_review_id,tenant_id,environment_id,name,status,opened_by,opened_at,due_at,closed_at,when_unanswered,trail_size,trail_root,trail_signed_at,kind,environment_id,resource_id,subject_type,subject_id,access,decision,decided_by,decided_at,reason_code,reason',
    );
    expect(rows.map((row) => row.slice(row.indexOf('"\'=Q1')))).to.deep.equal([
      `"'=Q1 | ""all""",open,ada,${START},${addSeconds(START, 10 * DAY)},,revoke,0,,,role_binding,,rb_ada,user,ada,security_admin (tenant),none,,,,`,
      `"'=Q1 | ""all""",open,ada,${START},${addSeconds(START, 10 * DAY)},,revoke,0,,,role_binding,,rb_eve,user,eve,viewer (environment production),revoke,bob,${START},quarterly,`,
      '',
    ]);
  });

  it('is a Markdown document in which names are text', async () => {
    const lines = (await written('markdown')).split('\n');
    expect(lines[0]).to.equal('# Access review =Q1 \\| "all"');
    expect(lines.filter((line) => line.includes('rb\\_'))).to.deep.equal([
      '| role\\_binding |  | rb\\_ada | user | ada | security\\_admin (tenant) | none |  |  |  |  |',
      `| role\\_binding |  | rb\\_eve | user | eve | viewer (environment production) | revoke | bob | ${START} | quarterly |  |`,
    ]);
  });
});
