import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import { everyTallyIsRight } from '@govgate/ports-testkit';
import fc from 'fast-check';
import { TALLIED } from './tallied-records.js';

/** The tallies that the kinds declare, by name. */
export const DECLARED_TALLIES: readonly string[] = ALL_KINDS.flatMap(({ name, tallies }) =>
  tallies.map(({ by }) => `${name} by ${by}`),
);

// Enough of them that every scope and every value is among those asked for, also where nothing has it any more.
const POSSIBLE = TALLIED.map(({ kind, records }) => ({
  kind,
  possible: fc.sample(records, { numRuns: 100, seed: 1 }),
}));

/** Compares all tallies of a store with counts from scratch. Returns the names of those that counted anything. */
export const allTalliesAreRight = async (store: GovernanceStore): Promise<readonly string[]> => {
  const filled: string[] = [];
  for (const { kind, possible } of POSSIBLE)
    for (const [by, counts] of await everyTallyIsRight(store, kind, possible))
      if (counts > 0) filled.push(`${kind.name} by ${by}`);
  return filled;
};
