import { compareText } from '../text-order.js';
import { DATA_PLANE_STATUSES } from './classify-data-plane.js';
import { STATUS_CODE, SYNC_CODE } from './column-codes.js';
import { DEPLOYMENT_MODES } from './data-plane.js';
import type { DataPlaneFacets, DataPlaneKpis } from './data-plane-list.js';
import type { PlaneTable } from './plane-table.js';
import { SYNC_STATUSES } from './sync-state.js';

/** Counts the rows matching a filter; kpis and facets are derived from the counts. */
export class ColumnFigures {
  readonly #statuses = new Uint32Array(DATA_PLANE_STATUSES.length);
  readonly #syncs = new Uint32Array(SYNC_STATUSES.length);
  readonly #modes = new Uint32Array(DEPLOYMENT_MODES.length);
  readonly #regions: Uint32Array;
  #sessions = 0;
  #total = 0;

  constructor(private readonly table: PlaneTable) {
    this.#regions = new Uint32Array(table.regionTexts.length);
  }

  add(slot: number, status: number, policy: number): void {
    this.#total += 1;
    this.#statuses[status] = this.#of(this.#statuses, status) + 1;
    this.#syncs[policy] = this.#of(this.#syncs, policy) + 1;
    const mode = this.table.modes[slot] as number;
    this.#modes[mode] = this.#of(this.#modes, mode) + 1;
    const region = this.table.regions[slot] as number;
    this.#regions[region] = this.#of(this.#regions, region) + 1;
    this.#sessions += this.table.sessions[slot] as number;
  }

  get total(): number {
    return this.#total;
  }

  kpis(): DataPlaneKpis {
    return {
      total: this.#total,
      healthy: this.#of(this.#statuses, STATUS_CODE.healthy),
      degraded: this.#of(this.#statuses, STATUS_CODE.degraded),
      unhealthy: this.#of(this.#statuses, STATUS_CODE.unhealthy),
      unknown: this.#of(this.#statuses, STATUS_CODE.unknown),
      policyStale: this.#of(this.#syncs, SYNC_CODE.stale) + this.#of(this.#syncs, SYNC_CODE.rejected),
      activeSessions: this.#sessions,
      regions: this.#regions.reduce((regions, count) => regions + (count > 0 ? 1 : 0), 0),
    };
  }

  facets(): DataPlaneFacets {
    return {
      status: facet(DATA_PLANE_STATUSES, this.#statuses),
      region: facet(this.table.regionTexts, this.#regions),
      deploymentMode: facet(DEPLOYMENT_MODES, this.#modes),
      policySyncStatus: facet(SYNC_STATUSES, this.#syncs),
    };
  }

  #of(counts: Uint32Array, index: number): number {
    return counts[index] as number;
  }
}

const facet = (values: readonly string[], counts: Uint32Array): Readonly<Record<string, number>> =>
  Object.fromEntries(
    values
      .map((value, index): [string, number] => [value, counts[index] as number])
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => compareText(a, b)),
  );
