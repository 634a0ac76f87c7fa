import { type ClientSurface, type RevocationState, revocationStateOf, type Scope } from '@govgate/domain';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'records' | 'revocations'>;

/** Whether a surface's revocation has reached every data plane. */
export type RevocationStates = (surface: ClientSurface) => RevocationState;

/** Environments whose feeds are cached; more than a process serves at a time. */
const REMEMBERED = 1_000;
const CHUNK = 1_000;

/** What was read of a feed so far: positions never change, so they are read once. */
interface ReadFeed {
  reached: number;
  /** Only revocations of surfaces. */
  readonly sequences: Map<string, number>;
}

/** Tracks how far data planes have applied the revocations of surfaces (decisions, section 6). */
export class RevocationProgress {
  readonly #feeds = new LRUCache<string, ReadFeed>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });

  constructor(private readonly deps: Deps) {}

  /** Looks up what the revoked ones among some surfaces need; free if none is revoked. */
  async of(surfaces: readonly ClientSurface[]): Promise<RevocationStates> {
    const revoked = surfaces.filter(({ approvalState }) => approvalState === 'revoked');
    const sequences = new Map<string, number | undefined>();
    const applied = new Map<string, readonly number[]>();
    for (const [environmentId, revocations] of byEnvironment(revoked)) {
      const scope = { tenantId: revocations.tenantId, environmentId };
      const found = await this.#sequences(scope, revocations.ids);
      for (const id of revocations.ids) sequences.set(id, found.get(id));
      applied.set(environmentId, await this.#applied(scope));
    }
    return (surface) =>
      revocationStateOf(
        surface,
        (revocationId) => sequences.get(revocationId),
        (environmentId) => applied.get(environmentId) ?? [],
      );
  }

  async #sequences(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const feed = this.#feedOf(scope);
    while (ids.some((id) => !feed.sequences.has(id))) {
      const read = await this.deps.revocations.after(scope, feed.reached, CHUNK);
      for (const { subjectType, revocationId, sequence } of read)
        if (subjectType === 'client_surface') feed.sequences.set(revocationId, sequence);
      feed.reached = Math.max(feed.reached, read.at(-1)?.sequence ?? 0);
      if (read.length < CHUNK) break;
    }
    return feed.sequences;
  }

  // How far an environment's planes are, each value once. A plane without an observation has applied nothing.
  async #applied(scope: Scope): Promise<readonly number[]> {
    const { records } = this.deps;
    const [planes, reached] = await Promise.all([
      records.count(dataPlaneKind, scope),
      records.countBy(dataPlaneObservationKind, scope, 'lastRevocationSequence'),
    ]);
    const observed = [...reached.values()].reduce((sum, count) => sum + count, 0);
    return [...reached.keys()].map(Number).concat(planes > observed ? [0] : []);
  }

  #feedOf({ tenantId, environmentId }: Scope): ReadFeed {
    const key = JSON.stringify([tenantId, environmentId]);
    const known = this.#feeds.get(key);
    if (known !== undefined) return known;
    const feed: ReadFeed = { reached: 0, sequences: new Map() };
    this.#feeds.set(key, feed);
    return feed;
  }
}

const byEnvironment = (
  revoked: readonly ClientSurface[],
): ReadonlyMap<string, { readonly tenantId: string; readonly ids: readonly string[] }> => {
  const grouped = new Map<string, { tenantId: string; ids: string[] }>();
  for (const { tenantId, revocations } of revoked)
    for (const { environmentId, revocationId } of revocations) {
      const group = grouped.get(environmentId) ?? { tenantId, ids: [] };
      group.ids.push(revocationId);
      grouped.set(environmentId, group);
    }
  return grouped;
};
