import { isSameJson } from './same-json.js';

/**
 * What a decision about one record came to: nothing to write, or the record as it is to be. `changedFields` names what
 * differs, for the audit trail; `fences` means that live sessions must be cut off, so a revocation belongs in the same commit.
 */
export type Decided<T> =
  | { readonly kind: 'no_change'; readonly record: T }
  | {
      readonly kind: 'moved';
      readonly record: T;
      readonly changedFields: readonly string[];
      readonly fences: boolean;
    };

/** The record is as requested already: answer with success, write and audit nothing. */
export const noChange = <T>(record: T): Decided<T> => ({ kind: 'no_change', record });

/** The record moves from one value to the next. */
export const moved = <T extends object>(before: T, after: T, fences = false): Decided<T> => ({
  kind: 'moved',
  record: after,
  changedFields: changedFields(before, after),
  fences,
});

// The event itself says when and by whom.
const UNREPORTED: ReadonlySet<string> = new Set(['updatedAt', 'hands']);

/** The names of the top-level fields that differ, sorted, but for when the record was changed and by whom. */
export const changedFields = <T extends object>(before: T, after: T): string[] => {
  const changed: string[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T & string>) {
    if (before[key] === after[key] || UNREPORTED.has(key)) continue;
    if (!isSameJson(before[key] ?? null, after[key] ?? null)) changed.push(key);
  }
  return changed.sort();
};
