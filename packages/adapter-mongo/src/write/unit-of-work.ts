import type { UnitOfWork } from '@govgate/ports';
import type { Gate } from '../driver/gate.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD } from '../kinds/documents.js';
import type { KeepInLine } from '../kinds/keep-in-line.js';
import type { CommitLines } from './commit-lines.js';
import { type EncodedChange, type Unit, unitOfBatch, unitOfChanges } from './unit.js';

interface UnitDeps {
  readonly lines: CommitLines;
  readonly gate: Gate;
  readonly keepInLine: KeepInLine;
}

/** The write port. A batch is read immediately, so later changes by the caller have no effect. */
export const mongoUnitOfWork = (
  collections: Collections,
  { lines, gate, keepInLine }: UnitDeps,
): UnitOfWork => {
  const add = async (unit: Unit) => {
    // Checked before it queues: a kind unknown to the store must not take others down with it.
    for (const { kind } of [...unit.changes, ...unit.standsOn]) recordsOf(collections, kind);
    // A unique rule judges derived values: it knows nothing of records that are out of date.
    for (const change of unit.changes) if (claims(change)) await keepInLine(change.kind, change);
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

const claims = ({ record }: EncodedChange): boolean => Object.keys(record?.[RECORD.uniques] ?? {}).length > 0;
