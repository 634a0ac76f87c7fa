import type { DataPlaneObservation, Instant, Scope } from '@govgate/domain';
import { appliedRevocation } from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { countedPage } from '../paging/counted-page.js';

/** One plane's progress with a revocation. */
export interface PlaneProof {
  readonly dataPlaneId: string;
  readonly applied: boolean;
  readonly appliedAt: Instant | null;
  readonly lastSeenAt: Instant | null;
  readonly lastRevocationSequence: number;
}

/** A revocation's progress: the proof that what it fences is fenced. */
export interface RevocationProof {
  /** Whether every plane of the environment has applied it. Without planes, nothing is left to fence. */
  readonly complete: boolean;
  readonly applied: number;
  readonly pending: number;
  /** Those that have not applied it first, the furthest behind before the others; at most a hundred of each. */
  readonly items: readonly PlaneProof[];
}

const MOST_OF_EACH = 100;

type Deps = Pick<Ports, 'records'>;

/** Which planes have applied the revocations up to a position in the feed, when, and which have not (docs/spec/client-surfaces.md, docs/spec/sessions.md). */
export const revocationProof = async (
  { records }: Deps,
  scope: Scope,
  sequence: number,
): Promise<RevocationProof> => {
  const observed = (range: { readonly from?: number; readonly to?: number }) =>
    countedPage(records, dataPlaneObservationKind, scope, {
      where: { range: { attribute: 'lastRevocationSequence', ...range } },
      order: { by: 'lastRevocationSequence', direction: 'asc' },
      limit: MOST_OF_EACH,
    });
  const [planes, behind, reached] = await Promise.all([
    records.count(dataPlaneKind, scope),
    observed({ to: sequence }),
    observed({ from: sequence }),
  ]);
  const applied = reached.totalCount;
  // Every plane is registered with an observation; one without would count as pending.
  const pending = Math.max(planes - applied, behind.totalCount);
  const items = [...behind.items, ...reached.items].map(({ record }) => proofOf(record, sequence));
  return { complete: pending === 0, applied, pending, items };
};

const proofOf = (observation: DataPlaneObservation, sequence: number): PlaneProof => ({
  dataPlaneId: observation.dataPlaneId,
  ...appliedRevocation(observation, sequence),
  lastSeenAt: observation.lastSeenAt,
  lastRevocationSequence: observation.lastRevocationSequence,
});
