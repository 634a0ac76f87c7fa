import { expect } from 'chai';
import type { GrantScope } from '../authorization/principal.js';
import { addSeconds } from '../instant.js';
import { ADMIN, callerWith, grantOf, NOW } from '../testing/people.js';
import { isLastSecurityAdmin, roleBindingAllowedActions } from './disable-role-binding.js';
import { blockingFinding, refusalOfFindings, warningFinding } from './findings.js';
import { holdsInScope, mayOnRoleBinding, permissionsLacked } from './grantor.js';
import { effectiveGrants } from './grants.js';
import { joinsSeparatedDuties } from './separation-of-duties.js';
import { bindingOf } from './testing/bindings.js';

const tenant: GrantScope = { scopeType: 'tenant' };
const inEnvironment = (environmentId: string): GrantScope => ({ scopeType: 'environment', environmentId });
const anywhere: GrantScope = { scopeType: 'owner_team', environmentId: null, ownerTeam: 'risk' };

describe('what a grantor holds', () => {
  const admin = callerWith([grantOf('security_admin')]);
  const narrowed = { ...admin, environmentIds: ['staging'], narrowed: true };
  const held = (caller: typeof admin) =>
    [tenant, anywhere, inEnvironment('staging'), inEnvironment('production'), inEnvironment('moon')].map(
      (scope) => holdsInScope(caller, 'role_binding.create', scope),
    );

  it('ends at the environments of a narrowed token, which reaches nothing tenant-wide', () => {
    expect(held(admin)).to.deep.equal([true, true, true, true, false]);
    expect(held(narrowed)).to.deep.equal([false, false, true, false, false]);
  });

  it('reaches a binding of a removed environment only for holders of the whole tenant', () => {
    const staging = callerWith([grantOf('security_admin', inEnvironment('staging'))]);
    const disables = (caller: typeof admin, environmentId: string) =>
      mayOnRoleBinding(caller, 'role_binding.disable', inEnvironment(environmentId));
    expect([disables(admin, 'moon'), disables(narrowed, 'moon'), disables(staging, 'moon')]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect([disables(staging, 'staging'), disables(staging, 'production')]).to.deep.equal([true, false]);
  });

  it('lacks, in order, what no grant of theirs covers', () => {
    const auditor = callerWith([grantOf('auditor', inEnvironment('staging'))]);
    const granted = (scope: GrantScope) => ({ role: 'auditor' as const, scope, expiresAt: null });
    expect(permissionsLacked(auditor, granted(inEnvironment('staging')))).to.deep.equal([]);
    expect(permissionsLacked(auditor, granted(tenant))).to.deep.equal([
      'audit.export',
      'audit.read',
      'siem_webhook.read',
    ]);
  });
});

describe('how long a grantor has it', () => {
  const ends = addSeconds(NOW, 3600);
  const lacks = (own: readonly (string | null)[], expiresAt: string | null): boolean => {
    const caller = callerWith(own.map((end) => ({ ...grantOf('auditor'), expiresAt: end })));
    return permissionsLacked(caller, { role: 'auditor', scope: tenant, expiresAt }).length > 0;
  };

  it('is how long they may grant it', () => {
    expect([lacks([ends], ends), lacks([ends], addSeconds(ends, -1))]).to.deep.equal([false, false]);
    expect([lacks([ends], addSeconds(ends, 1)), lacks([ends], null)]).to.deep.equal([true, true]);
    expect([lacks([null], null), lacks([null], ends)]).to.deep.equal([false, false]);
  });

  it('is the longest of their grants, not their sum', () => {
    const later = addSeconds(ends, 60);
    expect([lacks([ends, null], null), lacks([ends, later], later)]).to.deep.equal([false, false]);
    expect(lacks([ends, later], addSeconds(later, 1))).to.equal(true);
  });

  it('is determined for each permission and scope by a grant that includes it there', () => {
    const caller = callerWith([
      { ...grantOf('auditor', inEnvironment('staging')), expiresAt: null },
      { ...grantOf('auditor'), expiresAt: ends },
    ]);
    const lackedIn = (scope: GrantScope) =>
      permissionsLacked(caller, { role: 'auditor', scope, expiresAt: null }).length;
    expect([lackedIn(inEnvironment('staging')), lackedIn(inEnvironment('production'))]).to.deep.equal([0, 3]);
  });
});

describe('what a narrowed token passes on', () => {
  it('is none of the permissions that it excludes', () => {
    const permissions = ['role_binding.create', 'audit.read'] as const;
    const admin = { ...callerWith([grantOf('security_admin')]), permissions };
    const granted = { role: 'auditor', scope: tenant, expiresAt: null } as const;
    expect(permissionsLacked(admin, granted)).to.deep.equal(['audit.export', 'siem_webhook.read']);
    expect(permissionsLacked({ ...admin, permissions: [] }, granted).length).to.equal(3);
  });
});

describe('what bindings grant', () => {
  const BOB = { actorType: 'user' as const, actorId: 'usr_bob', groups: ['grp_ops'] };

  it('applies to nobody else of the same kind', () => {
    const eve = bindingOf({ subject: { subjectType: 'user', subjectId: 'usr_eve' } });
    const other = bindingOf({ subject: { subjectType: 'group', subjectId: 'grp_other' } });
    expect(effectiveGrants([eve, other], BOB, NOW)).to.deep.equal({ grants: [], changesAt: null });
  });

  it('applies to a service account only by its own name, even if a group names it', () => {
    const group = bindingOf({ subject: { subjectType: 'group', subjectId: 'grp_ops' } });
    const robot = { ...BOB, actorType: 'service_account' as const };
    expect(effectiveGrants([group], robot, NOW).grants).to.deep.equal([]);
    expect(effectiveGrants([group], BOB, NOW).grants.length).to.equal(1);
  });

  it('is listed in the order of the ids, whatever the order of the store', () => {
    const ids = ['rb_3', 'rb_1', 'rb_4', 'rb_2'];
    const { grants } = effectiveGrants(
      ids.map((bindingId) => bindingOf({ bindingId })),
      BOB,
      NOW,
    );
    expect(grants.map((grant) => grant.bindingId)).to.deep.equal(['rb_1', 'rb_2', 'rb_3', 'rb_4']);
  });

  it('changes next at the nearest upcoming end or start of what is not disabled', () => {
    const at = (seconds: number) => addSeconds(NOW, seconds);
    const bindings = [
      bindingOf({ notBefore: at(-60), expiresAt: at(300) }),
      bindingOf({ notBefore: at(200), expiresAt: at(400) }),
      bindingOf({ expiresAt: at(100), disabledAt: NOW }),
      bindingOf({ expiresAt: at(-10) }),
    ];
    expect(effectiveGrants(bindings, BOB, NOW).changesAt).to.equal(at(200));
    expect(effectiveGrants(bindings.slice(2), BOB, NOW).changesAt).to.equal(null);
  });
});

describe('the last security_admin', () => {
  const admin = (bindingId: string, fields: Parameters<typeof bindingOf>[0] = {}) =>
    bindingOf({ bindingId, role: 'security_admin', ...fields });

  it('is not relieved by another tenant’s, or by another role', () => {
    const others = [admin('rb_2', { tenantId: 'globex' }), bindingOf({ bindingId: 'rb_3' })];
    expect(isLastSecurityAdmin(admin('rb_1'), [admin('rb_1'), ...others], NOW)).to.equal(true);
  });

  it('is relieved by one without an end, or one that ends later, and by none about to end', () => {
    const at = (seconds: number) => addSeconds(NOW, seconds);
    const last = (own: string | null, ...others: (string | null)[]): boolean => {
      const binding = admin('rb_1', { expiresAt: own });
      const more = others.map((expiresAt, i) => admin(`rb_${i + 2}`, { expiresAt }));
      return isLastSecurityAdmin(binding, [binding, ...more], NOW);
    };
    expect([last(null, at(2.5)), last(null, at(2.5), null)]).to.deep.equal([true, false]);
    expect([last(at(100), at(99)), last(at(100), at(100)), last(at(100), at(101))]).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect([last(at(100), null), last(at(100), at(10), at(200))]).to.deep.equal([false, false]);
  });

  it('does not matter for any other role', () => {
    const viewer = bindingOf({ bindingId: 'rb_1' });
    expect(isLastSecurityAdmin(viewer, [viewer], NOW)).to.equal(false);
    const facts = { now: NOW, lastSecurityAdmin: false };
    expect(roleBindingAllowedActions(ADMIN, viewer, facts)).to.deep.equal(['disable', 'read']);
  });
});

describe('the findings of a preview', () => {
  it('refuse by the first in the order of the contract, whatever their own order', () => {
    const findings = [
      warningFinding('broad_scope'),
      blockingFinding('duplicate_binding'),
      blockingFinding('scope_not_found', 'scope.environment_id'),
      blockingFinding('self_grant'),
    ];
    expect(refusalOfFindings(findings)).to.deep.equal({
      ok: false,
      refusal: { reasonCode: 'unknown_reference', field: 'scope.environment_id' },
    });
  });

  it('refuse nothing while they only warn, even of what could block', () => {
    expect(refusalOfFindings([])).to.equal(undefined);
    expect(refusalOfFindings([warningFinding('broad_scope'), warningFinding('self_grant')])).to.equal(
      undefined,
    );
  });

  it('refuse where a warning was marked blocking, rather than leave a gap', () => {
    expect(refusalOfFindings([blockingFinding('separation_of_duties')])).to.deep.equal({
      ok: false,
      refusal: { reasonCode: 'permission_denied' },
    });
  });

  it('name no field where they concern none', () => {
    expect(blockingFinding('self_grant')).to.deep.equal({ severity: 'blocking', reasonCode: 'self_grant' });
  });
});

describe('separated duties', () => {
  it('are not combined by a role that has neither, even if its holder already combines them', () => {
    const held = [grantOf('server_owner'), grantOf('registry_reviewer')];
    expect(joinsSeparatedDuties(grantOf('auditor'), held)).to.equal(false);
    expect(joinsSeparatedDuties(grantOf('registry_reviewer'), held.slice(0, 1))).to.equal(true);
  });
});
