import { expect } from 'chai';
import fc from 'fast-check';
import { compilePolicy } from '../compile-policy.js';
import { evaluatePolicy } from '../evaluate-policy.js';
import type { PolicyManifest } from '../manifest.js';
import type { PolicyOutcome } from '../policy-outcome.js';
import type { PolicyRequest } from '../policy-request.js';
import { comparePolicies } from './compare-policies.js';
import { effectChangeClass } from './effect-change.js';
import { anyPair, SMALL_WORLDS } from './testing/small-world.js';

/** 2,000 pairs of policies in the proof (`npm run prove`) and in the long form. */
const IS_WHOLE = process.env.GOVGATE_TEST_LONG === '1' || Boolean(process.env.GOVGATE_PROOF_FILE);
const RUNS = IS_WHOLE ? 1_000 : 40;

/** The result for every call of a world: the class of its change, with each pair of deciding rules. */
const seen = (before: PolicyManifest, after: PolicyManifest, calls: readonly PolicyRequest[]): string[] => {
  const old = compilePolicy(before).decideMany(calls);
  const fresh = compilePolicy(after).decideMany(calls);
  const found = new Set<string>();
  old.forEach((outcome, i) => {
    const next = fresh[i] as PolicyOutcome;
    const change = effectChangeClass(outcome.effect, next.effect);
    if (change === undefined) return;
    for (const rule of decidersOf(outcome))
      for (const other of decidersOf(next)) found.add(JSON.stringify([change, rule, other]));
  });
  return [...found].sort();
};

const decidersOf = ({ decidedBy }: PolicyOutcome): readonly (string | null)[] =>
  decidedBy.length === 0 ? [null] : decidedBy;

describe('comparePolicies, checked against every call of a small world', function () {
  this.timeout(1_800_000);

  for (const world of SMALL_WORLDS) {
    it(`misses no change and invents none: ${world.name}`, () => {
      fc.assert(
        fc.property(anyPair(world), ([before, after]) => {
          const { changes, undecided } = comparePolicies(before, after);
          expect(undecided).to.deep.equal([]);
          for (const change of changes) {
            const [old, fresh] = [
              evaluatePolicy(before, change.witness),
              evaluatePolicy(after, change.witness),
            ];
            expect([old.effect, fresh.effect]).to.deep.equal([change.before.effect, change.after.effect]);
            expect(decidersOf(old)).to.include(change.before.ruleId);
            expect(decidersOf(fresh)).to.include(change.after.ruleId);
            expect(effectChangeClass(old.effect, fresh.effect)).to.equal(change.class);
          }
          const reported = changes.map((change) =>
            JSON.stringify([change.class, change.before.ruleId, change.after.ruleId]),
          );
          expect(reported.sort()).to.deep.equal(seen(before, after, world.calls));
        }),
        { numRuns: RUNS },
      );
    });
  }
});
