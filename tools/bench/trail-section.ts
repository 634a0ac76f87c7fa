import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { govgateServer, makeStore } from './govgate.js';
import { startMeasured } from './measured-server.js';
import { fillTrail } from './real-tenant.js';
import { trailCommands } from './trail-commands.js';
import { trailLists } from './trail-lists.js';
import { trailReads } from './trail-reads.js';
import { trailGoals, trailTable } from './trail-row.js';
import type { Section } from './write-benchmarks.js';

const EVENTS = 1_000_000;
const DAY_MS = 24 * 3_600_000;
/** A day in the middle of the thirty that the trail spans. */
const DAYS_AGO = 15;

/**
 * What a trail of a million events takes: signing, exporting and verifying it by command and by the API, with memory and with the turns
 * of the event loop as the measured process sees them itself; and lists of it.
 */
export const trailSection = async ({ size }: { readonly size: number }): Promise<Section> => {
  const events = Math.round(EVENTS * size);
  const folder = await mkdtemp(join(tmpdir(), 'govgate-bench-trail-'));
  try {
    await fillTrail(folder, 'default', events);
    const from = new Date(Date.now() - DAYS_AGO * DAY_MS);
    const day = { from: from.toISOString(), to: new Date(from.getTime() + DAY_MS).toISOString() };
    const commands = await trailCommands(folder, events);
    await makeStore(folder);
    const rows = [...commands, ...(await trailReads(folder, events, day))];
    const lists = await listed(folder, events);
    return {
      title: `A trail of ${events.toLocaleString('en')} events`,
      lines: `${trailTable(rows)}\n\n${lists.lines}`,
      goals: [...rows.flatMap(trailGoals), ...lists.goals],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const listed = async (folder: string, events: number): ReturnType<typeof trailLists> => {
  const server = await startMeasured(govgateServer(folder));
  try {
    return await trailLists(server, events);
  } finally {
    await server.stop();
  }
};
