import { atLeast, atMost, type Goal } from './goal.js';
import { textTable } from './print-table.js';
import type { Turns } from './turns.js';

/** What working through a trail came to. Memory is what it took above idle, at its highest. */
export interface TrailRow {
  readonly what: string;
  readonly events: number;
  readonly seconds: number;
  readonly cpuMs: number;
  readonly aboveIdleMb: number;
  /** Where the process serves others meanwhile: its longest turn, and how long another caller waited. */
  readonly served?: { readonly turns: Turns; readonly waitP99Ms: number; readonly waitMaxMs: number };
  /** Events a second and megabytes above idle that it is meant to keep to; without them it is told alone. */
  readonly aim?: { readonly perSecond: number; readonly mb: number };
}

/** How long a turn of the event loop may be. */
const LONGEST_TURN_MS = 50;

const perSecond = ({ events, seconds }: TrailRow): number => events / seconds;

/** What a row is meant to come to. Whoever serves others must not hold them up, whatever it is that it does. */
export const trailGoals = (row: TrailRow): readonly Goal[] => {
  const { what, aim, aboveIdleMb, served } = row;
  return [
    ...(aim === undefined
      ? []
      : [
          atLeast(`${what}, events a second`, perSecond(row), aim.perSecond),
          atMost(`${what}, MB above idle`, aboveIdleMb, aim.mb),
        ]),
    ...(served === undefined
      ? []
      : [atMost(`${what}, ms of the longest turn`, served.turns.clockMs, LONGEST_TURN_MS)]),
  ];
};

export const trailTable = (rows: readonly TrailRow[]): string =>
  textTable([
    [
      ...['', 'events', 's', 'events/s', 'per CPU s', 'MB above idle'],
      ...['longest turn ms', 'of CPU', 'others p99 ms', 'max'],
    ],
    ...rows.map((row) => [
      row.what,
      row.events.toLocaleString('en'),
      row.seconds.toFixed(2),
      Math.round(perSecond(row)).toLocaleString('en'),
      Math.round(row.events / (row.cpuMs / 1_000)).toLocaleString('en'),
      row.aboveIdleMb.toFixed(0),
      ...(row.served === undefined
        ? ['-', '-', '-', '-']
        : [row.served.turns.clockMs, row.served.turns.cpuMs, row.served.waitP99Ms, row.served.waitMaxMs].map(
            (ms) => ms.toFixed(1),
          )),
    ]),
  ]);
