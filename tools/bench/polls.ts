/**
 * Rounds of readiness probes over 10,000 data planes at distinct origins, beside a bare undici agent that polls the same:
 * `round` is the worker's own job, with references to resolve, the egress guard, and every answer written to an embedded
 * store. Each runs in a process of its own, in interleaved rounds. Run:
 * `node --import tsx --conditions=@govgate/source tools/bench/polls.ts [planes] [rounds]`. It measures and asserts nothing.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { auditEventBy, makeProbeDataPlanes, systemCaller } from '@govgate/application';
import { instantOf } from '@govgate/domain';
import { planeOf } from '@govgate/domain/testing';
import { ALL_KINDS, type Clock, dataPlaneKind, type GovernanceStore } from '@govgate/ports';
import { sequentialIds } from '@govgate/ports-testkit';
import { makeProbes } from '@govgate/worker/probes';
import { Agent, request } from 'undici';
import { median } from './median.js';

const CONCURRENCY = 50;
const MODES = ['bare', 'round'] as const;
const [given = '10000', rounds = '3', mode = 'compare', givenPort = '0'] = process.argv.slice(2);
const planes = Number(given);

interface Figures {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly rssMb: number;
  readonly roundSeconds: number;
}

const urlOf = (i: number): string =>
  `http://127.${1 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}:${givenPort}/readyz`;
const nameOf = (i: number): string => `EXAMPLE_PLANE_${i}`;
const SCOPE = { tenantId: 'acme', environmentId: 'production' };
const clock: Clock = { epochMs: () => Date.now(), now: () => instantOf(Date.now()) };

const eachPlane = async (poll: (i: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < planes) {
      next += 1;
      await poll(next);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runner));
};

/** The first round makes the connections and is not counted; the memory is the highest of all. */
const measure = async (round: () => Promise<void>): Promise<Figures> => {
  await round();
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  for (let i = 0; i < 2; i += 1) await round();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    perSecond: Math.round((2 * planes) / seconds),
    cpuMicros: Math.round((user + system) / (2 * planes)),
    rssMb: Math.round(process.resourceUsage().maxRSS / 1_024),
    roundSeconds: Math.round(seconds * 50) / 100,
  };
};

const bare = (): Promise<Figures> => {
  const agent = new Agent({ keepAliveTimeout: 600_000, keepAliveMaxTimeout: 600_000 });
  return measure(() =>
    eachPlane(async (i) => {
      const { body } = await request(urlOf(i), { dispatcher: agent });
      await body.dump();
    }),
  );
};

const probes = () => {
  const loopback = ['127.0.0.0/8'];
  const environment = Object.fromEntries(
    Array.from({ length: planes }, (_, i) => [nameOf(i + 1), urlOf(i + 1)] as const),
  );
  return makeProbes({
    egressAllow: loopback,
    egressHttp: loopback,
    secretsFolders: [],
    secretVariables: Object.keys(environment).map((name) => ({ ...SCOPE, name })),
    keptPaths: [],
    environment,
    clock,
    log: { warn: () => undefined },
  });
};

const round = async (): Promise<Figures> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-polls-'));
  const store = await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });
  await register(store);
  const run = makeProbeDataPlanes({ ...store, clock, planeProbe: probes().plane });
  const job = { job: '', jobId: '', tenantId: '', environmentId: null, subjectId: '', requestId: '' };
  const figures = await measure(() => run(job, { aborted: false }));
  await store.close();
  rmSync(folder, { recursive: true });
  return figures;
};

const register = async (store: GovernanceStore): Promise<void> => {
  const ids = sequentialIds();
  for (let from = 1; from <= planes; from += 500) {
    const records = Array.from({ length: Math.min(500, planes - from + 1) }, (_, i) =>
      planeOf({ dataPlaneId: `dp_${from + i}`, readinessProbeRef: `env:${nameOf(from + i)}` }),
    );
    const event = auditEventBy({ clock, ids }, systemCaller('cli', 'acme', 'req_bench'), {
      eventType: 'data_plane.imported',
      action: 'import',
      environmentId: 'production',
      resourceId: `dp_${from}`,
    });
    const changes = records.map((record) => ({ kind: dataPlaneKind, record, expectedVersion: null }));
    await store.unitOfWork.commit({ changes, audit: [event] });
  }
};

const serve = (): void => {
  const server = createServer((_request, response) => response.end('ok'));
  server.keepAliveTimeout = 600_000;
  server.listen(0, '0.0.0.0', () => process.send?.((server.address() as AddressInfo).port));
};

const compare = async (): Promise<void> => {
  const script = process.argv[1] ?? '';
  const found = new Map<string, Figures[]>(MODES.map((name) => [name, []]));
  for (let i = 0; i < Number(rounds); i += 1) {
    for (const name of MODES) {
      const server = fork(script, [given, rounds, 'serve']);
      const [port] = await once(server, 'message');
      const child = fork(script, [given, rounds, name, String(port)]);
      found.get(name)?.push((await once(child, 'message'))[0] as Figures);
      server.kill();
    }
  }
  const of = (name: string, figure: keyof Figures): number =>
    median((found.get(name) ?? []).map((one) => one[figure]));
  for (const name of MODES)
    console.log(
      `${name}: ${of(name, 'perSecond')} polls/s, ${of(name, 'cpuMicros')} us CPU a poll, ` +
        `${of(name, 'roundSeconds')} s a round, ${of(name, 'rssMb')} MB at most`,
    );
  const share = of('round', 'perSecond') / of('bare', 'perSecond');
  console.log(`round: share of bare undici ${share.toFixed(2)} (goal 0.6)`);
};

const modes: Record<string, () => Promise<Figures>> = { bare, round };
if (mode === 'compare') await compare();
else if (mode === 'serve') serve();
else {
  process.send?.(await modes[mode]?.());
  process.disconnect();
  process.exit(0);
}
