import { expect } from 'chai';
import fc from 'fast-check';
import { authorize, coverageOf, grantedEnvironments, heldPermissions, holdsGrantIn } from './authorize.js';
import { ALL_PERMISSIONS } from './permissions.js';
import { grantGives } from './principal.js';
import { anyPrincipal, anyTarget, environment, id, perhaps, permission, team } from './testing/principals.js';

describe('authorize, whatever the grants', () => {
  it('no access without a grant; each access has a grant whose role holds the permission', () => {
    fc.assert(
      fc.property(anyPrincipal, permission, anyTarget, (principal, wanted, target) => {
        expect(authorize({ ...principal, grants: [] }, wanted, target)).to.equal(false);
        if (!authorize(principal, wanted, target)) return;
        expect(target.tenantId).to.equal(principal.tenantId);
        expect(principal.grants.some((one) => grantGives(one, wanted))).to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('access is the sum of the grants: an additional grant never removes any', () => {
    fc.assert(
      fc.property(anyPrincipal, permission, anyTarget, (principal, wanted, target) => {
        const single = principal.grants.some((one) =>
          authorize({ ...principal, grants: [one] }, wanted, target),
        );
        expect(authorize(principal, wanted, target)).to.equal(single);
      }),
      { numRuns: 1000 },
    );
  });

  it('a narrower token never grants more', () => {
    fc.assert(
      fc.property(
        anyPrincipal,
        permission,
        anyTarget,
        fc.subarray(['production', 'staging']),
        (principal, wanted, target, kept) => {
          const environmentIds = principal.environmentIds.filter((one) => kept.includes(one));
          const narrowed = { ...principal, environmentIds, narrowed: true };
          if (authorize(narrowed, wanted, target))
            expect(authorize(principal, wanted, target)).to.equal(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a token narrowed to permissions grants only those, and never more than its bearer has', () => {
    fc.assert(
      fc.property(
        anyPrincipal,
        permission,
        anyTarget,
        fc.subarray([...ALL_PERMISSIONS]),
        (principal, wanted, target, permissions) => {
          expect(authorize({ ...principal, permissions }, wanted, target)).to.equal(
            permissions.includes(wanted) && authorize(principal, wanted, target),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('whatever affects a whole environment requires a grant for that environment', () => {
    fc.assert(
      fc.property(anyPrincipal, anyTarget, (principal, target) => {
        if (!authorize(principal, 'policy.publish', target)) return;
        const wide = principal.grants.filter(({ scope: { scopeType } }) => !/team|resource/.test(scopeType));
        expect(authorize({ ...principal, grants: wide }, 'policy.publish', target)).to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('a list covers exactly the records that may be read individually', () => {
    fc.assert(
      fc.property(
        anyPrincipal,
        permission,
        environment,
        id,
        perhaps(team),
        (principal, wanted, environmentId, resourceId, ownerTeam) => {
          const scope = { tenantId: 'acme', environmentId };
          const coverage = coverageOf(principal, wanted, scope);
          const listed =
            coverage !== undefined &&
            (coverage.all ||
              coverage.resourceIds.includes(resourceId) ||
              (ownerTeam !== null && coverage.ownerTeams.includes(ownerTeam)));
          expect(listed).to.equal(authorize(principal, wanted, { ...scope, resourceId, ownerTeam }));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('nobody may act in an environment in which they hold no grant', () => {
    fc.assert(
      fc.property(anyPrincipal, permission, anyTarget, (principal, wanted, target) => {
        if (target.environmentId === null || holdsGrantIn(principal, target.environmentId)) return;
        expect(authorize(principal, wanted, target)).to.equal(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('the reported environments are those with a grant, sorted', () => {
    fc.assert(
      fc.property(anyPrincipal, (principal) => {
        expect(grantedEnvironments(principal)).to.deep.equal(
          ['production', 'staging', 'unknown'].filter((one) => holdsGrantIn(principal, one)),
        );
      }),
    );
  });

  it('the reported permissions are those of the roles, sorted, without duplicates', () => {
    fc.assert(
      fc.property(anyPrincipal, (principal) => {
        const held = new Set(
          principal.grants.flatMap((grant) => ALL_PERMISSIONS.filter((one) => grantGives(grant, one))),
        );
        expect(heldPermissions(principal, ALL_PERMISSIONS)).to.deep.equal([...held].sort());
      }),
    );
  });
});
