import type { UnitOfWork } from '@govgate/ports';
import { type Collections, recordsOf } from './collections.js';
import type { CommitLines } from './commit-lines.js';
import type { Gate } from './gate.js';
import { type Unit, unitOfBatch, unitOfChanges } from './unit.js';

/** The way to write. A batch is read at once, so what the caller does with it afterwards does not count. */
export const mongoUnitOfWork = (collections: Collections, lines: CommitLines, gate: Gate): UnitOfWork => {
  const add = (unit: Unit) => {
    // Before it stands in line: a kind that the store does not know must not take others with it.
    for (const { kind } of [...unit.changes, ...unit.standsOn]) recordsOf(collections, kind);
    return lines.add(unit);
  };
  return {
    async commit(batch) {
      gate.assertOpen();
      return add(unitOfBatch(batch));
    },
    async observe(changes) {
      gate.assertOpen();
      if (changes.length === 0) return { committed: true };
      const { committed } = await add(unitOfChanges(changes));
      return { committed };
    },
  };
};
