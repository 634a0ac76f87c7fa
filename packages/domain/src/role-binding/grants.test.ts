import { expect } from 'chai';
import fc from 'fast-check';
import { addSeconds } from '../instant.js';
import { NOW } from '../testing/people.js';
import { effectiveGrants } from './grants.js';
import { bindingOf, bindingsArbitrary } from './testing/bindings.js';

const BOB = { actorType: 'user' as const, actorId: 'usr_bob', groups: ['grp_ops'] };

describe('effectiveGrants', () => {
  it('counts a window from its start to just before its end', () => {
    const binding = bindingOf({ notBefore: NOW, expiresAt: addSeconds(NOW, 60) });
    const activeAt = (offsetMs: number): boolean =>
      effectiveGrants([binding], BOB, addSeconds(NOW, offsetMs / 1000)).grants.length === 1;
    expect([-1, 0, 59_999, 60_000].map(activeAt)).to.deep.equal([false, true, true, false]);
  });

  it('does not mistake a group for a user of the same id, or a user for a service account', () => {
    const bindings = [
      bindingOf({ bindingId: 'rb_1', subject: { subjectType: 'group', subjectId: 'usr_bob' } }),
      bindingOf({ bindingId: 'rb_2', subject: { subjectType: 'service_account', subjectId: 'usr_bob' } }),
    ];
    expect(effectiveGrants(bindings, BOB, NOW)).to.deep.equal({ grants: [], changesAt: null });
  });

  it('never changes before the time it names, and does then', () => {
    fc.assert(
      fc.property(bindingsArbitrary, (bindings) => {
        const before = effectiveGrants(bindings, BOB, NOW);
        if (before.changesAt === null) {
          expect(effectiveGrants(bindings, BOB, '2999-01-01T00:00:00.000Z').grants).to.deep.equal(
            before.grants,
          );
          return;
        }
        expect(effectiveGrants(bindings, BOB, addSeconds(before.changesAt, -0.001)).grants).to.deep.equal(
          before.grants,
        );
        expect(before.changesAt > NOW).to.equal(true);
      }),
      { numRuns: 200 },
    );
  });
});
