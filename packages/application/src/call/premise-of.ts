import type { AnyKind, Premise, RecordFor, ScopeOfKind, Stored } from '@govgate/ports';

/** A record that was read, as a premise of a commit. */
export const premiseOf = <K extends AnyKind>(
  kind: K,
  { record, version }: Stored<RecordFor<K>>,
): Premise<K> => ({ kind, scope: kind.scopeOf(record) as ScopeOfKind<K>, id: kind.idOf(record), version });
