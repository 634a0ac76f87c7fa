import { ROLES, type RoleBinding } from '@govgate/domain';
import { roleBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  answerOf,
  binding,
  FOREIGN,
  makeBench,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { type DisableRoleBindingInput, makeDisableRoleBinding } from './disable-role-binding.js';
import { makeListRoleBindings } from './list-role-bindings.js';

const asked = (bindingId: string, over: Partial<DisableRoleBindingInput> = {}): DisableRoleBindingInput => ({
  tenantId: TENANT,
  bindingId,
  reasonCode: 'left_team',
  reason: null,
  ...over,
});

const admin = (bindingId: string, subjectId: string, over: Partial<RoleBinding> = {}): RoleBinding =>
  binding({ bindingId, role: 'security_admin', subject: { subjectType: 'user', subjectId }, ...over });

describe('disabling a role binding', () => {
  it('withdraws the role at once, records who did it and why, and keeps the record', async () => {
    const bench = await makeBench();
    await bench.put(roleBindingKind, admin('rb_1', 'ada'), admin('rb_2', 'bob'));
    const disabled = answerOf(
      await makeDisableRoleBinding(bench.ports)(await bench.as('ada'), asked('rb_2')),
    );
    expect(disabled).to.deep.include({
      status: 'disabled',
      disabledBy: 'ada',
      disabledAt: START,
      disableReasonCode: 'left_team',
      etag: '"2"',
      permissions: { resourceType: 'role_binding', resourceId: 'rb_2', allowedActions: ['read'] },
    });
    expect(disabled.auditEventIds).to.have.length(1);
    expect((await bench.as('bob')).principal.grants).to.deep.equal([]);
    expect(await bench.events()).to.deep.equal(['role_binding.disabled']);
  });

  it('answers a repetition with the same record and no second event', async () => {
    const bench = await makeBench();
    await bench.put(roleBindingKind, admin('rb_1', 'ada'), binding({ bindingId: 'rb_2' }));
    const disable = makeDisableRoleBinding(bench.ports);
    const first = answerOf(await disable(await bench.as('ada'), asked('rb_2')));
    bench.clock.advance(1000);
    const second = answerOf(await disable(await bench.as('ada'), asked('rb_2', { reasonCode: 'again' })));
    expect(second).to.deep.equal(first);
    expect(await bench.events()).to.deep.equal(['role_binding.disabled']);
  });

  it('keeps the last active security administrator of the tenant', async () => {
    const bench = await makeBench();
    const scope = { scopeType: 'environment', environmentId: PRODUCTION } as const;
    await bench.put(
      roleBindingKind,
      admin('rb_1', 'ada'),
      admin('rb_2', 'bob', { disabledAt: START, disabledBy: 'ada' }),
      admin('rb_3', 'bob', { expiresAt: START }),
      admin('rb_4', 'bob', { notBefore: '2026-04-01T00:00:00.000Z' }),
      admin('rb_5', 'bob', { scope }),
    );
    const disable = makeDisableRoleBinding(bench.ports);
    expect(refusalOf(await disable(await bench.as('ada'), asked('rb_1')))).to.equal('last_security_admin');
    expect(refusalOf(await disable(await bench.as('ada'), asked('rb_5')))).to.equal('ok');
  });

  it('keeps one of two administrators who disable each other at once', async () => {
    const bench = await makeBench();
    await bench.put(roleBindingKind, admin('rb_1', 'ada'), admin('rb_2', 'bob'));
    const disable = makeDisableRoleBinding(bench.ports);
    const [ada, bob] = [await bench.as('ada'), await bench.as('bob')];
    const answers = await Promise.all([disable(ada, asked('rb_2')), disable(bob, asked('rb_1'))]);
    expect(answers.map(refusalOf).sort()).to.deep.equal(['last_security_admin', 'ok']);
    expect(await bench.events()).to.deep.equal(['role_binding.disabled']);
  });

  it('answers the same, whether it exists or not, to a caller without a tenant-wide grant', async () => {
    const bench = await makeBench();
    await bench.put(
      roleBindingKind,
      admin('rb_1', 'ada', { scope: { scopeType: 'environment', environmentId: STAGING } }),
      binding({ bindingId: 'rb_2' }),
      binding({ bindingId: 'rb_3', scope: { scopeType: 'environment', environmentId: STAGING } }),
    );
    const disable = makeDisableRoleBinding(bench.ports);
    const ada = await bench.as('ada');
    expect(refusalOf(await disable(ada, asked('rb_2')))).to.equal('permission_denied');
    expect(refusalOf(await disable(ada, asked('rb_none')))).to.equal('permission_denied');
    expect(refusalOf(await disable(ada, asked('rb_3')))).to.equal('ok');
  });

  it('finds nothing for an administrator where nothing exists, or in another tenant', async () => {
    const bench = await makeBench();
    await bench.put(roleBindingKind, admin('rb_1', 'ada'), admin('rb_9', 'fay', { tenantId: FOREIGN }));
    const disable = makeDisableRoleBinding(bench.ports);
    const ada = await bench.as('ada');
    expect(refusalOf(await disable(ada, asked('rb_none')))).to.equal('not_found');
    expect(refusalOf(await disable(ada, asked('')))).to.equal('not_found');
    expect(refusalOf(await disable(ada, asked('rb_9')))).to.equal('not_found');
    expect(refusalOf(await disable(ada, asked('rb_9', { tenantId: FOREIGN })))).to.equal('not_found');
  });

  it('refuses a binding that changed since the caller saw it', async () => {
    const bench = await makeBench();
    await bench.put(roleBindingKind, admin('rb_1', 'ada'), binding({ bindingId: 'rb_2' }));
    const disable = makeDisableRoleBinding(bench.ports);
    const stale = await bench.as('ada', { ifMatch: ['7'] });
    expect(refusalOf(await disable(stale, asked('rb_2')))).to.equal('etag_mismatch');
    const fresh = await bench.as('ada', { ifMatch: ['1'] });
    expect(refusalOf(await disable(fresh, asked('rb_2')))).to.equal('ok');
  });

  const scopes = fc.constantFrom<RoleBinding['scope']>(
    { scopeType: 'tenant' },
    { scopeType: 'environment', environmentId: PRODUCTION },
    { scopeType: 'environment', environmentId: STAGING },
    { scopeType: 'owner_team', environmentId: null, ownerTeam: 'payments' },
    { scopeType: 'owner_team', environmentId: STAGING, ownerTeam: 'payments' },
    { scopeType: 'resource', environmentId: null, resourceType: 'policy', resourceId: 'pv_1' },
  );
  const windows = fc.constantFrom<Partial<RoleBinding>>(
    {},
    { notBefore: '2026-04-01T00:00:00.000Z' },
    { expiresAt: START },
    { disabledAt: START, disabledBy: 'bob', disableReasonCode: 'gone' },
  );

  it('succeeds exactly where the list offers it', async () => {
    const arbitrary = fc.record({
      own: fc.array(fc.record({ role: fc.constantFrom(...ROLES), scope: scopes }), {
        minLength: 1,
        maxLength: 3,
      }),
      role: fc.constantFrom(...ROLES),
      scope: scopes,
      window: windows,
    });
    await fc.assert(
      fc.asyncProperty(arbitrary, async ({ own, role, scope, window }) => {
        const bench = await makeBench();
        for (const grant of own) await bench.grant('ada', grant.role, grant.scope);
        const subject = { subjectType: 'user', subjectId: 'bob' } as const;
        await bench.put(roleBindingKind, binding({ bindingId: 'rb_x', role, scope, subject, ...window }));
        const ada = await bench.as('ada');
        const input = { tenantId: TENANT, filters: {}, limit: 200 };
        const listed = await makeListRoleBindings(bench.ports)(ada, input);
        const shown = listed.ok
          ? listed.value.items.find(({ bindingId }) => bindingId === 'rb_x')
          : undefined;
        const offered = shown?.permissions.allowedActions.includes('disable') ?? false;
        const answer = await makeDisableRoleBinding(bench.ports)(ada, asked('rb_x'));
        const changed = (await bench.events()).includes('role_binding.disabled');
        expect([answer.ok && changed, shown === undefined || offered === changed]).to.deep.equal([
          changed,
          true,
        ]);
      }),
      { numRuns: 200 },
    );
  });
});
