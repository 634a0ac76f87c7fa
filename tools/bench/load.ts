import { findProgram } from '../test-services/find-program.js';
import { loadWithAutocannon } from './load-autocannon.js';
import { loadWithWrk } from './load-wrk.js';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Load on one server: the requests one after the other, again and again, over all connections together. */
export interface LoadPlan {
  readonly url: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  readonly seconds: number;
}

/** What the load generator saw. `failed` counts answers other than 2xx and connections that broke. */
export interface LoadFigures {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

const wrk = findProgram('wrk');

/** Which load generator is used: wrk where it is installed, as it takes far less time of its own. */
export const LOAD_GENERATOR = wrk === undefined ? 'autocannon' : 'wrk';

export const runLoad = (plan: LoadPlan): Promise<LoadFigures> =>
  wrk === undefined ? loadWithAutocannon(plan) : loadWithWrk(wrk, plan);
