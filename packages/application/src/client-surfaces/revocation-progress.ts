import type { ClientSurface, Scope } from '@govgate/domain';
import { type RevocationState, revocationStateOf } from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'records' | 'revocations'>;

/** Environments whose feeds are cached; more than a process serves at a time. */
const REMEMBERED = 1_000;
const CHUNK = 1_000;

/** What was read of a feed so far: positions never change, so they are read once. */
interface ReadFeed {
  reached: number;
  /** Only revocations of surfaces. */
  readonly sequences: Map<string, number>;
}

/** An environment with revocations of surfaces. */
interface Environment {
  readonly scope: Scope;
  readonly planes: number;
  readonly sequences: ReadonlyMap<string, number | undefined>;
}

/** Tracks how far data planes have applied the revocations of surfaces (docs/spec/client-surfaces.md). */
export class RevocationProgress {
  readonly #feeds = new LRUCache<string, ReadFeed>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });

  constructor(private readonly deps: Deps) {}

  /** Looks up what the revoked ones among some surfaces need; free if none is revoked. */
  async of(surfaces: readonly ClientSurface[]): Promise<(surface: ClientSurface) => RevocationState> {
    const revoked = surfaces.filter(({ approvalState }) => approvalState === 'revoked');
    const environments = await Promise.all(
      [...byEnvironment(revoked)].map(([environmentId, { tenantId, ids }]) =>
        this.#environment({ tenantId, environmentId }, ids),
      ),
    );
    return this.#statesIn(environments);
  }

  /** What only commits change of an environment: where its revocations stand, and how many planes it has. */
  async #environment(scope: Scope, ids: readonly string[]): Promise<Environment> {
    const [sequences, planes] = await Promise.all([
      this.#sequences(scope, ids),
      this.deps.records.count(dataPlaneKind, scope),
    ]);
    return { scope, planes, sequences: new Map(ids.map((id) => [id, sequences.get(id)])) };
  }

  async #statesIn(
    environments: readonly Environment[],
  ): Promise<(surface: ClientSurface) => RevocationState> {
    const found = await Promise.all(
      environments.map(async (one) => [one.scope.environmentId, await this.#applied(one)] as const),
    );
    const applied = new Map(found);
    const sequences = new Map(environments.flatMap((one) => [...one.sequences]));
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
  async #applied({ scope, planes }: Environment): Promise<readonly number[]> {
    const reached = await this.deps.records.countBy(
      dataPlaneObservationKind,
      scope,
      'lastRevocationSequence',
    );
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
