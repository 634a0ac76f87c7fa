import { setTimeout as delay } from 'node:timers/promises';
import type { Answered } from '../test-service.js';

/** How an occasional caller was served, without and during a flood of somebody else's calls. */
export interface Served {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  /** Answers other than 200. */
  readonly unserved: number;
  /** How many calls of the flood were sent, and how many of them were refused as too many. */
  readonly flooded: number;
  readonly refused: number;
}

type Ask = () => Promise<Answered>;

/** How many phases of each kind a round has, how many calls are measured in each, and how many rounds there may be. */
export interface FloodPlan {
  readonly phases: number;
  readonly calls: number;
  readonly rounds: number;
}

const PAUSE_MS = 10;
const POUR_EVERY_MS = 20;
const POURED_AT_ONCE = 4;

/**
 * Measures one caller in phases, now quiet, now flooded, one after the other: other load on the machine affects both
 * alike. The flood is 200 calls a second.
 */
export const serveBesideFlood = async (
  theirs: Ask,
  flood: Ask,
  { phases, calls }: Pick<FloodPlan, 'phases' | 'calls'>,
): Promise<Served> => {
  const alone: number[] = [];
  const beside: number[] = [];
  const statuses: number[] = [];
  const poured: number[] = [];
  for (let phase = 0; phase < phases; phase += 1) {
    await askOften(theirs, calls, alone, statuses);
    const stop = pour(flood, poured);
    // The flood comes first: an already flooded service is measured.
    await delay(5 * POUR_EVERY_MS);
    await askOften(theirs, calls, beside, statuses);
    await stop();
  }
  return {
    alone,
    beside,
    unserved: statuses.filter((status) => status !== 200).length,
    flooded: poured.length,
    refused: poured.filter((status) => status === 429).length,
  };
};

/** The 95th percentile of times, in milliseconds. */
export const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

const askOften = async (ask: Ask, calls: number, times: number[], statuses: number[]): Promise<void> => {
  for (let i = 0; i < calls; i += 1) {
    const startedAt = performance.now();
    statuses.push((await ask()).status);
    times.push(performance.now() - startedAt);
    await delay(PAUSE_MS);
  }
};

const pour = (ask: Ask, statuses: number[]): (() => Promise<void>) => {
  const requests: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    for (let i = 0; i < POURED_AT_ONCE; i += 1)
      requests.push(ask().then(({ status }) => void statuses.push(status)));
  }, POUR_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(requests);
  };
};
