import { canonicalJson, type Json } from '@govgate/domain';
import type { Change } from './change.js';
import type { Live, Plain, ResourceKind, StepCall, Wanted } from './resource.js';

/** What was applied last from the files. */
export interface Applied {
  /** Null: nothing was, before the apply that is under way. */
  readonly record: Plain | null;
  /** What an apply was about to make of it when it was heard of last; null: to remove it. */
  readonly pending?: Plain | null;
}

/** The three states of a resource. */
export interface Sides {
  readonly applied: Applied | undefined;
  readonly wanted: Wanted | undefined;
  readonly live: Live | undefined;
}

/** What is done about what somebody changed elsewhere, and about what files do not say any more. */
export interface Rules {
  /** Files win over edits by hand, and over what was never applied from them. */
  readonly overwrite: boolean;
  readonly prunes: boolean;
}

/**
 * The three-way difference of a resource: what was applied last tells an edit of the files from an edit by hand, and an edit by hand is
 * never overwritten unless that is asked for.
 */
export const differenceOf = (
  kind: ResourceKind,
  id: string,
  { applied, wanted, live }: Sides,
  rules: Rules,
): Change => {
  if (wanted === undefined) return withoutFile(kind, id, applied, live, rules);
  const record = kind.normal(wanted.record);
  if (live === undefined) {
    return isRemovedByHand(kind, applied) && !rules.overwrite
      ? conflict(id, [], 'It was removed by hand.')
      : change(kind, id, kind.create(record), undefined, record, Object.keys(record));
  }
  const fields = fieldsThatDiffer(kind, record, live.record);
  if (fields.length === 0) return { what: 'nothing', id, record };
  const fixed = kind.fixed(live, fields);
  if (fixed !== undefined) return conflict(id, fields, fixed);
  const edited = rules.overwrite ? [] : editedByHand(kind, fields, applied, live);
  if (edited.length > 0)
    return conflict(
      id,
      edited,
      applied === undefined
        ? 'It is there, and was never applied from these files.'
        : 'It was edited by hand.',
    );
  return change(kind, id, kind.update(record, live, fields), live, record, fields);
};

const isRemovedByHand = ({ replaces = false }: ResourceKind, applied: Applied | undefined): boolean =>
  applied !== undefined &&
  applied.record !== null &&
  applied.pending !== null &&
  !(replaces && applied.pending !== undefined);

const withoutFile = (
  kind: ResourceKind,
  id: string,
  applied: Applied | undefined,
  live: Live | undefined,
  { prunes, overwrite }: Rules,
): Change => {
  if (live === undefined) return { what: 'gone', id, rests: null };
  const rests = kind.rests?.(live.record) ?? null;
  if (rests !== null && fieldsThatDiffer(kind, rests, live.record).length === 0)
    return { what: 'gone', id, rests };
  if (kind.remove === undefined) return { what: 'left', id, because: 'It cannot be removed.' };
  if (!prunes) return { what: 'left', id, because: `--prune ${kind.kind} removes it.` };
  const edited = overwrite ? [] : editedByHand(kind, Object.keys(live.record), applied, live);
  if (edited.length > 0) return conflict(id, edited, 'It was edited by hand.');
  return { ...change(kind, id, kind.remove(live), live, null, []), rests };
};

const conflict = (id: string, fields: readonly string[], because: string): Change => ({
  what: 'conflict',
  id,
  fields,
  because,
});

// The first call names the state that was seen; by the next one it has moved on by our own hand.
const change = (
  { kind }: ResourceKind,
  id: string,
  calls: readonly StepCall[],
  live: Live | undefined,
  after: Plain | null,
  fields: readonly string[],
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

/** The fields in which what is said and what is there differ. */
const fieldsThatDiffer = (kind: ResourceKind, wanted: Plain, live: Plain): string[] =>
  Object.keys(wanted).filter((field) => {
    const satisfied = kind.satisfies?.[field];
    return satisfied === undefined
      ? textOf(wanted[field]) !== textOf(live[field])
      : !satisfied(wanted[field], live[field]);
  });

const textOf = (value: unknown): string => canonicalJson((value ?? null) as Json);

// An apply that died leaves each field as it was, as it was to be, or on its way from the one to the other.
const editedByHand = (
  kind: ResourceKind,
  fields: readonly string[],
  applied: Applied | undefined,
  live: Live,
): readonly string[] => {
  if (applied === undefined) return fields;
  const sides = [applied.record, applied.pending].filter((side) => side !== null && side !== undefined);
  const moved = sides.map((side) => new Set(fieldsThatDiffer(kind, side, live.record)));
  return fields
    .filter((field) => moved.every((differing) => differing.has(field)))
    .filter((field) => !isOnTheWay(kind, field, applied, live));
};

const isOnTheWay = (kind: ResourceKind, field: string, { record, pending }: Applied, live: Live): boolean =>
  pending !== undefined &&
  pending !== null &&
  (kind.onTheWay?.[field]?.(record?.[field], pending[field], live.record[field]) ?? false);
