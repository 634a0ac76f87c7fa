import type { Effort } from './contest.js';

/** The options by which every bench is told how much to measure. */
export const EFFORT_OPTIONS = {
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '3' },
  connections: { type: 'string', default: '50' },
} as const;

export const effortOf = (given: Readonly<Record<keyof typeof EFFORT_OPTIONS, string>>): Effort => ({
  rounds: Number(given.rounds),
  seconds: Number(given.seconds),
  connections: Number(given.connections),
});

/** One line that says how a bench was run. */
export const effortLine = ({ rounds, seconds, connections }: Effort): string =>
  `${rounds} rounds of ${seconds} s, ${connections} connections, medians\n`;
