import type { UnitOfWork } from '@govgate/ports';
import type { Gate } from '../driver/gate.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD } from '../kinds/documents.js';
import type { KeepInLine } from '../kinds/keep-in-line.js';
import type { CommitLines } from './commit-lines.js';
import { type EncodedChange, type Unit, unitOfBatch, unitOfChanges } from './unit.js';

/** The way to write. A batch is read at once, so what the caller does with it afterwards does not count. */
export const mongoUnitOfWork = (
  collections: Collections,
  lines: CommitLines,
  gate: Gate,
  keepInLine: KeepInLine,
): UnitOfWork => {
  const add = async (unit: Unit) => {
    // Before it stands in line: a kind that the store does not know must not take others with it.
    for (const { kind } of [...unit.changes, ...unit.standsOn]) recordsOf(collections, kind);
    // A unique rule judges what is derived: of records that are behind it knows nothing.
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
