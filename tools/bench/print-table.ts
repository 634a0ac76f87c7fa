import type { Role, Row } from './contest.js';

const HEAD = [
  ...['', 'req/s', 'of limit', 'of floor', 'p50 ms', 'p99 ms'],
  ...['CPU µs/req', 'of limit', 'of floor', 'RSS MB', 'failed'],
];

/**
 * The rows of a contest as lines. Shares are of the limit's and the floor's median of the same run: of requests a second, and of
 * requests for the same CPU time, which moves less when something else runs on the machine.
 */
export const contestTable = (rows: readonly Row[]): string => {
  const share = (row: Row, role: Role, speed: (row: Row) => number): string => {
    const yardstick = rows.find((candidate) => candidate.role === role);
    const value = yardstick === undefined ? Number.NaN : speed(row) / speed(yardstick);
    return Number.isNaN(value) ? '-' : value.toFixed(2);
  };
  const wall = (row: Row): number => row.perSecond;
  const cpu = (row: Row): number => 1 / (row.cpuMicros ?? Number.NaN);
  return textTable([
    HEAD,
    ...rows.map((row) => [
      row.name,
      row.perSecond.toFixed(0),
      share(row, 'limit', wall),
      share(row, 'floor', wall),
      row.p50Ms.toFixed(2),
      row.p99Ms.toFixed(2),
      figure(row.cpuMicros),
      share(row, 'limit', cpu),
      share(row, 'floor', cpu),
      figure(row.residentMb),
      String(row.failed),
    ]),
  ]);
};

/** A figure without decimals, or a dash where the machine did not give it. */
export const figure = (value: number | undefined): string => (value === undefined ? '-' : value.toFixed(0));

/** Columns in line: the first to the left, the others to the right. */
export const textTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
};
