import {
  type DataPlane,
  DataPlaneColumns,
  type DataPlaneObservation,
  newDataPlaneObservation,
  type Scope,
} from '@govgate/domain';
import {
  type Changed,
  dataPlaneKind,
  dataPlaneObservationKind,
  type RecordFor,
  type ScopeOfKind,
  type Stored,
} from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { Ports } from '../call/ports.js';
import { type ObservedPlane, observedPlane } from './data-plane-view.js';
import { HeldVersions } from './held-versions.js';

type Deps = Pick<Ports, 'records' | 'patience'>;

/** Records cached per environment: some pages, so that repeating a page needs no reading. */
const SHOWN = 1_000;

type PlaneChanges = readonly Changed<DataPlane>[];
type ObservationChanges = readonly Changed<DataPlaneObservation>[];

/** Changes read at once: nothing else runs meanwhile. */
const STEP = 500;

/** More changes than there are. */
const ALL = 1_000_000_000;

/** How often planes are read again while they keep changing between two reads. */
const LOOKS = 10;

/**
 * The columns of one environment, kept current by following changes in the store, made by any process, without gaps. They always hold one
 * consistent state of the store.
 */
export class FollowedPlanes {
  #columns = new DataPlaneColumns();
  readonly #held = new HeldVersions();
  /** The records of recently shown planes, by slot. */
  readonly #shown = new LRUCache<number, ObservedPlane>({ max: SHOWN });
  #planesAt = 0;
  #observationsAt = 0;
  #isFilled = false;
  #running: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  constructor(
    private readonly deps: Deps,
    private readonly scope: Scope,
    private readonly step = STEP,
  ) {}

  /** Of use once `follow` resolved. */
  get columns(): DataPlaneColumns {
    return this.#columns;
  }

  /** Brings the columns to a state no older than this call. Calls waiting for the same one share it. */
  follow(): Promise<void> {
    if (this.#waiting !== undefined) return this.#waiting;
    if (this.#running === undefined) return this.#start();
    // The update in progress may have begun before what this caller must see.
    this.#waiting = this.#running.then(this.#startNext, this.#startNext);
    return this.#waiting;
  }

  /** A plane in exactly the columns' state, if cached. */
  shown(dataPlaneId: string): ObservedPlane | undefined {
    const slot = this.#columns.slotOf(dataPlaneId);
    return slot === undefined ? undefined : this.#shown.get(slot);
  }

  /** Caches records that are in exactly the columns' state; returns whether they are. */
  show(
    { record, version }: Stored<DataPlane>,
    observation: Stored<DataPlaneObservation> | undefined,
  ): boolean {
    const slot = this.#columns.slotOf(record.dataPlaneId);
    const { createdAt } = record;
    const versions = { createdAt, plane: version, observation: observation?.version ?? 0 };
    const isSame = slot !== undefined && this.#held.areHeld(slot, versions);
    if (isSame) this.#shown.set(slot, observedPlane(record, observation));
    return isSame;
  }

  readonly #startNext = (): Promise<void> => {
    this.#waiting = undefined;
    return this.#start();
  };

  #start(): Promise<void> {
    this.#running = this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      await (this.#isFilled ? this.#update([]) : this.#fill());
    } finally {
      this.#running = undefined;
    }
  }

  // Nobody queries the columns before they are filled, so that they can take step after step and no step is held in memory for longer.
  async #fill(): Promise<void> {
    try {
      const early: Changed<DataPlaneObservation>[] = [];
      this.#planesAt = await this.#eachStep(dataPlaneKind, 0, (planes) => this.#takePlanes(planes));
      this.#observationsAt = await this.#eachStep(dataPlaneObservationKind, 0, (observations) => {
        this.#takeObservations(observations);
        early.push(...observations.filter(({ id }) => this.#columns.slotOf(id) === undefined));
      });
      await this.#update(early);
      this.#isFilled = true;
    } catch (fault) {
      // What was removed since would not be told again.
      this.#columns = new DataPlaneColumns();
      this.#shown.clear();
      throw fault;
    }
  }

  // Observations first: whatever is observed belongs to a plane found by the second read. If planes changed, the observations are read
  // again, so that changes to both by one commit appear together.
  async #update(early: ObservationChanges): Promise<void> {
    const planes: Changed<DataPlane>[] = [];
    const observations = [...early];
    let [planesAt, observationsAt] = [this.#planesAt, this.#observationsAt];
    for (let looks = 0; looks < LOOKS; looks += 1) {
      observationsAt = await this.#eachStep(dataPlaneObservationKind, observationsAt, (some) => {
        observations.push(...some);
      });
      const before = planes.length;
      planesAt = await this.#eachStep(dataPlaneKind, planesAt, (some) => {
        planes.push(...some);
      });
      if (planes.length === before) break;
    }
    // In one go, so that no query sees a part of it.
    this.#takePlanes(planes);
    this.#takeObservations(observations);
    this.#planesAt = planesAt;
    this.#observationsAt = observationsAt;
  }

  /**
   * Takes what changed since a revision; gives the revision reached, which was the latest, so that what was taken is one state. What was
   * written during the steps is taken at once, as writers who never rest would otherwise have the last word for ever.
   */
  async #eachStep<K extends typeof dataPlaneKind | typeof dataPlaneObservationKind>(
    kind: K,
    since: number,
    take: (changes: readonly Changed<RecordFor<K>>[]) => void,
  ): Promise<number> {
    for (let at = since, goal = Number.POSITIVE_INFINITY; ; ) {
      const scope = this.scope as ScopeOfKind<K>;
      const limit = at < goal ? this.step : ALL;
      const { changes, revision, latest } = await this.deps.records.changedSince(kind, scope, at, limit);
      take(changes);
      if (revision === latest) return revision;
      at = revision;
      goal = Math.min(goal, latest);
      await this.deps.patience.wait(0);
    }
  }

  #takePlanes(planes: PlaneChanges): void {
    for (const { id, stored } of planes) {
      if (stored === undefined) this.#forget(id);
      else this.#takePlane(stored);
    }
  }

  #takeObservations(observations: ObservationChanges): void {
    for (const { id, stored } of observations) this.#takeObservation(id, stored);
  }

  #forget(id: string): void {
    const slot = this.#columns.slotOf(id);
    if (slot !== undefined) this.#shown.delete(slot);
    this.#columns.remove(id);
  }

  #takePlane({ record, version }: Stored<DataPlane>): void {
    const known = this.#columns.slotOf(record.dataPlaneId);
    const slot = this.#columns.put(record);
    this.#held.setPlane(slot, { createdAt: record.createdAt, plane: version });
    if (known === undefined) this.#held.setObservation(slot, 0);
    const shown = this.#shown.peek(slot);
    if (shown !== undefined) this.#shown.set(slot, { ...shown, plane: record });
  }

  #takeObservation(dataPlaneId: string, stored: Stored<DataPlaneObservation> | undefined): void {
    const slot = this.#columns.slotOf(dataPlaneId);
    if (slot === undefined) return;
    const observation = stored?.record ?? newDataPlaneObservation({ dataPlaneId, ...this.scope });
    this.#held.setObservation(slot, stored?.version ?? 0);
    const shown = this.#shown.peek(slot);
    if (shown !== undefined) this.#shown.set(slot, { ...shown, observation });
    this.#columns.observe(observation);
  }
}
