import type { AnyKind, Precondition, RecordFor, ScopeOfKind, Stored } from '@govgate/ports';

/** A record that was read, as a precondition of a commit. */
export const preconditionOf = <K extends AnyKind>(
  kind: K,
  { record, version }: Stored<RecordFor<K>>,
): Precondition<K> => ({
  kind,
  scope: kind.scopeOf(record) as ScopeOfKind<K>,
  id: kind.idOf(record),
  version,
});
