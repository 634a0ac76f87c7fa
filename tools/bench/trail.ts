/**
 * What verifying a long trail costs: `npm run build && node --import tsx --conditions=@govgate/source tools/bench/trail.ts [events]`
 * (1,000,000). A store is filled by commits of a thousand events. Then the product's own commands sign it, export it, and verify
 * the file and the store, each in a process of its own whose memory is watched; last a service verifies and exports it while
 * another caller asks for /healthz. It measures and asserts nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS } from '@govgate/ports';
import { trailEvents } from '@govgate/ports-testkit';
import { cpuMsOf, residentMbOf } from './process-figures.js';

const CLI = fileURLToPath(new URL('../../packages/server/dist/bin/cli.js', import.meta.url));
const TOKEN = 'bench-token-of-thirty-two-characters';
const COMMIT = 1_000;
const WATCH_MS = 20;
const events = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'govgate-bench-trail-'));
const exported = join(folder, 'trail.ndjson');
const environment = {
  PATH: process.env.PATH,
  GOVGATE_DATA: folder,
  GOVGATE_ADMIN_TOKEN: TOKEN,
  GOVGATE_LOG_LEVEL: 'error',
  GOVGATE_PORT: '0',
  GOVGATE_RATE_READS_PER_MINUTE: '0',
};

const fill = async (): Promise<void> => {
  const store = await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });
  for (let from = 1; from <= events; from += COMMIT) {
    const [first, ...rest] = trailEvents(from, Math.min(COMMIT, events - from + 1), 'default');
    if (first !== undefined) await store.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
  }
  await store.close();
};

interface Ran {
  readonly stdout: string;
  readonly seconds: number;
  readonly peakMb: number;
  /** Up to the last look at it. */
  readonly cpuMs: number;
}

/** Runs a command; what it prints goes into a file where one is named. */
const run = async (args: readonly string[], into?: string): Promise<Ran> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMb = 0;
  let cpuMs = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMbOf(child.pid ?? 0) ?? 0);
    cpuMs = Math.max(cpuMs, cpuMsOf(child.pid ?? 0) ?? 0);
  }, WATCH_MS);
  let stdout = '';
  const printed =
    into === undefined
      ? (async () => {
          for await (const chunk of child.stdout.setEncoding('utf8')) stdout += chunk;
        })()
      : pipeline(child.stdout, createWriteStream(into));
  const [code] = await once(child, 'exit');
  await printed;
  clearInterval(watch);
  if (code !== 0) throw new Error(`govgate ${args.join(' ')} ended with ${code}: ${stdout}`);
  return { stdout, seconds: (performance.now() - startedAt) / 1_000, peakMb, cpuMs };
};

const tell = (what: string, { seconds, peakMb, cpuMs }: Ran, idle: Ran): void => {
  const rate = (spent: number): string => Math.round(events / spent).toLocaleString('en');
  process.stdout.write(
    `${what}: ${seconds.toFixed(1)} s, ${rate(seconds - idle.seconds)} events/s without the start, ` +
      `${rate((cpuMs - idle.cpuMs) / 1_000)} events a second of CPU, ` +
      `${Math.round(peakMb)} MB at its highest (${Math.round(peakMb - idle.peakMb)} MB above idle)\n`,
  );
};

const serve = async () => {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  for (;;) {
    const url = /listens on (\S+)/.exec(stderr)?.[1];
    if (url !== undefined) return { child, url, pid: child.pid ?? 0 };
    if (child.exitCode !== null) throw new Error(stderr);
    await delay(WATCH_MS);
  }
};

const besideAnotherCaller = async (path: string): Promise<void> => {
  const { child, url, pid } = await serve();
  await delay(2_000);
  const idleMb = residentMbOf(pid) ?? 0;
  const cpuMs = cpuMsOf(pid) ?? 0;
  const startedAt = performance.now();
  let done = false;
  const long = fetch(`${url}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } }).then(
    async (answer) => {
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
      done = true;
      return `${answer.status}, ${bytes} bytes`;
    },
  );
  const waits: number[] = [];
  let peakMb = 0;
  while (!done) {
    const asked = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    waits.push(performance.now() - asked);
    peakMb = Math.max(peakMb, residentMbOf(pid) ?? 0);
    await delay(5);
  }
  const answer = await long;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  waits.sort((a, b) => a - b);
  const at = (share: number): string => (waits[Math.floor(waits.length * share)] ?? Number.NaN).toFixed(1);
  process.stdout.write(
    `GET ${path}: ${answer}, ${seconds} s (${(cpuMsOf(pid) ?? 0) - cpuMs} ms CPU), ${Math.round(peakMb - idleMb)} MB above idle; ` +
      `${waits.length} calls of another caller meanwhile: p50 ${at(0.5)}, p99 ${at(0.99)}, max ${waits.at(-1)?.toFixed(1)} ms\n`,
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** A store that nobody began has no keys, and is taken for one that lost them. */
const begin = async (): Promise<void> => {
  const { child } = await serve();
  child.kill('SIGTERM');
  await once(child, 'exit');
};

try {
  await begin();
  await fill();
  // Starts, opens the store, and does nothing with it.
  const idle = await run(['audit', 'key', '--tenant', 'default']);
  process.stdout.write(`idle: ${idle.seconds.toFixed(1)} s, ${Math.round(idle.peakMb)} MB\n`);
  tell('sign it for the first time', await run(['audit', 'checkpoint', '--tenant', 'default']), idle);
  tell('export it into a file', await run(['audit', 'export', '--tenant', 'default'], exported), idle);
  process.stdout.write(`the file has ${Math.round(statSync(exported).size / 1e6)} MB\n`);
  tell(
    'verify the file offline',
    await run(['audit', 'verify', exported, '--key', idle.stdout.trim()]),
    idle,
  );
  tell('verify the store', await run(['audit', 'verify', '--tenant', 'default']), idle);
  await besideAnotherCaller('/v1/audit/verify?from=0');
  await besideAnotherCaller('/v1/audit/verify');
  await besideAnotherCaller('/v1/audit/export');
  await besideAnotherCaller('/v1/audit/export?from=2030-01-01T00:00:00Z');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
