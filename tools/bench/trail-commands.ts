import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { govgateServer } from './govgate.js';
import { CORES, pinned } from './pinned.js';
import { cpuMsOf, residentMbOf } from './process-figures.js';
import type { TrailRow } from './trail-row.js';

const WATCH_MS = 20;
const AIM = { perSecond: 100_000, mb: 100 };

interface Ran {
  readonly stdout: string;
  readonly seconds: number;
  readonly peakMb: number;
  /** Up to the last look at it. */
  readonly cpuMs: number;
}

/** What an operator does with a long trail, each command in a process of its own; what a start takes is taken off. */
export const trailCommands = async (folder: string, events: number): Promise<readonly TrailRow[]> => {
  const audit = (args: readonly string[], into?: string) => run(folder, ['audit', ...args], into);
  const tenant = ['--tenant', 'default'];
  const exported = join(folder, 'trail.ndjson');
  // Starts, opens the store, and does nothing with it.
  const idle = await audit(['key', ...tenant]);
  const row = (what: string, ran: Ran, aim?: TrailRow['aim']): TrailRow => ({
    what,
    events,
    seconds: ran.seconds - idle.seconds,
    cpuMs: ran.cpuMs - idle.cpuMs,
    aboveIdleMb: ran.peakMb - idle.peakMb,
    ...(aim === undefined ? {} : { aim }),
  });
  return [
    row('audit checkpoint, the first', await audit(['checkpoint', ...tenant])),
    row('audit export', await audit(['export', ...tenant], exported), AIM),
    row('audit verify FILE', await audit(['verify', exported, '--key', idle.stdout.trim()]), AIM),
    row('audit verify', await audit(['verify', ...tenant]), AIM),
  ];
};

/** Runs a command over the store of a folder; what it prints goes into a file where one is named. */
const run = async (folder: string, args: readonly string[], into?: string): Promise<Ran> => {
  const startedAt = performance.now();
  const [command, given] = pinned(CORES.server, process.execPath, [govgateServer().script, ...args]);
  const child = spawn(command, given, {
    env: { PATH: process.env.PATH, GOVGATE_DATA: folder, GOVGATE_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [peakMb, cpuMs] = [0, 0];
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMbOf(child.pid ?? 0) ?? 0);
    cpuMs = Math.max(cpuMs, cpuMsOf(child.pid ?? 0) ?? 0);
  }, WATCH_MS);
  const printed =
    into === undefined ? text(child.stdout) : pipeline(child.stdout, createWriteStream(into)).then(() => '');
  const [code] = await once(child, 'exit');
  const stdout = await printed;
  clearInterval(watch);
  if (code !== 0) throw new Error(`govgate ${args.join(' ')} ended with ${code}: ${stdout}`);
  return { stdout, seconds: (performance.now() - startedAt) / 1_000, peakMb, cpuMs };
};
