import type { UnitOfWork } from '@govgate/ports';
import type { Gate } from '../driver/gate.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import type { CommitLines } from './commit-lines.js';
import { type Unit, unitOfBatch, unitOfChanges } from './unit.js';

interface UnitDeps {
  readonly lines: CommitLines;
  readonly gate: Gate;
}

/** The write port. A batch is read immediately, so later changes by the caller have no effect. */
export const mongoUnitOfWork = (collections: Collections, { lines, gate }: UnitDeps): UnitOfWork => {
  const add = async (unit: Unit) => {
    // Checked before it queues: a kind unknown to the store must not take others down with it.
    for (const { kind } of [...unit.changes, ...unit.preconditions]) recordsOf(collections, kind);
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
