import { type Bundle, type ImportReport, makeImportBundle } from '@govgate/application';
import { sha256Hex } from '@govgate/domain';
import type { AnyKind, Change, GovernanceStore, IdSource } from '@govgate/ports';
import { anEvent, manualClock } from '@govgate/ports-testkit';
import fc from 'fast-check';
import { anyTalliedBundle } from './tallied-bundles.js';
import { TALLIED, type TalliedRecords } from './tallied-records.js';

/** What changes tallied records: a commit, or the import of a bundle. */
export type TalliedWork = { readonly changes: readonly Change[] } | { readonly bundle: Bundle };

const changesOf = ({ kind, records }: TalliedRecords): fc.Arbitrary<Change> =>
  fc.oneof(
    { weight: 3, arbitrary: records.map((record) => ({ kind, record, expectedVersion: 'any' as const })) },
    records.map((record) => ({
      kind,
      removed: { scope: kind.scopeOf(record), id: kind.idOf(record) },
      expectedVersion: 'any' as const,
    })),
  );

const placeOf = (change: Change): string => {
  const kind: AnyKind = change.kind;
  const place =
    'removed' in change
      ? [change.removed.scope, change.removed.id]
      : [kind.scopeOf(change.record), kind.idOf(change.record)];
  return JSON.stringify([kind.name, ...place]);
};

// A commit names each record once. It has enough of them that hardly a run leaves a kind without any.
const anyChanges = fc.uniqueArray(fc.oneof(...TALLIED.map(changesOf)), {
  minLength: 24,
  maxLength: 48,
  selector: placeOf,
});

/** Any work on records of all kinds that declare tallies. */
export const anyTalliedWork: fc.Arbitrary<TalliedWork> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ changes: anyChanges }) },
  fc.record({ bundle: anyTalliedBundle }),
);

/** Does it. Returns what an import reports. */
export const doTalliedWork = async (
  store: GovernanceStore,
  ids: IdSource,
  work: TalliedWork,
): Promise<ImportReport | undefined> => {
  if ('bundle' in work) {
    const ports = { ...store, clock: manualClock(), ids, hash: sha256Hex };
    return makeImportBundle(ports)(work.bundle, { dryRun: false, onConflict: 'replace', actor: 'cli' });
  }
  const audit = [anEvent({ auditEventId: ids.mint('auditEvent') })] as const;
  await store.unitOfWork.commit({ changes: work.changes, audit });
  return undefined;
};
