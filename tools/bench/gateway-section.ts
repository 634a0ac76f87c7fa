import { fileURLToPath } from 'node:url';
import type { Effort } from './contest.js';
import { atMost } from './goal.js';
import { textTable } from './print-table.js';
import { runSource } from './run-source.js';
import type { Section } from './write-benchmarks.js';

const BENCH = fileURLToPath(
  new URL('../../packages/server/src/testing/gateways/gateway-cost.ts', import.meta.url),
);

interface Figures {
  readonly cpuMicros: number;
  readonly p50Micros: number;
  readonly idleMs: number;
}

/** What the example gateway costs a call at 1,000 rules, beside the same proxy without decisions. */
export const gatewaySection = async ({ effort }: { readonly effort: Effort }): Promise<Section> => {
  const printed = await runSource(BENCH, [String(effort.rounds), String(effort.seconds)]);
  const { plain, deciding } = JSON.parse(printed) as Record<'plain' | 'deciding', Figures>;
  const row = (name: string, { cpuMicros, p50Micros, idleMs }: Figures): string[] => [
    name,
    cpuMicros.toFixed(0),
    p50Micros.toFixed(0),
    idleMs.toFixed(1),
  ];
  return {
    title: 'A call through the example gateway at 1,000 rules',
    lines: textTable([
      ['', 'µs of CPU', 'p50 µs', 'CPU ms of an idle second'],
      row('the same proxy without decisions', plain),
      row('the gateway', deciding),
    ]),
    goals: [
      atMost('a call through the gateway, of the proxy, by CPU', deciding.cpuMicros / plain.cpuMicros, 1.15),
    ],
  };
};
