import { expect } from 'chai';
import fc from 'fast-check';
import { ADMIN, callerWith, expectOk, grantOf, NOW, refusalIn } from '../testing/people.js';
import {
  decideDisableRoleBinding,
  isLastSecurityAdmin,
  roleBindingAllowedActions,
} from './disable-role-binding.js';
import { mayOnRoleBinding } from './grantor.js';
import { bindingOf, bindingsArbitrary } from './testing/bindings.js';

const request = { actorId: 'usr_ada', reasonCode: 'left', now: NOW, lastSecurityAdmin: false };

describe('decideDisableRoleBinding', () => {
  it('records who disabled it, when and why', () => {
    const binding = bindingOf();
    expect(decideDisableRoleBinding(binding, request)).to.deep.equal({
      ok: true,
      value: {
        kind: 'moved',
        record: { ...binding, disabledBy: 'usr_ada', disabledAt: NOW, disableReasonCode: 'left' },
        changedFields: ['disableReasonCode', 'disabledAt', 'disabledBy'],
        fences: false,
      },
    });
  });

  it('changes nothing when repeated', () => {
    const binding = bindingOf({ disabledAt: NOW, disabledBy: 'usr_bob', disableReasonCode: 'left' });
    expect(decideDisableRoleBinding(binding, request)).to.deep.equal({
      ok: true,
      value: { kind: 'no_change', record: binding },
    });
  });

  it('keeps the last security_admin, and reflects that in the allowed actions', () => {
    const binding = bindingOf({ role: 'security_admin' });
    const facts = { now: NOW, lastSecurityAdmin: isLastSecurityAdmin(binding, [binding], NOW) };
    expect(refusalIn(decideDisableRoleBinding(binding, { ...request, ...facts }))).to.deep.equal({
      reasonCode: 'last_security_admin',
    });
    expect(roleBindingAllowedActions(ADMIN, binding, facts)).to.deep.equal(['read']);
  });

  it('offers disable exactly when it then succeeds and changes something', () => {
    fc.assert(
      fc.property(bindingsArbitrary, fc.boolean(), (bindings, tenantWide) => {
        const caller = callerWith([
          grantOf(
            'security_admin',
            tenantWide ? { scopeType: 'tenant' } : { scopeType: 'environment', environmentId: 'production' },
          ),
        ]);
        for (const binding of bindings) {
          const lastSecurityAdmin = isLastSecurityAdmin(binding, bindings, NOW);
          const offered = roleBindingAllowedActions(caller, binding, { now: NOW, lastSecurityAdmin });
          const decided = decideDisableRoleBinding(binding, { ...request, lastSecurityAdmin });
          const may = mayOnRoleBinding(caller, 'role_binding.disable', binding.scope);
          expect(offered.includes('disable')).to.equal(may && decided.ok && decided.value.kind === 'moved');
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('isLastSecurityAdmin', () => {
  const admin = (bindingId: string, fields: Parameters<typeof bindingOf>[0] = {}) =>
    bindingOf({ bindingId, role: 'security_admin', ...fields });
  const inProduction = { scope: { scopeType: 'environment', environmentId: 'production' } } as const;

  it('counts active bindings only', () => {
    const expired = admin('rb_2', { expiresAt: NOW });
    const scheduled = admin('rb_3', { notBefore: '2027-01-01T00:00:00.000Z' });
    expect(isLastSecurityAdmin(admin('rb_1'), [admin('rb_1'), expired, scheduled], NOW)).to.equal(true);
    expect(isLastSecurityAdmin(admin('rb_1'), [admin('rb_1'), admin('rb_4')], NOW)).to.equal(false);
    expect(isLastSecurityAdmin(expired, [expired], NOW)).to.equal(false);
  });

  it('does not let an environment substitute for the tenant', () => {
    const all = [admin('rb_1'), admin('rb_2', inProduction)];
    expect(isLastSecurityAdmin(admin('rb_1'), all, NOW)).to.equal(true);
    expect(isLastSecurityAdmin(admin('rb_2', inProduction), all, NOW)).to.equal(false);
    expect(isLastSecurityAdmin(admin('rb_2', inProduction), [admin('rb_2', inProduction)], NOW)).to.equal(
      true,
    );
  });

  it('never leaves a tenant without an active security_admin, in any order of disabling', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['rb_1', 'rb_2', 'rb_3'], { minLength: 1 }), (order) => {
        let bindings = ['rb_1', 'rb_2', 'rb_3'].map((id) => admin(id));
        for (const id of order) {
          bindings = bindings.map((binding) => {
            if (binding.bindingId !== id) return binding;
            const lastSecurityAdmin = isLastSecurityAdmin(binding, bindings, NOW);
            const decided = decideDisableRoleBinding(binding, { ...request, lastSecurityAdmin });
            return decided.ok ? expectOk(decided).record : binding;
          });
        }
        expect(bindings.some((binding) => binding.disabledAt === null)).to.equal(true);
      }),
    );
  });
});
