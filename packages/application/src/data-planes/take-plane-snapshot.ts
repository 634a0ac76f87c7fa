import type {
  DataPlaneColumnsPage,
  DataPlaneFilter,
  DataPlaneSort,
  DesiredState,
  Scope,
} from '@govgate/domain';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import type { PagePlace } from '../paging/page-tokens.js';
import { type ObservedPlane, observedPlane } from './data-plane-view.js';
import { DesiredStates, desiredAt } from './desired-states.js';
import type { FollowedPlanes } from './followed-planes.js';
import { PlaneEnvironments } from './plane-environments.js';

type Deps = Pick<Ports, 'records' | 'revocations' | 'revisions' | 'clock' | 'patience'>;

/** The parameters of a page. */
export interface AskedPage {
  readonly filter: DataPlaneFilter;
  readonly sort: DataPlaneSort;
  readonly limit: number;
  readonly after: PagePlace | undefined;
}

/** A page, its planes and its figures, all from one state of the store at one time. */
export interface PlaneSnapshot {
  readonly page: DataPlaneColumnsPage;
  readonly planes: readonly ObservedPlane[];
  readonly desired: DesiredState;
  readonly nowMs: number;
  /** The time at which the order is determined: that of the first page. */
  readonly orderAtMs: number;
}

/** How often a page is read again because part of it was written meanwhile. */
const TRIES = 5;

/** Makes the reader of pages; it keeps the columns of requested environments. */
export const makeTakePlaneSnapshot = (
  deps: Deps,
): ((scope: Scope, asked: AskedPage) => Promise<PlaneSnapshot>) => {
  const environments = new PlaneEnvironments(deps);
  const states = new DesiredStates(deps);
  return async (scope: Scope, { after, ...asked }: AskedPage): Promise<PlaneSnapshot> => {
    const followed = environments.in(scope);
    for (let tried = 1; ; tried += 1) {
      const wanted = await states.wantedIn(scope);
      await followed.follow();
      if (tried < TRIES && (await states.wantedIn(scope)) !== wanted) continue;
      const nowMs = deps.clock.epochMs();
      const desired = desiredAt(wanted, nowMs);
      const orderAtMs = after?.orderAtMs ?? nowMs;
      followed.columns.desire(desired);
      const page = followed.columns.query({
        ...asked,
        nowMs,
        orderAtMs,
        ...(after === undefined ? {} : { after }),
      });
      const { planes, isSame } = await planesOf(deps, scope, { followed, ids: page.ids });
      // If a page's planes are written constantly, they may end up some milliseconds newer than the figures.
      if (isSame || tried === TRIES) return { page, planes, desired, nowMs, orderAtMs };
    }
  };
};

interface PlanesAsked {
  readonly followed: FollowedPlanes;
  readonly ids: readonly string[];
}

// Recently shown planes are cached in the columns' state; the rest is read, and read again if it differs.
const planesOf = async (
  { records }: Deps,
  scope: Scope,
  { followed, ids }: PlanesAsked,
): Promise<{ readonly planes: readonly ObservedPlane[]; readonly isSame: boolean }> => {
  const shown = ids.map((id) => followed.shown(id));
  const unread = ids.filter((_, index) => shown[index] === undefined);
  if (unread.length === 0) return { planes: shown as ObservedPlane[], isSame: true };
  const [stored, observed] = await Promise.all([
    records.getMany(dataPlaneKind, scope, unread),
    records.getMany(dataPlaneObservationKind, scope, unread),
  ]);
  const observations = new Map(observed.map((seen) => [seen.record.dataPlaneId, seen]));
  const read = new Map(stored.map((plane) => [plane.record.dataPlaneId, plane]));
  let isSame = stored.length === unread.length;
  const planes = ids.flatMap((id, index) => {
    const plane = read.get(id);
    if (plane === undefined) return shown[index] ?? [];
    const observation = observations.get(id);
    if (!followed.show(plane, observation)) isSame = false;
    return observedPlane(plane.record, observation);
  });
  return { planes, isSame };
};
