import { appliedRevocation, type DataPlaneObservation, type Instant, type Scope } from '@govgate/domain';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

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
  /** Those that have not applied it first; at most a hundred of each. */
  readonly items: readonly PlaneProof[];
}

const MOST_OF_EACH = 100;
/** Planes never heard from have no observation, and are looked for among this many. */
const MOST_UNHEARD = 1_000;

type Deps = Pick<Ports, 'records'>;

/** Which planes have applied the revocations up to a position in the feed, when, and which have not (decisions, sections 6 and 16). */
export const revocationProof = async (
  deps: Deps,
  scope: Scope,
  sequence: number,
): Promise<RevocationProof> => {
  const { records } = deps;
  const [planes, heard, applied] = await Promise.all([
    records.count(dataPlaneKind, scope),
    records.count(dataPlaneObservationKind, scope),
    records.count(dataPlaneObservationKind, scope, atLeast(sequence)),
  ]);
  const observed = async (range: { readonly from?: number; readonly to?: number }) => {
    const where = { range: { attribute: 'lastRevocationSequence', ...range } } as const;
    const page = await records.page(dataPlaneObservationKind, scope, { where, limit: MOST_OF_EACH });
    return page.items.map(({ record }) => proofOf(record.dataPlaneId, record, sequence));
  };
  const unheard = planes > heard ? await unheardOf(deps, scope, sequence) : [];
  const pending = Math.max(planes, heard) - applied;
  const behind = [...unheard, ...(await observed({ to: sequence }))].slice(0, MOST_OF_EACH);
  const items = [...behind, ...(await observed({ from: sequence }))];
  return { complete: pending === 0, applied, pending, items };
};

const atLeast = (sequence: number) =>
  ({ range: { attribute: 'lastRevocationSequence', from: sequence } }) as const;

const unheardOf = async ({ records }: Deps, scope: Scope, sequence: number): Promise<PlaneProof[]> => {
  const { items } = await records.page(dataPlaneKind, scope, { limit: MOST_UNHEARD });
  const ids = items.map(({ record }) => record.dataPlaneId);
  const heard = await records.getMany(dataPlaneObservationKind, scope, ids);
  const known = new Set(heard.map(({ record }) => record.dataPlaneId));
  return ids.filter((id) => !known.has(id)).map((id) => proofOf(id, undefined, sequence));
};

const proofOf = (
  dataPlaneId: string,
  observation: DataPlaneObservation | undefined,
  sequence: number,
): PlaneProof => ({
  dataPlaneId,
  ...appliedRevocation(observation, sequence),
  lastSeenAt: observation?.lastSeenAt ?? null,
  lastRevocationSequence: observation?.lastRevocationSequence ?? 0,
});
