import { setTimeout as delay } from 'node:timers/promises';
import type { Goal } from './goal.js';
import { type LoadRequest, runLoad } from './load.js';
import { type MeasuredServer, type ServerPlan, startMeasured } from './measured-server.js';
import { median, medianOf } from './median.js';

/**
 * What a row is measured against: the limit is bare Koa sending the product's own answer, the floor is Koa over bare
 * libsql doing only the statements that no embedded store can leave out, the bound does the product's own statements with nothing in between.
 */
export type Role = 'limit' | 'floor' | 'product';

export interface Contender {
  readonly role: Role;
  readonly name: string;
  readonly server: ServerPlan;
  readonly requests: readonly LoadRequest[];
}

/** Servers that do the same work, measured in turns. */
export interface Contest {
  readonly title: string;
  readonly contenders: readonly Contender[];
  /** How many call at once, where it is not what the bench was told. */
  readonly connections?: number;
  /** How long a round is at least, where calls are so slow that few fit into less. */
  readonly leastSeconds?: number;
  /** Tells what a process does while nobody asks, where so few calls fit into a second that it counts. */
  readonly tellsIdle?: boolean;
  /** What the rows are meant to come to. */
  readonly goals?: (rows: readonly Row[]) => readonly Goal[];
}

export interface Effort {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

/** The medians over the rounds; `failed` is the sum. */
export interface Row {
  readonly role: Role;
  readonly name: string;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMicros: number | undefined;
  readonly residentMb: number | undefined;
  readonly failed: number;
  /** Of all answers. */
  readonly failedShare: number;
  /** CPU time of a second in which nobody asks, where it is told: it is part of what the calls cost. */
  readonly idleCpuMs?: number;
}

type Sample = Omit<Row, 'role' | 'name' | 'failedShare' | 'idleCpuMs'> & { readonly answered: number };

// As long as a publish takes to be compiled: what a cold start costs is measured on its own.
const WARM_UP_SECONDS = 4;
const IDLE_SECONDS = 4;

/** Runs a contest: all servers stand ready, and each round loads one after the other, begun by another one each time. */
export const runContest = async (contest: Contest, given: Effort): Promise<readonly Row[]> => {
  const lanes: Lane[] = [];
  const effort = {
    ...given,
    connections: contest.connections ?? given.connections,
    seconds: Math.max(contest.leastSeconds ?? 0, given.seconds),
  };
  try {
    for (const contender of contest.contenders) lanes.push(await openLane(contender));
    for (const lane of lanes) await sampleOf(lane, { ...effort, seconds: WARM_UP_SECONDS });
    for (let round = 0; round < effort.rounds; round += 1) {
      for (const lane of rotated(lanes, round)) lane.samples.push(await sampleOf(lane, effort));
    }
    // At the end, when what a process does once after its start is done.
    if (contest.tellsIdle) for (const lane of lanes) lane.idleCpuMs = await idleCpuMsOf(lane);
    return lanes.map(rowOf);
  } finally {
    await Promise.all(lanes.map(closeLane));
  }
};

interface Lane {
  readonly contender: Contender;
  readonly server: MeasuredServer;
  readonly samples: Sample[];
  idleCpuMs?: number | undefined;
}

const openLane = async (contender: Contender): Promise<Lane> => ({
  contender,
  server: await startMeasured(contender.server),
  samples: [],
});

// Ended as an operator would: whoever is killed within a transaction keeps the next contest from its records for a minute.
const closeLane = async ({ server }: Lane): Promise<void> => {
  await server.stop();
  await server.dispose();
};

const rotated = <T>(all: readonly T[], by: number): readonly T[] => {
  const start = by % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
};

const idleCpuMsOf = async ({ server }: Lane): Promise<number | undefined> => {
  const before = server.cpuMs();
  await delay(IDLE_SECONDS * 1_000);
  const after = server.cpuMs();
  return before === undefined || after === undefined ? undefined : (after - before) / IDLE_SECONDS;
};

const sampleOf = async ({ contender, server }: Lane, effort: Effort): Promise<Sample> => {
  const before = server.cpuMs();
  const { answered, ...figures } = await runLoad({
    url: server.url,
    requests: contender.requests,
    connections: effort.connections,
    seconds: effort.seconds,
  });
  const after = server.cpuMs();
  const isReported = before !== undefined && after !== undefined && answered > 0;
  const cpuMicros = isReported ? ((after - before) * 1_000) / answered : undefined;
  return { ...figures, answered, cpuMicros, residentMb: server.residentMb() };
};

const rowOf = ({ contender, samples, idleCpuMs }: Lane): Row => {
  const failed = sumOf(samples.map((sample) => sample.failed));
  return {
    role: contender.role,
    name: contender.name,
    perSecond: median(samples.map((sample) => sample.perSecond)),
    p50Ms: median(samples.map((sample) => sample.p50Ms)),
    p99Ms: median(samples.map((sample) => sample.p99Ms)),
    cpuMicros: medianOf(samples.map((sample) => sample.cpuMicros)),
    residentMb: medianOf(samples.map((sample) => sample.residentMb)),
    failed,
    failedShare: failed / sumOf(samples.map((sample) => sample.answered)),
    ...(idleCpuMs === undefined ? {} : { idleCpuMs }),
  };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
