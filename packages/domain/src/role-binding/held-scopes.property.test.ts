import { expect } from 'chai';
import fc from 'fast-check';
import { anyPrincipal } from '../authorization/testing/principals.js';
import { heldScopes, mayOnRoleBinding } from './grantor.js';
import { scopeArbitrary } from './testing/bindings.js';

const namesEnvironment = (scope: object): string | null =>
  (scope as { readonly environmentId?: string | null }).environmentId ?? null;

describe('the scopes whose role bindings a caller may read', () => {
  it('are those that each binding is judged by', () => {
    let [read, kept] = [0, 0];
    fc.assert(
      fc.property(anyPrincipal, scopeArbitrary, (principal, scope) => {
        const held = heldScopes(principal, 'role_binding.read');
        const around = [scope, { scopeType: 'environment', environmentId: namesEnvironment(scope) }];
        const isHeld = (one: object) =>
          held.all ||
          held.scopes.some((listed) => fc.stringify(sorted(listed)) === fc.stringify(sorted(one)));
        const may = mayOnRoleBinding(principal, 'role_binding.read', scope);
        expect(around.some(isHeld)).to.equal(may);
        if (!held.all && may) read += 1;
        else if (!may) kept += 1;
      }),
      { numRuns: 3_000 },
    );
    expect(read).to.be.greaterThan(50);
    expect(kept).to.be.greaterThan(50);
  });
});

const sorted = (scope: object): object =>
  Object.fromEntries(Object.entries(scope).sort(([a], [b]) => (a < b ? -1 : 1)));
