import type { Permission, Principal, Role } from '@govgate/domain';
import { Secret } from '@govgate/domain';
import { apiTokenKind, groupKind, roleBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeDisableUser } from '../accounts/disable-account.js';
import { makeKeyLock } from '../call/key-lock.js';
import { makeRepeatableCalls } from '../call/repeatable-call.js';
import { makeDisableRoleBinding } from '../role-bindings/disable-role-binding.js';
import { overtaken } from '../role-bindings/testing/overtaken.js';
import {
  answerOf,
  type Bench,
  binding,
  group,
  makeBench,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { type IssueApiTokenInput, makeIssueApiToken } from './issue-api-token.js';
import { makeListApiTokens } from './list-api-tokens.js';
import { makeWithdrawApiToken } from './withdraw-api-token.js';

/** The ports of another process, with its own turns. */
const elsewhere = (bench: Bench): Bench['ports'] => ({
  ...bench.ports,
  locks: makeKeyLock(),
});

const LATER = '2026-04-01T00:00:00.000Z';
const MUCH_LATER = '2026-05-01T00:00:00.000Z';

const asked = (subjectId: string, over: Partial<IssueApiTokenInput> = {}): IssueApiTokenInput => ({
  tenantId: TENANT,
  subject: { subjectType: 'user', subjectId },
  environmentIds: null,
  permissions: null,
  expiresAt: undefined,
  ...over,
});

const benchOf = async (roles: Readonly<Record<string, readonly Role[]>>): Promise<Bench> => {
  const bench = await makeBench();
  for (const [userId, held] of Object.entries(roles))
    for (const role of held) await bench.grant(userId, role);
  return bench;
};

const outcomeOf = async (
  bench: Bench,
  by: string,
  input: IssueApiTokenInput,
  as: Partial<Principal> = {},
) => {
  const context = await bench.as(by);
  const principal = { ...context.principal, ...as };
  return refusalOf(await makeIssueApiToken(bench.ports)({ ...context, principal }, input));
};

const narrowedTo = (...permissions: Permission[]) => ({ permissions });

describe('making an API token', () => {
  it('returns its text once and keeps only its hash, also when the call is repeated', async () => {
    const bench = await benchOf({ ada: ['security_admin'] });
    const issue = makeIssueApiToken(bench.ports);
    const call = { key: 'k', operationId: 'createApiToken', path: '/v1/api-tokens', sent: {} };
    const again = async () => {
      const context = await bench.as('ada');
      const repeatable = makeRepeatableCalls(bench.ports)(context.principal, call);
      return answerOf(await issue({ ...context, repeatable }, asked('eve')));
    };
    const first = await again();
    const text = first.token.reveal();
    const second = await again();
    expect([first.token instanceof Secret, second.token]).to.deep.equal([true, '[redacted]']);
    expect(second.tokenId).to.equal(first.tokenId);
    const kept = [];
    for await (const { record } of bench.store.records.all(apiTokenKind)) kept.push(record);
    expect(kept.map(({ secretHash, madeBy }) => [secretHash, madeBy])).to.deep.equal([
      [bench.ports.hash(text), ['ada']],
    ]);
    const trail = await bench.store.auditTrail.page(TENANT, { filter: {}, direction: 'asc', limit: 100 });
    expect(JSON.stringify([trail, kept])).not.to.contain(text.slice(17));
  });

  it('is allowed to everyone for themselves, no wider and no longer than the token they use', async () => {
    const bench = await benchOf({ eve: ['viewer'] });
    expect(await outcomeOf(bench, 'eve', asked('eve'))).to.equal('ok');
    const by = { tokenExpiresAt: LATER };
    const context = await bench.as('eve');
    const principal = { ...context.principal, ...by, narrowed: true, environmentIds: [PRODUCTION] };
    const made = answerOf(await makeIssueApiToken(bench.ports)({ ...context, principal }, asked('eve')));
    expect([made.limitedTo, made.expiresAt]).to.deep.equal([
      { environmentIds: [PRODUCTION], permissions: null },
      LATER,
    ]);
    const wider: [Partial<IssueApiTokenInput>, string][] = [
      [{ expiresAt: MUCH_LATER }, 'exceeds_grantor expires_at'],
    ];
    for (const [over, refusal] of wider)
      expect(await outcomeOf(bench, 'eve', asked('eve', over), by)).to.equal(refusal);
    const narrow = { narrowed: true, environmentIds: [PRODUCTION] };
    expect(await outcomeOf(bench, 'eve', asked('eve', { environmentIds: [STAGING] }), narrow)).to.equal(
      'exceeds_grantor limited_to.environment_ids',
    );
  });

  it('for others needs local_identity.manage, whether they exist or not', async () => {
    const bench = await benchOf({ ada: ['security_admin'], bob: ['platform_admin', 'viewer'] });
    expect(await outcomeOf(bench, 'bob', asked('eve'))).to.equal('permission_denied');
    expect(await outcomeOf(bench, 'bob', asked('none'))).to.equal('permission_denied');
    expect(await outcomeOf(bench, 'ada', asked('none'))).to.equal('unknown_reference subject.subject_id');
    const robot = { subjectType: 'service_account', subjectId: 'eve' } as const;
    expect(await outcomeOf(bench, 'eve', asked('eve', { subject: robot }))).to.equal('permission_denied');
  });

  it('never grants what its creator lacks, whatever the creator tries', async () => {
    const bench = await benchOf({ ada: ['security_admin'], bob: ['platform_admin'] });
    const exceeds = 'exceeds_grantor subject.subject_id';
    expect(await outcomeOf(bench, 'ada', asked('bob'))).to.equal(exceeds);
    expect(await outcomeOf(bench, 'ada', asked('bob', narrowedTo('mcp_server.register')))).to.equal(
      'exceeds_grantor limited_to.permissions',
    );
    expect(await outcomeOf(bench, 'ada', asked('bob', narrowedTo('policy.read')))).to.equal('ok');
    // Through a group, and through one that begins later.
    await bench.put(groupKind, group('operators', ['eve']));
    const subject = { subjectType: 'group', subjectId: 'operators' } as const;
    const later = { bindingId: 'rb_later', role: 'platform_admin', subject, notBefore: LATER } as const;
    await bench.put(roleBindingKind, binding(later));
    expect(await outcomeOf(bench, 'ada', asked('eve'))).to.equal(exceeds);
    // With a narrowed token, and for longer than the creator's own role.
    const manager = narrowedTo('local_identity.manage');
    await bench.grant('bob', 'viewer');
    expect(await outcomeOf(bench, 'ada', asked('bob'), manager)).to.equal(exceeds);
    expect(await outcomeOf(bench, 'ada', asked('ada', narrowedTo('policy.publish')), manager)).to.equal(
      'exceeds_grantor limited_to.permissions',
    );
  });

  it('does not grow with its bearer: it never allows what its creator lacked', async () => {
    const bench = await benchOf({ ada: ['security_admin'] });
    const made = answerOf(await makeIssueApiToken(bench.ports)(await bench.as('ada'), asked('eve')));
    expect(made.limitedTo.permissions).to.include('policy.publish');
    expect(made.limitedTo.permissions).not.to.include('mcp_server.register');
  });

  it('lasts no longer than the role of its creator', async () => {
    const bench = await benchOf({ bob: ['security_admin'] });
    await bench.grant('ada', 'security_admin', { scopeType: 'tenant' }, { expiresAt: LATER });
    await bench.grant('eve', 'viewer');
    const until = async (expiresAt: string | null) => outcomeOf(bench, 'ada', asked('eve', { expiresAt }));
    expect(await until(null)).to.equal('exceeds_grantor subject.subject_id');
    expect(await until(MUCH_LATER)).to.equal('exceeds_grantor subject.subject_id');
    expect(await until(LATER)).to.equal('ok');
    expect(await until(START)).to.equal('invalid_request expires_at');
  });

  it('is checked at the commit: for a creator who lost the role, and for a bearer who was disabled', async () => {
    const bench = await benchOf({ ada: ['security_admin'], bob: ['security_admin'] });
    const bob = await bench.as('bob');
    const ada = await bench.as('ada');
    const withdraw = { tenantId: TENANT, bindingId: 'rb_setup_ada_1', reasonCode: 'x', reason: null };
    const first = overtaken(bench, async () =>
      answerOf(await makeDisableRoleBinding(elsewhere(bench))(bob, withdraw)),
    );
    expect(refusalOf(await makeIssueApiToken(first)(ada, asked('eve')))).to.equal('permission_denied');
    const gone = { tenantId: TENANT, accountId: 'eve', reasonCode: 'left', reason: undefined };
    const second = overtaken(bench, async () => answerOf(await makeDisableUser(elsewhere(bench))(bob, gone)));
    expect(refusalOf(await makeIssueApiToken(second)(bob, asked('eve')))).to.equal(
      'invalid_state subject.subject_id',
    );
  });

  it('is refused to a user who was disabled, or left the group that allowed it, since the call began', async () => {
    const bench = await benchOf({ ada: ['security_admin'] });
    await bench.put(groupKind, group('operators', ['bob']));
    const subject = { subjectType: 'group', subjectId: 'operators' } as const;
    await bench.put(roleBindingKind, binding({ bindingId: 'rb_g', role: 'security_admin', subject }));
    const bob = await bench.as('bob');
    await bench.put(groupKind, group('operators', []));
    expect(refusalOf(await makeIssueApiToken(bench.ports)(bob, asked('eve')))).to.equal('permission_denied');
    await bench.put(groupKind, group('operators', ['bob']));
    const gone = { tenantId: TENANT, accountId: 'bob', reasonCode: 'left', reason: undefined };
    answerOf(await makeDisableUser(bench.ports)(await bench.as('ada'), gone));
    expect(refusalOf(await makeIssueApiToken(bench.ports)(bob, asked('eve')))).to.equal('permission_denied');
  });

  it('leaves no token after racing a disable', async () => {
    const bench = await benchOf({ ada: ['security_admin'] });
    const ada = await bench.as('ada');
    const gone = { tenantId: TENANT, accountId: 'eve', reasonCode: 'left', reason: undefined };
    const ports = overtaken(bench, async () =>
      answerOf(await makeIssueApiToken(elsewhere(bench))(ada, asked('eve'))),
    );
    answerOf(await makeDisableUser(ports)(ada, gone));
    const { items } = answerOf(
      await makeListApiTokens(bench.ports)(ada, {
        tenantId: TENANT,
        filters: { subjectId: 'eve' },
        limit: 10,
      }),
    );
    expect(items.map(({ status }) => status)).to.deep.equal(['revoked']);
  });
});

describe('API tokens', () => {
  it('are listed by bearer and status', async () => {
    const bench = await benchOf({ ada: ['security_admin'] });
    const ada = await bench.as('ada');
    const issue = makeIssueApiToken(bench.ports);
    const [live, short] = [
      answerOf(await issue(ada, asked('eve'))),
      answerOf(await issue(ada, asked('eve', { expiresAt: '2026-03-01T12:00:01.000Z' }))),
    ];
    const dead = answerOf(await issue(ada, asked('bob')));
    const revoke = { tenantId: TENANT, tokenId: dead.tokenId, reasonCode: 'lost' };
    answerOf(await makeWithdrawApiToken(bench.ports)(ada, revoke));
    bench.clock.advance(1000);
    const list = makeListApiTokens(bench.ports);
    const ids = async (filters: Parameters<typeof list>[1]['filters']) =>
      answerOf(await list(ada, { tenantId: TENANT, filters, limit: 10 })).items.map(({ tokenId }) => tokenId);
    expect(await ids({ subjectId: 'eve' })).to.have.members([live.tokenId, short.tokenId]);
    expect(await ids({ status: 'active' })).to.deep.equal([live.tokenId]);
    expect(await ids({ status: 'expired' })).to.deep.equal([short.tokenId]);
    expect(await ids({ status: 'revoked' })).to.deep.equal([dead.tokenId]);
    expect(
      refusalOf(await list(await bench.as('eve'), { tenantId: TENANT, filters: {}, limit: 10 })),
    ).to.equal('permission_denied');
  });

  it('are revoked by their bearer and by identity managers, once', async () => {
    const bench = await benchOf({ ada: ['security_admin'] });
    const made = answerOf(await makeIssueApiToken(bench.ports)(await bench.as('ada'), asked('eve')));
    const revoke = makeWithdrawApiToken(bench.ports);
    const of = (tokenId: string) => ({ tenantId: TENANT, tokenId, reasonCode: 'lost' });
    expect(refusalOf(await revoke(await bench.as('bob'), of(made.tokenId)))).to.equal('permission_denied');
    expect(refusalOf(await revoke(await bench.as('bob'), of('none')))).to.equal('permission_denied');
    expect(refusalOf(await revoke(await bench.as('ada'), of('none')))).to.equal('not_found');
    for (const by of ['eve', 'ada'])
      expect(answerOf(await revoke(await bench.as(by), of(made.tokenId))).revokedBy).to.equal('eve');
    expect(await bench.events()).to.deep.equal(['api_token.created', 'api_token.revoked']);
  });
});
