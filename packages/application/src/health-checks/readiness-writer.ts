import type { ReadinessProbe, Scope } from '@govgate/domain';
import { newDataPlaneObservation, observationAfterProbe } from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind, type Put } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock'>;

interface Seen {
  readonly dataPlaneId: string;
  readonly probe: ReadinessProbe;
}

const BATCH = 200;
const TRIES = 4;

/** Writes the results of probes, many planes of an environment per commit. */
export class ReadinessWriter {
  readonly #waiting = new Map<string, { readonly scope: Scope; seen: Seen[] }>();

  constructor(private readonly deps: Deps) {}

  async add(scope: Scope, dataPlaneId: string, probe: ReadinessProbe): Promise<void> {
    const key = `${scope.tenantId} ${scope.environmentId}`;
    const place = this.#waiting.get(key) ?? { scope, seen: [] };
    this.#waiting.set(key, place);
    place.seen.push({ dataPlaneId, probe });
    if (place.seen.length < BATCH) return;
    const { seen } = place;
    place.seen = [];
    await this.#write(scope, seen);
  }

  /** Writes what is pending. */
  async flush(): Promise<void> {
    for (const { scope, seen } of this.#waiting.values()) if (seen.length > 0) await this.#write(scope, seen);
    this.#waiting.clear();
  }

  // A heartbeat may intervene: then the record is read again, and after some attempts each plane is written alone, so that one busy plane
  // holds back no other's result.
  async #write(scope: Scope, seen: readonly Seen[]): Promise<void> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const changes = await this.#changesOf(scope, seen);
      if (changes.length === 0 || (await this.deps.unitOfWork.observe(changes)).committed) return;
    }
    if (seen.length > 1) for (const one of seen) await this.#write(scope, [one]);
  }

  async #changesOf(scope: Scope, seen: readonly Seen[]): Promise<Put<typeof dataPlaneObservationKind>[]> {
    const { records, clock } = this.deps;
    const ids = seen.map(({ dataPlaneId }) => dataPlaneId);
    const stored = new Map(
      (await records.getMany(dataPlaneObservationKind, scope, ids)).map((one) => [
        one.record.dataPlaneId,
        one,
      ]),
    );
    const unseen = ids.filter((id) => !stored.has(id));
    // A plane deregistered meanwhile must not reappear as an orphaned observation.
    const there = unseen.length === 0 ? [] : await records.getMany(dataPlaneKind, scope, unseen);
    const fresh = new Map(there.map(({ record }) => [record.dataPlaneId, newDataPlaneObservation(record)]));
    return seen.flatMap(({ dataPlaneId, probe }) => {
      const before = stored.get(dataPlaneId)?.record ?? fresh.get(dataPlaneId);
      if (before === undefined) return [];
      const record = observationAfterProbe(before, probe, clock.now());
      const expectedVersion = stored.get(dataPlaneId)?.version ?? null;
      return [{ kind: dataPlaneObservationKind, record, expectedVersion }];
    });
  }
}
