import { canonicalJson, type Json } from '@govgate/domain';
import { kept } from './applied-state.js';
import type { Change } from './change.js';
import type { DesiredResource, Live, Plain, ResourceKind, StepCall } from './resource.js';

/** What was last applied from the files. */
export interface Applied {
  /** Null: nothing, before the apply in progress. */
  readonly record: Plain | null;
  /** What an apply was about to make of it when last heard of; null: remove it. */
  readonly pending?: Plain | null;
}

/** The three states of a resource. */
export interface Sides {
  readonly applied: Applied | undefined;
  readonly wanted: DesiredResource | undefined;
  readonly live: Live | undefined;
}

/** How to treat changes made elsewhere, and resources no longer in the files. */
export interface Rules {
  /** Files win over manual edits, and over resources never applied from them. */
  readonly overwrite: boolean;
  readonly prunes: boolean;
  /** In milliseconds since 1970. */
  readonly now: number;
}

interface Compared {
  readonly kind: ResourceKind;
  readonly id: string;
}

/**
 * The three-way difference of a resource: what was last applied distinguishes an edit of the files from a manual edit, and a manual edit is
 * never overwritten unless requested.
 */
export const differenceOf = (
  { kind, id }: Compared,
  { applied, wanted, live }: Sides,
  rules: Rules,
): Change => {
  if (wanted === undefined) return withoutFile({ kind, id }, { applied, live }, rules);
  const record = kind.normal(wanted.record);
  if (live === undefined) {
    if (kind.hasEnded?.(record, rules.now)) return left(id, 'It has expired; take it out of the files.');
    return isRemovedByHand(kind, applied, rules) && !rules.overwrite
      ? conflict(id, [], 'It was removed by hand.')
      : change(
          { kind, id },
          { calls: kind.create(record), live: undefined, after: record, fields: Object.keys(record) },
        );
  }
  const fields = fieldsThatDiffer(kind, record, live.record);
  if (fields.length === 0) return { what: 'nothing', id, record };
  const fixed = kind.fixed(live, fields);
  if (fixed !== undefined) return conflict(id, fields, fixed);
  const edited = rules.overwrite ? [] : editedByHand(kind, fields, { applied, live });
  if (edited.length > 0)
    return conflict(
      id,
      edited,
      applied === undefined ? 'It exists, but was never applied from these files.' : 'It was edited by hand.',
    );
  const calls =
    kind.remove !== undefined && kind.hasEnded?.(record, rules.now)
      ? kind.remove(live)
      : kind.update(record, live, fields);
  return change({ kind, id }, { calls, live, after: record, fields });
};

// What has expired was removed by nobody.
const isRemovedByHand = (
  { replaces = false, hasEnded }: ResourceKind,
  applied: Applied | undefined,
  { now }: Rules,
): boolean =>
  applied !== undefined &&
  applied.record !== null &&
  !hasEnded?.(applied.record, now) &&
  applied.pending !== null &&
  !(replaces && applied.pending !== undefined);

const withoutFile = (
  { kind, id }: Compared,
  { applied, live }: Omit<Sides, 'wanted'>,
  { prunes, overwrite }: Rules,
): Change => {
  if (live === undefined) return { what: 'gone', id, rests: null };
  const rests = kind.rests?.(live.record) ?? null;
  if (rests !== null && fieldsThatDiffer(kind, rests, live.record).length === 0)
    return { what: 'gone', id, rests };
  if (kind.remove === undefined) return left(id, 'It is no longer in the files. It cannot be removed.');
  if (!prunes) return left(id, `It is no longer in the files. --prune ${kind.kind} removes it.`);
  const edited = overwrite ? [] : editedByHand(kind, Object.keys(live.record), { applied, live });
  if (edited.length > 0) return conflict(id, edited, 'It was edited by hand.');
  return { ...change({ kind, id }, { calls: kind.remove(live), live, after: null, fields: [] }), rests };
};

const left = (id: string, note: string): Change => ({ what: 'left', id, note });

const conflict = (id: string, fields: readonly string[], because: string): Change => ({
  what: 'conflict',
  id,
  fields,
  because,
});

interface Planned {
  readonly calls: readonly StepCall[];
  readonly live: Live | undefined;
  readonly after: Plain | null;
  readonly fields: readonly string[];
}

// The first call names the observed state; our own call has changed it by the next one.
const change = (
  { kind: { kind }, id }: Compared,
  { calls, live, after, fields }: Planned,
): Extract<Change, { what: 'change' }> => ({
  what: 'change',
  id,
  steps: calls.map((call, i) => ({
    kind,
    id,
    ...call,
    etag: i === 0 ? (live?.etag ?? null) : null,
    fields,
  })),
  before: live?.record ?? null,
  after,
  rests: after,
});

/** The fields in which desired and actual state differ. */
const fieldsThatDiffer = (kind: ResourceKind, wanted: Plain, live: Plain): string[] =>
  Object.keys(wanted).filter((field) => {
    const satisfied = kind.satisfies?.[field];
    return satisfied === undefined
      ? textOf(wanted[field]) !== textOf(live[field])
      : !satisfied(wanted[field], live[field]);
  });

// What was applied is kept with long values as hashes.
const textOf = (value: unknown): string => canonicalJson(kept(value ?? null) as Json);

interface AppliedAndLive {
  readonly applied: Applied | undefined;
  readonly live: Live;
}

// An interrupted apply leaves each field as it was, as intended, or on the way between the two.
const editedByHand = (
  kind: ResourceKind,
  fields: readonly string[],
  { applied, live }: AppliedAndLive,
): readonly string[] => {
  if (applied === undefined) return fields;
  const sides = [applied.record, applied.pending].filter((side) => side !== null && side !== undefined);
  const moved = sides.map((side) => new Set(fieldsThatDiffer(kind, side, live.record)));
  return fields
    .filter((field) => moved.every((differing) => differing.has(field)))
    .filter((field) => !isOnTheWay(kind, field, { applied, live }));
};

const isOnTheWay = (
  kind: ResourceKind,
  field: string,
  { applied: { record, pending }, live }: AppliedAndLive & { readonly applied: Applied },
): boolean =>
  pending !== undefined &&
  pending !== null &&
  (kind.onTheWay?.[field]?.(record?.[field], pending[field], live.record[field]) ?? false);
