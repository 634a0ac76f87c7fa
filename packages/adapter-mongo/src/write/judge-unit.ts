import type { Conflict } from '@govgate/ports';
import { RECORD } from '../kinds/documents.js';
import { claimKey, type RecordState, type StoredState, stateKey } from './stored-state.js';
import type { EncodedChange, Unit } from './unit.js';

/** A change with the states before and after it. */
export interface Step {
  readonly change: EncodedChange;
  readonly before: RecordState | undefined;
  readonly after: RecordState | undefined;
}

export type Judgement =
  | { readonly fits: true; readonly steps: readonly Step[] }
  | { readonly fits: false; readonly conflict: Conflict };

/** Whether a unit's changes fit the current state one after the other, and the records it is based on are as they were read. */
export const judgeUnit = (unit: Unit, stored: Pick<StoredState, 'records' | 'holders'>): Judgement => {
  const broken = unit.preconditions.find(
    ({ kind, key, version }) => (stored.records.get(stateKey(kind, key))?.version ?? null) !== version,
  );
  if (broken !== undefined) return conflictOf(broken, { because: 'version' });
  const own = new Map<string, Step>();
  const steps: Step[] = [];
  for (const change of unit.changes) {
    const place = stateKey(change.kind, change.key);
    const before = own.has(place) ? own.get(place)?.after : stored.records.get(place);
    const because = whyNot(change.expectedVersion, before?.version);
    if (because !== undefined) return conflictOf(change, { because });
    const step = { change, before, after: stateAfter(change, before) };
    own.set(place, step);
    steps.push(step);
  }
  return uniqueConflict(own, stored.holders) ?? { fits: true, steps };
};

const whyNot = (
  expected: number | null | 'any',
  found: number | undefined,
): 'version' | 'exists' | undefined => {
  if (expected === 'any') return undefined;
  if (expected === null) return found === undefined ? undefined : 'exists';
  return found === expected ? undefined : 'version';
};

const stateAfter = ({ record }: EncodedChange, before: RecordState | undefined): RecordState | undefined =>
  record === undefined ? undefined : { version: (before?.version ?? 0) + 1, uniques: record[RECORD.uniques] };

const conflictOf = (
  { kind, id }: Pick<EncodedChange, 'kind' | 'id'>,
  why: Pick<Conflict, 'because' | 'unique'>,
): Judgement => ({
  fits: false,
  conflict: { kind: kind.name, id, ...why },
});

// Unique rules judge the outcome, so a record changed by the unit holds only its final values.
const uniqueConflict = (
  own: ReadonlyMap<string, Step>,
  holders: ReadonlyMap<string, string>,
): Judgement | undefined => {
  const claimed = new Set<string>();
  for (const { change, after } of own.values())
    for (const [unique, value] of Object.entries(after?.uniques ?? {})) {
      const claim = claimKey(change, unique, value);
      const holder = holders.get(claim);
      const held = holder !== undefined && !own.has(stateKey(change.kind, holder));
      if (held || claimed.has(claim)) return conflictOf(change, { because: 'unique', unique });
      claimed.add(claim);
    }
  return undefined;
};
