import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ask.js';
import { govgateServer, listPoliciesRequest } from './govgate.js';
import { type MeasuredServer, startMeasured } from './measured-server.js';
import type { TrailRow } from './trail-row.js';
import { turnsIn, withTurnsIn } from './turns.js';

const IDLE_MS = 2_000;
const BETWEEN_CALLS_MS = 5;
const NEW_LINE = 10;
const AIM = { perSecond: 100_000, mb: 100 };
const VERIFY_LITTLE = 'verify';
const EXPORT_NOTHING = 'export?from=2100-01-01T00:00:00Z';
const { headers } = listPoliciesRequest;

interface LongRead {
  readonly what: string;
  readonly path: string;
  /** How many events are read; the lines of the answer where it is not known before. */
  readonly events?: number;
  readonly aim?: TrailRow['aim'];
}

/** Verifying and exporting by the API, each from a service just started, while another caller asks for its health. */
export const trailReads = async (
  folder: string,
  events: number,
  day: { readonly from: string; readonly to: string },
): Promise<readonly TrailRow[]> => {
  const reads: readonly LongRead[] = [
    { what: 'GET verify, since the last checkpoint', path: VERIFY_LITTLE, events: 0 },
    { what: 'GET verify, all of it', path: 'verify?from=0', events, aim: AIM },
    { what: 'GET export, all of it', path: 'export', events, aim: AIM },
    { what: 'GET export, a day', path: `export?from=${day.from}&to=${day.to}`, aim: AIM },
    { what: 'GET export, a day without events', path: EXPORT_NOTHING },
  ];
  const rows: TrailRow[] = [];
  for (const read of reads) rows.push(await measured(folder, read));
  return rows;
};

const measured = async (folder: string, read: LongRead): Promise<TrailRow> => {
  const file = join(folder, 'turns.json');
  const server = await startMeasured(withTurnsIn(file, govgateServer(folder)));
  try {
    // What loads and compiles the code is no turn of a trail's length.
    for (const path of [VERIFY_LITTLE, EXPORT_NOTHING]) await linesOf(server, path);
    await delay(IDLE_MS);
    await turnsIn(file, server);
    const row = await readBeside(server, read);
    const turns = await turnsIn(file, server);
    return { ...row, served: { ...row.served, turns } };
  } finally {
    await server.stop();
  }
};

const readBeside = async (server: MeasuredServer, { what, path, events, aim }: LongRead) => {
  const [idleMb, cpuMs, startedAt] = [server.residentMb() ?? 0, server.cpuMs() ?? 0, performance.now()];
  let done = false;
  const reading = linesOf(server, path).finally(() => {
    done = true;
  });
  const waits: number[] = [];
  let peakMb = idleMb;
  while (!done) {
    waits.push(await ask(server, { method: 'GET', path: '/healthz', headers: {} }));
    peakMb = Math.max(peakMb, server.residentMb() ?? 0);
    await delay(BETWEEN_CALLS_MS);
  }
  const lines = await reading;
  const seconds = (performance.now() - startedAt) / 1_000;
  waits.sort((a, b) => a - b);
  return {
    what,
    events: events ?? lines,
    seconds,
    cpuMs: (server.cpuMs() ?? 0) - cpuMs,
    aboveIdleMb: peakMb - idleMb,
    served: {
      waitP99Ms: waits[Math.floor(waits.length * 0.99)] ?? Number.NaN,
      waitMaxMs: waits.at(-1) ?? Number.NaN,
    },
    ...(aim === undefined ? {} : { aim }),
  };
};

/** Reads an answer to its end, and counts its lines. */
const linesOf = async (server: MeasuredServer, path: string): Promise<number> => {
  const answer = await fetch(`${server.url}/v1/audit/${path}`, { headers });
  let lines = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>)
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) lines += 1;
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return lines;
};
