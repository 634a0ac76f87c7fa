import type { ApiToken, ClientSession } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import {
  apiTokenKind,
  clientSessionKind,
  groupKind,
  PortUnavailable,
  roleBindingKind,
  serviceAccountKind,
  type UnitOfWork,
  userKind,
} from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeDisableRoleBinding } from '../role-bindings/disable-role-binding.js';
import {
  answerOf,
  type Bench,
  binding,
  FOREIGN,
  group,
  makeBench,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeEnableUser, makeUpdateUser } from './change-account.js';
import { makeCreateServiceAccount, makeCreateUser } from './create-account.js';
import { makeDisableServiceAccount, makeDisableUser } from './disable-account.js';
import { makeListUsers } from './list-accounts.js';
import { makeReadUser } from './read-account.js';

const ref = (accountId: string, tenantId = TENANT) => ({ tenantId, accountId });
const why = (accountId: string) => ({ ...ref(accountId), reasonCode: 'left', reason: undefined });

const session = (clientSessionId: string, over: Partial<ClientSession> = {}): ClientSession => ({
  ...PROD_SCOPE,
  clientSessionId,
  userId: 'eve',
  agentId: null,
  clientSurfaceId: null,
  state: 'active',
  backendSessionIds: [],
  credentialBindingIds: [],
  createdAt: START,
  lastSeenAt: START,
  revocationId: null,
  ...over,
});

const token = (tokenId: string, over: Partial<ApiToken> = {}): ApiToken => ({
  tokenId,
  tenantId: TENANT,
  subjectType: 'user',
  subjectId: 'eve',
  secretHash: 'x',
  environmentIds: null,
  permissions: null,
  createdBy: 'cli',
  madeBy: [],
  ancestors: [],
  createdAt: START,
  expiresAt: null,
  revokedBy: null,
  revokedAt: null,
  ...over,
});

const adminBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  return bench;
};

const statusOf = async (bench: Bench, userId: string): Promise<string> => {
  const stored = await bench.store.records.get(userKind, { tenantId: TENANT }, userId);
  return stored?.record.disabledAt == null ? 'active' : 'disabled';
};

describe('users', () => {
  it('are created with any id that an identity provider issues, and list the allowed actions', async () => {
    const bench = await adminBench();
    const create = makeCreateUser(bench.ports);
    const made = answerOf(await create(await bench.as('ada'), { ...ref('auth0|1234'), displayName: 'Noor' }));
    expect(made).to.deep.equal({
      schemaVersion: '1.0',
      accountId: 'auth0|1234',
      tenantId: TENANT,
      displayName: 'Noor',
      status: 'active',
      disabledAt: null,
      externalId: null,
      etag: '"1"',
      tag: '1',
      permissions: {
        resourceType: 'local_identity',
        resourceId: 'auth0|1234',
        allowedActions: ['disable', 'read', 'update'],
      },
    });
    expect(answerOf(await makeReadUser(bench.ports)(await bench.as('ada'), ref('auth0|1234')))).to.deep.equal(
      made,
    );
    expect(await bench.events()).to.deep.equal(['user.created']);
  });

  it('are not created twice, under the bootstrap token’s name, or without permission', async () => {
    const bench = await adminBench();
    await bench.grant('bob', 'platform_admin');
    const create = makeCreateUser(bench.ports);
    const made = async (by: string, accountId: string, tenantId = TENANT) =>
      refusalOf(await create(await bench.as(by), { ...ref(accountId, tenantId), displayName: 'X' }));
    expect(await made('ada', 'bob')).to.equal('already_exists user_id');
    expect(await made('ada', 'bootstrap-admin')).to.equal('already_exists user_id');
    expect(await made('bob', 'new')).to.equal('permission_denied');
    expect(await made('ada', 'new', FOREIGN)).to.equal('scope_forbidden');
    expect(await bench.events()).to.deep.equal([]);
  });

  it('are listed by id and by status, page by page', async () => {
    const bench = await adminBench();
    await bench.put(userKind, userOf('gus', { displayName: 'Gus', disabledAt: START }));
    const list = makeListUsers(bench.ports);
    const ada = await bench.as('ada');
    const first = answerOf(await list(ada, { tenantId: TENANT, status: 'active', limit: 2 }));
    const cursor = first.page.nextCursor;
    const second = answerOf(await list(ada, { tenantId: TENANT, status: 'active', limit: 2, cursor }));
    const ids = [...first.items, ...second.items].map(({ accountId }) => accountId);
    expect([ids, first.page.totalCount]).to.deep.equal([['ada', 'bob', 'eve'], 3]);
    const other = await list(ada, { tenantId: TENANT, status: 'disabled', limit: 2, cursor });
    expect(refusalOf(other)).to.equal('invalid_cursor cursor');
    expect(refusalOf(await list(await bench.as('eve'), { tenantId: TENANT, limit: 2 }))).to.equal(
      'permission_denied',
    );
  });

  it('answer alike whether foreign or absent', async () => {
    const bench = await adminBench();
    const read = makeReadUser(bench.ports);
    const ada = await bench.as('ada');
    expect(refusalOf(await read(ada, ref('none')))).to.equal('not_found');
    expect(refusalOf(await read(ada, ref('fay', FOREIGN)))).to.equal('not_found');
    expect(refusalOf(await read(await bench.as('eve'), ref('none')))).to.equal('permission_denied');
  });

  it('are changed only from the state that the caller saw', async () => {
    const bench = await adminBench();
    const update = makeUpdateUser(bench.ports);
    const input = { ...ref('bob'), displayName: 'Robert' };
    expect(refusalOf(await update(await bench.as('ada', { ifMatch: ['9'] }), input))).to.equal(
      'etag_mismatch',
    );
    expect(answerOf(await update(await bench.as('ada', { ifMatch: ['1'] }), input)).displayName).to.equal(
      'Robert',
    );
    await update(await bench.as('ada'), input);
    expect(await bench.events()).to.deep.equal(['user.updated']);
  });
});

describe('disabling a user', () => {
  const withOpen = async (): Promise<Bench> => {
    const bench = await adminBench();
    await bench.put(
      clientSessionKind,
      session('s_live'),
      session('s_staging', { environmentId: STAGING, state: 'idle' }),
      session('s_over', { state: 'expired' }),
      session('s_other', { userId: 'bob' }),
    );
    await bench.put(
      apiTokenKind,
      token('t1'),
      token('t2', { expiresAt: '2026-02-01T00:00:00.000Z' }),
      token('t3', { subjectId: 'bob' }),
      token('t4', { tenantId: FOREIGN }),
    );
    return bench;
  };

  it('ends everything they have open in one commit, and fences what the service does not know about', async () => {
    const bench = await withOpen();
    const answer = answerOf(await makeDisableUser(bench.ports)(await bench.as('ada'), why('eve')));
    expect([answer.status, answer.permissions.allowedActions]).to.deep.equal([
      'disabled',
      ['enable', 'read', 'update'],
    ]);
    const feed = await Promise.all(
      [PRODUCTION, STAGING].map((environmentId) =>
        bench.store.revocations.after({ tenantId: TENANT, environmentId }, 0, 10),
      ),
    );
    const fences = feed.flat();
    expect(
      fences.map(({ subjectType, subjectId, reasonCode }) => [subjectType, subjectId, reasonCode]),
    ).to.deep.equal([
      ['user', 'eve', 'left'],
      ['user', 'eve', 'left'],
    ]);
    const states = await Promise.all(
      ['s_live', 's_over', 's_other'].map(
        async (id) => (await bench.store.records.get(clientSessionKind, PROD_SCOPE, id))?.record,
      ),
    );
    expect(states.map((record) => [record?.state, record?.revocationId])).to.deep.equal([
      ['terminated', fences[0]?.revocationId],
      ['expired', null],
      ['active', null],
    ]);
    const tokens = await bench.store.records.getMany(apiTokenKind, { installation: true }, [
      't1',
      't2',
      't3',
      't4',
    ]);
    const revoked = tokens.filter(({ record }) => record.revokedAt !== null);
    expect(revoked.map(({ record }) => [record.tokenId, record.revokedBy])).to.deep.equal([['t1', 'ada']]);
    expect(await bench.events()).to.deep.equal([
      'user.disabled',
      'api_token.revoked',
      'session.terminated',
      'session.terminated',
    ]);
  });

  it('changes nothing when repeated, and ends what an import left open', async () => {
    const bench = await withOpen();
    await bench.put(userKind, userOf('eve', { disabledAt: START }));
    const disable = makeDisableUser(bench.ports);
    for (let i = 0; i < 2; i += 1) answerOf(await disable(await bench.as('ada'), why('eve')));
    expect(await bench.events()).to.deep.equal([
      'api_token.revoked',
      'session.terminated',
      'session.terminated',
    ]);
  });

  it('ends every session on a store that takes 15 ms a record and refuses what takes 4 s', async () => {
    const bench = await adminBench();
    const open = Array.from({ length: 400 }, (_, i) => session(`s_${i}`));
    await bench.put(clientSessionKind, ...open);
    const commit: UnitOfWork['commit'] = async (batch) => {
      const took = 15 * (batch.changes.length + (batch.audit?.length ?? 0));
      bench.clock.advance(Math.min(took, 4_000));
      if (took > 4_000) throw new PortUnavailable('store');
      return bench.ports.unitOfWork.commit(batch);
    };
    const disable = makeDisableUser({ ...bench.ports, unitOfWork: { ...bench.ports.unitOfWork, commit } });
    const left = () =>
      bench.store.records.count(clientSessionKind, PROD_SCOPE, { is: { userId: 'eve', live: 1 } });
    const seen = [await left()];
    for (let calls = 0; calls < 6; calls += 1) {
      answerOf(await disable(await bench.as('ada'), why('eve')));
      seen.push(await left());
    }
    const steps = seen.slice(1).map((now, i) => (seen[i] ?? 0) - now);
    expect(steps[0], `${seen}`).to.be.at.least(100);
    expect(seen.at(-1), `${seen}`).to.equal(0);
    const events = await bench.events();
    expect(events.filter((type) => type === 'session.terminated').length).to.equal(400);
  });

  it('restores nothing that ended when the user is enabled', async () => {
    const bench = await withOpen();
    answerOf(await makeDisableUser(bench.ports)(await bench.as('ada'), why('eve')));
    const enabled = answerOf(await makeEnableUser(bench.ports)(await bench.as('ada'), why('eve')));
    expect(enabled.status).to.equal('active');
    const { record } = (await bench.store.records.get(apiTokenKind, { installation: true }, 't1')) ?? {};
    expect(record?.revokedAt).to.equal(START);
  });

  it('refuses to disable the last administrator who can sign in', async () => {
    const bench = await adminBench();
    const disable = makeDisableUser(bench.ports);
    expect(refusalOf(await disable(await bench.as('ada'), why('ada')))).to.equal('last_security_admin');
    // Another disabled one, an empty group, and one whose time runs out do not count as remaining.
    await bench.put(userKind, userOf('old', { disabledAt: START }));
    await bench.grant('old', 'security_admin');
    await bench.put(groupKind, group('empty', []), group('closed', ['bob'], { disabledAt: START }));
    for (const id of ['empty', 'closed'])
      await bench.put(
        roleBindingKind,
        binding({
          bindingId: `rb_${id}`,
          role: 'security_admin',
          subject: { subjectType: 'group', subjectId: id },
        }),
      );
    await bench.grant(
      'bob',
      'security_admin',
      { scopeType: 'tenant' },
      { expiresAt: '2026-03-02T00:00:00.000Z' },
    );
    expect(refusalOf(await disable(await bench.as('ada'), why('ada')))).to.equal('last_security_admin');
    const read = answerOf(await makeReadUser(bench.ports)(await bench.as('ada'), ref('ada')));
    expect(read.permissions.allowedActions).to.deep.equal(['read', 'update']);
    await bench.put(groupKind, group('empty', ['old', 'eve']));
    expect(refusalOf(await disable(await bench.as('ada'), why('ada')))).to.equal('ok');
  });

  it('does not count a disabled user as the remaining administrator when a role is withdrawn', async () => {
    const bench = await adminBench();
    await bench.grant('bob', 'security_admin', { scopeType: 'tenant' }, { bindingId: 'rb_bob' });
    answerOf(await makeDisableUser(bench.ports)(await bench.as('ada'), why('bob')));
    const withdraw = { tenantId: TENANT, bindingId: 'rb_setup_ada_1', reasonCode: 'x', reason: null };
    const disable = makeDisableRoleBinding(bench.ports);
    expect(refusalOf(await disable(await bench.as('ada'), withdraw))).to.equal('last_security_admin');
  });

  it('refuses one of two administrators who disable each other at once', async () => {
    const bench = await adminBench();
    await bench.grant('bob', 'security_admin');
    const disable = makeDisableUser(bench.ports);
    const [ada, bob] = [await bench.as('ada'), await bench.as('bob')];
    const outcomes = await Promise.all([disable(ada, why('bob')), disable(bob, why('ada'))]);
    expect(outcomes.map(refusalOf).sort()).to.deep.equal(['last_security_admin', 'ok']);
    const states = await Promise.all(['ada', 'bob'].map((id) => statusOf(bench, id)));
    expect(states.sort()).to.deep.equal(['active', 'disabled']);
  });

  it('refuses callers without permission, whether the user exists or not', async () => {
    const bench = await adminBench();
    await bench.grant('bob', 'platform_admin');
    const disable = makeDisableUser(bench.ports);
    expect(refusalOf(await disable(await bench.as('bob'), why('eve')))).to.equal('permission_denied');
    expect(refusalOf(await disable(await bench.as('bob'), why('none')))).to.equal('permission_denied');
    expect(refusalOf(await disable(await bench.as('ada'), why('none')))).to.equal('not_found');
    expect(refusalOf(await disable(await bench.as('ada'), { ...why('fay'), tenantId: FOREIGN }))).to.equal(
      'not_found',
    );
  });
});

describe('service accounts', () => {
  it('can share an id with a user, and lose only their own tokens', async () => {
    const bench = await adminBench();
    const create = makeCreateServiceAccount(bench.ports);
    answerOf(await create(await bench.as('ada'), { ...ref('eve'), displayName: 'Robot' }));
    await bench.put(apiTokenKind, token('t_user'), token('t_robot', { subjectType: 'service_account' }));
    await bench.put(clientSessionKind, session('s_live'));
    answerOf(await makeDisableServiceAccount(bench.ports)(await bench.as('ada'), why('eve')));
    expect(await bench.events()).to.deep.equal([
      'service_account.created',
      'service_account.disabled',
      'api_token.revoked',
    ]);
    const robot = await bench.store.records.get(serviceAccountKind, { tenantId: TENANT }, 'eve');
    expect([robot?.record.disabledAt, await statusOf(bench, 'eve')]).to.deep.equal([START, 'active']);
    const feed = await bench.store.revocations.after(PROD_SCOPE, 0, 10);
    expect(feed).to.deep.equal([]);
  });
});
