import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ask, type Question } from './ask.js';
import { atMost } from './goal.js';
import { govgateServer, listPoliciesRequest } from './govgate.js';
import { type MeasuredServer, startMeasured } from './measured-server.js';
import { median } from './median.js';
import { figure, textTable } from './print-table.js';
import type { Section } from './write-benchmarks.js';

const TIMES = 30;
const ENVIRONMENT = 'production';
const QUESTIONS: Readonly<Record<string, string>> = {
  'all, by name': '',
  'worst first': '&sort=status',
  'latest heard first': '&sort=-lastSeenAt',
  'longest stale first': '&sort=-policyStaleSeconds',
  'by region, down': '&sort=-region',
  'one region': '&region=region-3',
  'degraded ones, by name': '&status=degraded',
  'stale ones of a mode, worst first': '&policy_sync_status=stale&deployment_mode=hybrid&sort=status',
  'two hundred, by name': '&page_size=200',
};

const pathOf = (question: string): string =>
  `/v1/data-planes?tenant_id=default&environment_id=${ENVIRONMENT}${question}`;

const planeId = (index: number): string => `dp-${String(index).padStart(6, '0')}`;

const planeItem = (index: number, nowMs: number) => ({
  dataPlaneId: planeId(index),
  tenantId: 'default',
  environmentId: ENVIRONMENT,
  displayName: `Plane ${(index * 7919) % 1_000_003}`,
  deploymentMode: ['managed', 'customer_hosted', 'hybrid', 'air_gapped', 'local'][index % 5],
  location: { region: `region-${index % 24}`, cluster: `cluster-${index % 100}` },
  version: { dataPlane: '1.4.2', policy: `pv_${index % 3}` },
  heartbeat: { lastSeenAt: new Date(nowMs - (index % 300) * 1_000).toISOString() },
  readiness: {
    status: 'ready',
    serving: index % 17 !== 0,
    reasonCodes: ['ok'],
    checkedAt: new Date(nowMs).toISOString(),
  },
  policySync: { desiredVersion: 'pv_1', observedVersion: `pv_${index % 3}`, staleSeconds: index % 600 },
  activeSessions: { total: index % 9, stateful: 0, draining: 0, reconnectable: 0 },
});

/** Imports planes as an operator does; gives how long that took. */
const importPlanes = async (folder: string, size: number): Promise<number> => {
  const nowMs = Date.now();
  const data_planes = Array.from({ length: size }, (_, index) => planeItem(index, nowMs));
  const tenants = [{ tenant_id: 'default', environments: [ENVIRONMENT] }];
  const file = join(folder, 'bundle.json');
  await writeFile(file, JSON.stringify({ schema_version: '1.0', tenants, data_planes }));
  const { script } = govgateServer();
  const env = { ...process.env, GOVGATE_DATA: folder, GOVGATE_BOOTSTRAP_ENVIRONMENT: ENVIRONMENT };
  const started = performance.now();
  await promisify(execFile)(process.execPath, [script, 'import', file], { env, maxBuffer: 1e9 });
  return performance.now() - started;
};

const { headers } = listPoliciesRequest;

const list = (question: string): Question => ({ method: 'GET', path: pathOf(question), headers });

interface Asked {
  readonly question: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly cpuMs: number | undefined;
}

const measure = async (server: MeasuredServer, name: string): Promise<Asked> => {
  const request = list(QUESTIONS[name] ?? '');
  for (let warm = 0; warm < 20; warm += 1) await ask(server, request);
  const tookMs: number[] = [];
  const before = server.cpuMs();
  for (let time = 0; time < TIMES; time += 1) tookMs.push(await ask(server, request));
  const after = server.cpuMs();
  return {
    question: name,
    p50Ms: median(tookMs),
    p95Ms: tookMs.sort((a, b) => a - b)[Math.floor(tookMs.length * 0.95)] ?? Number.NaN,
    cpuMs: before === undefined || after === undefined ? undefined : (after - before) / TIMES,
  };
};

interface Measured {
  readonly lines: string;
  readonly slowestMs: number;
}

const bench = async (size: number): Promise<Measured> => {
  const folder = await mkdtemp(join(tmpdir(), 'govgate-bench-planes-'));
  try {
    const importMs = await importPlanes(folder, size);
    const server = await startMeasured(govgateServer(folder));
    try {
      const firstMs = await ask(server, list(''));
      const rows: Asked[] = [];
      for (const name of Object.keys(QUESTIONS)) rows.push(await measure(server, name));
      const head =
        `${size} planes: imported in ${(importMs / 1000).toFixed(1)} s, first list ${figure(firstMs)} ms, ` +
        `RSS ${figure(server.residentMb())} MB`;
      return {
        lines: `${head}\n${tableOf(rows)}`,
        slowestMs: Math.max(...rows.map(({ p50Ms }) => p50Ms)),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const tableOf = (rows: readonly Asked[]): string =>
  textTable([
    ['', 'p50 ms', 'p95 ms', 'CPU ms'],
    ...rows.map(({ question, p50Ms, p95Ms, cpuMs }) => [
      question,
      p50Ms.toFixed(2),
      p95Ms.toFixed(2),
      cpuMs === undefined ? '-' : cpuMs.toFixed(2),
    ]),
  ]);

/** What lists of data planes take, by the kind of question, in a warm process and over one kept connection. */
export const planesSection = async (): Promise<Section> => {
  const [some, many] = [await bench(1_000), await bench(10_000)];
  return {
    title: 'Data planes of an environment',
    lines: `${some.lines}\n\n${many.lines}`,
    goals: [
      atMost('1,000 planes, p50 ms of the slowest question', some.slowestMs, 5),
      atMost('10,000 planes, p50 ms of the slowest question', many.slowestMs, 50),
    ],
  };
};
