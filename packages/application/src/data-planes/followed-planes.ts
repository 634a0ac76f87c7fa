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
  type RecordStore,
  type Stored,
} from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import { type ObservedPlane, observedPlane } from './data-plane-view.js';

/** The state of a plane held in the columns. A plane that was registered again restarts its versions, so its time counts too. */
interface HeldState {
  createdAt: string;
  plane: number;
  /** 0: never observed. */
  observation: number;
  /** The records of recently shown planes. */
  shown: ObservedPlane | undefined;
}

/** Records cached per environment: some pages, so that repeating a page needs no reading. */
const SHOWN = 1_000;

interface Changes {
  readonly planes: Changed<DataPlane>[];
  readonly observations: Changed<DataPlaneObservation>[];
  planesAt: number;
  observationsAt: number;
}

/** How often planes are read again while they keep changing between two reads. */
const LOOKS = 10;

/**
 * The columns of one environment, kept current by following changes in the store, made by any process, without gaps. They always hold one
 * consistent state of the store.
 */
export class FollowedPlanes {
  readonly columns = new DataPlaneColumns();
  readonly #held = new Map<string, HeldState>();
  readonly #shown = new LRUCache<HeldState, true>({
    max: SHOWN,
    dispose: (_, held) => {
      held.shown = undefined;
    },
    noDisposeOnSet: true,
  });
  #planesAt = 0;
  #observationsAt = 0;
  #running: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  constructor(
    private readonly records: RecordStore,
    private readonly scope: Scope,
  ) {}

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
    return this.#held.get(dataPlaneId)?.shown;
  }

  /** Caches records that are in exactly the columns' state; returns whether they are. */
  show(plane: Stored<DataPlane>, observation: Stored<DataPlaneObservation> | undefined): boolean {
    const held = this.#held.get(plane.record.dataPlaneId);
    const isSame =
      held !== undefined &&
      held.plane === plane.version &&
      held.createdAt === plane.record.createdAt &&
      held.observation === (observation?.version ?? 0);
    if (isSame) this.#keep(held, observedPlane(plane.record, observation));
    return isSame;
  }

  #keep(held: HeldState, shown: ObservedPlane): void {
    held.shown = shown;
    this.#shown.set(held, true);
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
      this.#apply(await this.#read());
    } finally {
      this.#running = undefined;
    }
  }

  // Observations first: whatever is observed belongs to a plane found by the second read. If planes changed, the observations are read
  // again, so that changes to both by one commit appear together.
  async #read(): Promise<Changes> {
    const { records, scope } = this;
    const read: Changes = {
      planes: [],
      observations: [],
      planesAt: this.#planesAt,
      observationsAt: this.#observationsAt,
    };
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const observed = await records.changedSince(dataPlaneObservationKind, scope, read.observationsAt);
      const planes = await records.changedSince(dataPlaneKind, scope, read.planesAt);
      for (const change of observed.changes) read.observations.push(change);
      for (const change of planes.changes) read.planes.push(change);
      read.observationsAt = observed.revision;
      read.planesAt = planes.revision;
      if (planes.changes.length === 0) break;
    }
    return read;
  }

  // In one step, so that no query sees a part of it.
  #apply({ planes, observations, planesAt, observationsAt }: Changes): void {
    for (const { id, stored } of planes) {
      if (stored === undefined) this.#forget(id);
      else this.#takePlane(stored);
    }
    for (const { id, stored } of observations) this.#takeObservation(id, stored);
    this.#planesAt = planesAt;
    this.#observationsAt = observationsAt;
  }

  #forget(id: string): void {
    const held = this.#held.get(id);
    if (held !== undefined) this.#shown.delete(held);
    this.#held.delete(id);
    this.columns.remove(id);
  }

  #takePlane({ record, version }: Stored<DataPlane>): void {
    this.columns.put(record);
    const held = this.#held.get(record.dataPlaneId);
    if (held === undefined) {
      const { createdAt } = record;
      this.#held.set(record.dataPlaneId, { createdAt, plane: version, observation: 0, shown: undefined });
      return;
    }
    held.createdAt = record.createdAt;
    held.plane = version;
    if (held.shown !== undefined) held.shown = { plane: record, observation: held.shown.observation };
  }

  #takeObservation(dataPlaneId: string, stored: Stored<DataPlaneObservation> | undefined): void {
    const held = this.#held.get(dataPlaneId);
    if (held === undefined) return;
    const observation = stored?.record ?? newDataPlaneObservation({ dataPlaneId, ...this.scope });
    held.observation = stored?.version ?? 0;
    if (held.shown !== undefined) held.shown = { plane: held.shown.plane, observation };
    this.columns.observe(observation);
  }
}
