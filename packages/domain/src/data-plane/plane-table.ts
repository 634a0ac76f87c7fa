import { epochMsOf } from '../instant.js';
import { compareText } from '../text-order.js';
import {
  type DataPlane,
  type DataPlaneObservation,
  DEPLOYMENT_MODES,
  type DesiredState,
  NOTHING_DESIRED,
  newDataPlaneObservation,
} from './data-plane.js';
import { grown } from './grown.js';
import { SharedTexts } from './shared-texts.js';
import { SortedSlots } from './sorted-slots.js';
import { SyncColumns } from './sync-columns.js';
import { comparedPosition, type DesiredVersion, msOf, type SyncPosition } from './sync-state.js';

/** How a position's kind is encoded in the columns. */
export const SYNC_KIND = { in_sync: 0, rejected: 1, differs: 2 } as const satisfies Record<
  SyncPosition['kind'],
  number
>;

/** The `lastSeen` value of a plane that was never seen: before all times. */
export const NEVER_SEEN = -1;

/** Why a plane counts as draining: an operator's order, or its own report. */
const DRAIN_BIT = { ordered: 1, reported: 2 } as const;

const FIRST_CAPACITY = 64;

/**
 * What lists need of an environment's planes, in typed columns: a row is a slot. Everything here is independent of the clock, which a query
 * adds.
 */
export class PlaneTable {
  ids: string[] = [];
  names: string[] = [];
  live = new Uint8Array(FIRST_CAPACITY);
  serving = new Uint8Array(FIRST_CAPACITY);
  /** DRAIN_BIT values combined; 0: not draining, as in `drainStateOf`. */
  draining = new Uint8Array(FIRST_CAPACITY);
  modes = new Uint8Array(FIRST_CAPACITY);
  policyKinds = new Uint8Array(FIRST_CAPACITY);
  configKinds = new Uint8Array(FIRST_CAPACITY);
  regions = new Int32Array(FIRST_CAPACITY);
  sessions = new Float64Array(FIRST_CAPACITY);
  lastSeen = new Float64Array(FIRST_CAPACITY);
  policySince = new Float64Array(FIRST_CAPACITY);
  configSince = new Float64Array(FIRST_CAPACITY);
  /** Each slot's rank by id. */
  idRanks = new Int32Array(FIRST_CAPACITY);
  regionTexts: string[] = [];
  /** Slots ever used; some may be empty. */
  used = 0;

  readonly byId = new SortedSlots(
    (a, b) => this.#compareIds(a, b),
    (slot) => this.live[slot] === 1,
  );
  readonly byName = new SortedSlots(
    (a, b) => compareText(this.nameOf(a), this.nameOf(b)) || this.#compareIds(a, b),
    (slot) => this.live[slot] === 1,
  );
  readonly byRegion = new SortedSlots(
    (a, b) => compareText(this.regionOf(a), this.regionOf(b)) || this.#compareIds(a, b),
    (slot) => this.live[slot] === 1,
  );

  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #regionCodes = new Map<string, number>();
  readonly #versions = new SharedTexts();
  readonly #policySyncs = new SyncColumns(this.#versions, FIRST_CAPACITY);
  readonly #configSyncs = new SyncColumns(this.#versions, FIRST_CAPACITY);
  #desired: DesiredState = NOTHING_DESIRED;
  #desiredPolicy = desiredPolicyOf(NOTHING_DESIRED);
  #desiredConfig = desiredConfigOf(NOTHING_DESIRED);

  get size(): number {
    return this.#slots.size;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  idOf(slot: number): string {
    return this.ids[slot] as string;
  }

  nameOf(slot: number): string {
    return this.names[slot] as string;
  }

  regionOf(slot: number): string {
    return this.regionTexts[this.regions[slot] as number] as string;
  }

  regionCode(text: string): number | undefined {
    return this.#regionCodes.get(text);
  }

  /** Sets a plane's record and orders, and returns its slot. A new plane counts as never seen until it is observed. */
  put(plane: DataPlane): number {
    const known = this.#slots.get(plane.dataPlaneId);
    const slot = known ?? this.#take(plane.dataPlaneId);
    this.#name(slot, plane.displayName);
    this.#place(slot, plane.location.region);
    this.modes[slot] = DEPLOYMENT_MODES.indexOf(plane.deploymentMode);
    if (known === undefined) this.observe(newDataPlaneObservation(plane));
    this.#drain(slot, DRAIN_BIT.ordered, plane.drainRequestedAt !== null);
    return slot;
  }

  /** Sets the observation of a plane in the table; ignored for others. */
  observe(observation: DataPlaneObservation): void {
    const slot = this.#slots.get(observation.dataPlaneId);
    if (slot === undefined) return;
    this.serving[slot] = observation.readiness.serving ? 1 : 0;
    this.#drain(slot, DRAIN_BIT.reported, observation.drainState !== 'not_draining');
    this.sessions[slot] = observation.activeSessions.total;
    this.lastSeen[slot] = observation.lastSeenAt === null ? NEVER_SEEN : epochMsOf(observation.lastSeenAt);
    this.#policySyncs.set(slot, observation.policySync);
    this.#configSyncs.set(slot, observation.configPropagation);
    this.#sync(slot);
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.live[slot] = 0;
    this.#free.push(slot);
    this.#policySyncs.clear(slot);
    this.#configSyncs.clear(slot);
    for (const order of [this.byId, this.byName, this.byRegion]) order.touch(slot);
  }

  /** Sets the environment's desired state; costs a pass over all rows if it differs. */
  desire(desired: DesiredState): void {
    const before = this.#desired;
    this.#desired = desired;
    const same =
      before.policyVersion === desired.policyVersion &&
      before.policySince === desired.policySince &&
      before.configVersion === desired.configVersion &&
      before.configSince === desired.configSince;
    if (same) return;
    this.#desiredPolicy = desiredPolicyOf(desired);
    this.#desiredConfig = desiredConfigOf(desired);
    for (const slot of this.#slots.values()) this.#sync(slot);
  }

  /** Updates `idRanks` and returns the order of ids. */
  rankIds(): Int32Array {
    const stale = this.byId.isStale;
    const order = this.byId.order();
    if (stale)
      order.forEach((slot, rank) => {
        this.idRanks[slot] = rank;
      });
    return order;
  }

  #compareIds(a: number, b: number): number {
    return compareText(this.idOf(a), this.idOf(b));
  }

  #take(id: string): number {
    const slot = this.#free.pop() ?? this.used++;
    if (slot >= this.live.length) this.#grow();
    this.#slots.set(id, slot);
    this.ids[slot] = id;
    this.live[slot] = 1;
    this.draining[slot] = 0;
    for (const order of [this.byId, this.byName, this.byRegion]) order.touch(slot);
    return slot;
  }

  #drain(slot: number, bit: number, isSet: boolean): void {
    const others = (this.draining[slot] as number) & ~bit;
    this.draining[slot] = isSet ? others | bit : others;
  }

  #name(slot: number, name: string): void {
    if (this.names[slot] === name) return;
    this.names[slot] = name;
    this.byName.touch(slot);
  }

  #place(slot: number, region: string): void {
    let code = this.#regionCodes.get(region);
    if (code === undefined) {
      code = this.regionTexts.push(region) - 1;
      this.#regionCodes.set(region, code);
    }
    if (this.regions[slot] === code) return;
    this.regions[slot] = code;
    this.byRegion.touch(slot);
  }

  #sync(slot: number): void {
    const [policySync, configSync] = [this.#policySyncs.at(slot), this.#configSyncs.at(slot)];
    if (policySync === undefined || configSync === undefined) return;
    const policy = comparedPosition(policySync, this.#desiredPolicy);
    const config = comparedPosition(configSync, this.#desiredConfig);
    this.policyKinds[slot] = SYNC_KIND[policy.kind];
    this.configKinds[slot] = SYNC_KIND[config.kind];
    this.policySince[slot] = policy.sinceMs;
    this.configSince[slot] = config.sinceMs;
  }

  #grow(): void {
    const capacity = this.live.length * 2;
    this.live = grown(this.live, capacity);
    this.serving = grown(this.serving, capacity);
    this.draining = grown(this.draining, capacity);
    this.modes = grown(this.modes, capacity);
    this.policyKinds = grown(this.policyKinds, capacity);
    this.configKinds = grown(this.configKinds, capacity);
    this.regions = grown(this.regions, capacity);
    this.idRanks = grown(this.idRanks, capacity);
    this.sessions = grown(this.sessions, capacity);
    this.lastSeen = grown(this.lastSeen, capacity);
    this.policySince = grown(this.policySince, capacity);
    this.configSince = grown(this.configSince, capacity);
    this.#policySyncs.grow(capacity);
    this.#configSyncs.grow(capacity);
  }
}

const desiredPolicyOf = ({ policyVersion, policySince }: DesiredState): DesiredVersion => ({
  version: policyVersion,
  sinceMs: msOf(policySince),
});

const desiredConfigOf = ({ configVersion, configSince }: DesiredState): DesiredVersion => ({
  version: configVersion,
  sinceMs: msOf(configSince),
});
