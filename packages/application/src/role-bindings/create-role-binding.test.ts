import { agentKind, groupKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  FOREIGN,
  group,
  makeBench,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { makeCreateRoleBinding } from './create-role-binding.js';
import type { RoleBindingInput } from './judge-role-binding.js';
import { agentIn } from './testing/agents.js';
import { adminBench, draft } from './testing/drafts.js';

const agentScope = (resourceId: string) =>
  ({ scopeType: 'resource', environmentId: PRODUCTION, resourceType: 'agent', resourceId }) as const;

describe('creating a role binding', () => {
  it('commits the binding with its event and answers with the record', async () => {
    const bench = await adminBench();
    const made = answerOf(await makeCreateRoleBinding(bench.ports)(await bench.as('ada'), draft()));
    const [event] = (
      await bench.store.auditTrail.page(TENANT, {
        filter: { eventType: 'role_binding.created' },
        direction: 'asc',
        limit: 5,
      })
    ).items;
    expect(made).to.deep.equal({
      schemaVersion: '1.0',
      bindingId: 'rb_00000001',
      tenantId: TENANT,
      role: 'viewer',
      subject: { subjectType: 'user', subjectId: 'bob' },
      scope: {
        scopeType: 'environment',
        environmentId: PRODUCTION,
        ownerTeam: null,
        resourceType: null,
        resourceId: null,
      },
      status: 'active',
      reasonCode: 'joined_team',
      reason: 'New in the team',
      grantedBy: 'ada',
      createdAt: START,
      notBefore: null,
      expiresAt: null,
      disabledBy: null,
      disabledAt: null,
      disableReasonCode: null,
      etag: '"1"',
      tag: '1',
      auditEventIds: [event?.auditEventId],
      permissions: {
        resourceType: 'role_binding',
        resourceId: 'rb_00000001',
        allowedActions: ['disable', 'read'],
      },
    });
    expect([
      event?.environmentId,
      event?.resource.resourceId,
      event?.reasonCode,
      event?.reason,
    ]).to.deep.equal([PRODUCTION, 'rb_00000001', 'joined_team', 'New in the team']);
  });

  it('takes effect with the next call of its subject', async () => {
    const bench = await adminBench();
    await makeCreateRoleBinding(bench.ports)(await bench.as('ada'), draft());
    const { principal } = await bench.as('bob');
    expect(principal.grants.map(({ role }) => role)).to.deep.equal(['viewer']);
  });

  const later = '2026-03-05T00:00:00.000Z';
  const refusals: readonly [string, Partial<RoleBindingInput>, string][] = [
    ['another tenant', { tenantId: FOREIGN }, 'scope_forbidden'],
    [
      'a scope with a field that its type has no use for',
      { scope: { scopeType: 'tenant', environmentId: PRODUCTION } },
      'invalid_request scope.environment_id',
    ],
    [
      'an unknown user',
      { subject: { subjectType: 'user', subjectId: 'zoe' } },
      'unknown_reference subject.subject_id',
    ],
    [
      'an unknown group',
      { subject: { subjectType: 'group', subjectId: 'zoe' } },
      'unknown_reference subject.subject_id',
    ],
    [
      'an unknown service account',
      { subject: { subjectType: 'service_account', subjectId: 'zoe' } },
      'unknown_reference subject.subject_id',
    ],
    [
      'an unknown environment',
      { scope: { scopeType: 'environment', environmentId: 'moon' } },
      'unknown_reference scope.environment_id',
    ],
    ['a resource that is not there', { scope: agentScope('ag_none') }, 'unknown_reference scope.resource_id'],
    [
      'a resource of another environment',
      { scope: agentScope('ag_staging') },
      'unknown_reference scope.resource_id',
    ],
    [
      'a resource that is not there before what the grantor lacks',
      { role: 'server_owner', scope: agentScope('ag_none'), expiresAt: START },
      'unknown_reference scope.resource_id',
    ],
    [
      'a resource that cannot be there',
      { scope: { ...agentScope('anything'), resourceType: 'audit' } },
      'unknown_reference scope.resource_id',
    ],
    ['an end in the past', { expiresAt: START }, 'invalid_request expires_at'],
    ['an end before the start', { notBefore: later, expiresAt: later }, 'invalid_request expires_at'],
    [
      'an unknown user before an end in the past',
      { subject: { subjectType: 'user', subjectId: 'zoe' }, expiresAt: START },
      'unknown_reference subject.subject_id',
    ],
    ['break glass without an end', { role: 'break_glass_admin' }, 'invalid_request expires_at'],
    [
      'break glass for too long',
      { role: 'break_glass_admin', expiresAt: later },
      'invalid_request expires_at',
    ],
    ['oneself', { subject: { subjectType: 'user', subjectId: 'ada' } }, 'self_grant_forbidden'],
    ['what the grantor lacks', { role: 'server_owner' }, 'exceeds_grantor'],
  ];

  for (const [what, over, refused] of refusals) {
    it(`refuses ${what}`, async () => {
      const bench = await makeBench();
      await bench.grant('ada', 'security_admin');
      await bench.put(agentKind, agentIn(STAGING, 'ag_staging'));
      const answer = await makeCreateRoleBinding(bench.ports)(await bench.as('ada'), draft(over));
      expect(refusalOf(answer)).to.equal(refused);
      expect(await bench.events()).to.deep.equal([]);
    });
  }

  it('accepts a resource in its own environment, or anywhere in the tenant', async () => {
    const bench = await adminBench();
    await bench.put(agentKind, agentIn(STAGING, 'ag_staging'));
    const create = makeCreateRoleBinding(bench.ports);
    const ada = await bench.as('ada');
    for (const environmentId of [STAGING, null])
      expect(
        refusalOf(await create(ada, draft({ scope: { ...agentScope('ag_staging'), environmentId } }))),
      ).to.equal('ok');
  });

  it('refuses a group that the grantor is in', async () => {
    const bench = await adminBench();
    await bench.put(groupKind, group('admins', ['ada']));
    const subject = { subjectType: 'group', subjectId: 'admins' } as const;
    const answer = await makeCreateRoleBinding(bench.ports)(await bench.as('ada'), draft({ subject }));
    expect(refusalOf(answer)).to.equal('self_grant_forbidden');
  });

  it('refuses callers whose grants do not cover the scope, and lets those act whose grants do', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'security_admin', { scopeType: 'environment', environmentId: STAGING });
    const create = makeCreateRoleBinding(bench.ports);
    const inStaging = draft({ scope: { scopeType: 'environment', environmentId: STAGING } });
    const wide = draft({ scope: { scopeType: 'tenant' } });
    expect(refusalOf(await create(await bench.as('ada'), draft()))).to.equal('permission_denied');
    expect(refusalOf(await create(await bench.as('ada'), wide))).to.equal('permission_denied');
    expect(refusalOf(await create(await bench.as('eve'), inStaging))).to.equal('permission_denied');
    expect(refusalOf(await create(await bench.as('ada'), inStaging))).to.equal('ok');
  });

  it('creates one of two equal bindings that race', async () => {
    const bench = await adminBench();
    const create = makeCreateRoleBinding(bench.ports);
    const caller = await bench.as('ada');
    const answers = await Promise.all([create(caller, draft()), create(caller, draft())]);
    expect(answers.map(refusalOf).sort()).to.deep.equal(['duplicate_binding', 'ok']);
    expect(await bench.events()).to.deep.equal(['role_binding.created']);
  });

  it('creates both of two different bindings that race', async () => {
    const bench = await adminBench();
    const create = makeCreateRoleBinding(bench.ports);
    const caller = await bench.as('ada');
    const answers = await Promise.all([
      create(caller, draft()),
      create(caller, draft({ role: 'policy_admin' })),
    ]);
    expect(answers.map(refusalOf)).to.deep.equal(['ok', 'ok']);
  });
});
