import { expect } from 'chai';
import fc from 'fast-check';
import { authorize, coverageOf, holdsRoleOver } from '../authorization/authorize.js';
import { areaOf } from '../authorization/permissions.js';
import type { Principal } from '../authorization/principal.js';
import { ROLES } from '../authorization/roles.js';
import {
  anyPrincipal,
  anyTarget,
  perhaps,
  permission,
  principalWith,
} from '../authorization/testing/principals.js';
import { NOW } from '../testing/people.js';
import { type AccessQuestion, type ConsideredGrant, explainAccess, neededGrant } from './explain-access.js';
import { mayOnRoleBinding } from './grantor.js';
import { effectiveGrants } from './grants.js';
import { roleBindingStatus } from './role-binding.machine.js';
import { bindingOf, bindingsArbitrary, scopeArbitrary } from './testing/bindings.js';

const RUNS = { numRuns: 2_000 };

/** A caller with bindings of every kind: those that count by the rules, and all of them as an explanation sees them. */
const callers = fc
  .tuple(
    bindingsArbitrary,
    fc.subarray(['production', 'staging']),
    fc.boolean(),
    perhaps(fc.subarray(['policy.read', 'agent.read', 'approval.decide', 'role_binding.read'] as const)),
    fc.boolean(),
  )
  .map(([bindings, environmentIds, narrowed, permissions, groupIsDisabled]) => {
    const bob = bindings.filter(({ subject }) => ['usr_bob', 'grp_ops'].includes(subject.subjectId));
    const groups = groupIsDisabled ? [] : ['grp_ops'];
    const holder = { actorType: 'user' as const, actorId: 'usr_bob', groups };
    const { grants } = effectiveGrants(bob, holder, NOW);
    const considered = bob.map(
      (one): ConsideredGrant => ({
        ...one,
        groupId: one.subject.subjectType === 'group' ? one.subject.subjectId : null,
        groupIsDisabled: groupIsDisabled && one.subject.subjectType === 'group',
        status: roleBindingStatus(one, NOW),
      }),
    );
    return { principal: principalWith(grants, { environmentIds, narrowed, permissions }), considered };
  });

const targets = anyTarget.map((target) => ({ ...target, tenantId: 'acme' }));

describe('an explanation', () => {
  it('agrees with authorize, whatever the bindings, their windows, groups and the token', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(callers, permission, targets, ({ principal, considered }, wanted, target) => {
        const question: AccessQuestion = { permission: wanted, about: { target } };
        const { verdict, reason, grants } = explainAccess(principal, question, considered);
        seen.add(reason);
        expect(verdict === 'allowed').to.equal(authorize(principal, wanted, target));
        expect(grants.length).to.equal(considered.length);
        for (const { gap, bindingId } of grants) {
          const own = principal.grants.filter((one) => one.bindingId === bindingId);
          expect(gap === null).to.equal(authorize({ ...principal, grants: own }, wanted, target));
        }
      }),
      RUNS,
    );
    expect(seen.size).to.be.greaterThan(9);
  });

  it('says about everything in an environment what a list of it says', () => {
    fc.assert(
      fc.property(
        callers,
        permission,
        fc.constantFrom('production', 'staging'),
        (caller, wanted, environmentId) => {
          fc.pre(areaOf(wanted) !== 'data_plane');
          const { principal, considered } = caller;
          const target = { tenantId: 'acme', environmentId, resourceId: null, ownerTeam: null };
          const { verdict } = explainAccess(principal, { permission: wanted, about: { target } }, considered);
          const coverage = coverageOf(principal, wanted, { tenantId: 'acme', environmentId });
          const listed = coverage === undefined ? 'denied' : coverage.all ? 'allowed' : 'for_some';
          expect(verdict).to.equal(listed);
        },
      ),
      RUNS,
    );
  });

  it('says about a role binding what its own rule says', () => {
    fc.assert(
      fc.property(callers, scopeArbitrary, ({ principal, considered }, scope) => {
        const question: AccessQuestion = { permission: 'role_binding.read', about: { scope } };
        expect(explainAccess(principal, question, considered).verdict === 'allowed').to.equal(
          mayOnRoleBinding(principal, 'role_binding.read', scope),
        );
      }),
      RUNS,
    );
  });

  it('knows whom a rule allows to approve by the name of a role', () => {
    const decides = (principal: Principal, role: string, target: Parameters<typeof authorize>[2]): boolean =>
      authorize(principal, 'approval.decide', target) ||
      holdsRoleOver(principal, role, 'approval.decide', target);
    fc.assert(
      fc.property(callers, targets, fc.constantFrom(...ROLES), ({ principal, considered }, target, role) => {
        const verdictOf = (wanted: 'approval.decide' | 'approval.read') =>
          explainAccess(principal, { permission: wanted, about: { target }, approverRole: role }, considered)
            .verdict === 'allowed';
        const mayDecide = decides(principal, role, target);
        expect([verdictOf('approval.decide'), verdictOf('approval.read')]).to.deep.equal([
          mayDecide,
          mayDecide || authorize(principal, 'approval.read', target),
        ]);
      }),
      RUNS,
    );
  });

  it('names what would be needed: each of the roles in each of the scopes suffices', () => {
    fc.assert(
      fc.property(anyPrincipal, permission, targets, (principal, wanted, target) => {
        fc.pre(target.environmentId === null || principal.environmentIds.includes(target.environmentId));
        const question: AccessQuestion = { permission: wanted, about: { target } };
        const { roles, scopes } = neededGrant(question);
        expect([roles.length > 0, scopes.length > 0]).to.deep.equal([true, true]);
        for (const role of roles)
          for (const scope of scopes) {
            const given = { ...bindingOf({ role, scope }), groupId: null, groupIsDisabled: false };
            const subject = { ...principal, narrowed: false };
            expect(explainAccess(subject, question, [{ ...given, status: 'active' }]).verdict).to.equal(
              'allowed',
            );
          }
      }),
      RUNS,
    );
  });
});
