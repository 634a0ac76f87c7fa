/**
 * Continuous export beside a bare undici client (a bare TLS socket for syslog) that sends the very same requests one after the other: the
 * engine with its lease, cursor and attempts over an embedded store, the egress guard, the formats. Then what export costs the
 * commits that it follows. Receivers are in a process of their own. Run: `node --import tsx --conditions=@govgate/source
 * tools/bench/run-bundled.ts tools/bench/export.ts [events] [rounds] [kinds]`. It measures and asserts nothing. Syslog waits a second after
 * each batch by design, as nothing acknowledges it: its CPU time tells what it could do, and a row without that wait.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { auditEventBy, type ExportEngine, makeExportEngine, systemCaller } from '@govgate/application';
import {
  DEFAULT_EXPORT_SETTINGS,
  type Destination,
  type DestinationKind,
  instantOf,
  newExportLane,
  readAuditText,
  type Scope,
  type SealedAuditEvent,
  Secret,
} from '@govgate/domain';
import {
  ALL_KINDS,
  type Clock,
  type DeliverySender,
  destinationKind,
  exportLaneKind,
  type GovernanceStore,
  tenantKind,
} from '@govgate/ports';
import { sequentialIds } from '@govgate/ports-testkit';
import {
  type Egress,
  type EgressRequest,
  makeDeliverySender,
  makeEgress,
  type SyslogKind,
} from '@govgate/worker/probes';
import { Agent, request } from 'undici';
import { framesTogether, type SyslogPlace, serveSyslog, syslogTo, writeBare } from './export-syslog.js';
import { median } from './median.js';
import { textTable } from './print-table.js';

const [given = '20000', givenRounds = '3', chosen = '', mode = 'compare'] = process.argv.slice(2);
const events = Number(given);
const rounds = Number(givenRounds);
const KINDS = [
  'webhook',
  'splunk_hec',
  'otlp_http',
  'elasticsearch',
  'datadog',
] as const satisfies DestinationKind[];
/** How many events the engine reads, and so writes to syslog, at a time. */
const SYSLOG_BATCH = 2_000;
const SCOPE = { tenantId: 'acme', environmentId: 'production' };
const clock: Clock = { epochMs: () => Date.now(), now: () => instantOf(Date.now()) };
const LOOPBACK = { allowCidrs: ['127.0.0.0/8'], httpCidrs: ['127.0.0.0/8'], keepAliveMs: 60_000 };

const answerTo = (url: string, body: string): string => {
  if (url.includes('_bulk')) {
    const created = { create: { status: 201 } };
    return JSON.stringify({ errors: false, items: Array(body.split('\n').length >> 1).fill(created) });
  }
  return url.includes('collector') ? '{"text":"Success","code":0}' : '{}';
};

const serve = (): void => {
  const server = createServer((received, response) => {
    const chunks: Buffer[] = [];
    received.on('data', (chunk: Buffer) => chunks.push(chunk));
    received.on('end', () => {
      const text = answerTo(
        received.url ?? '',
        received.url?.includes('_bulk') ? Buffer.concat(chunks).toString() : '',
      );
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
        .end(text);
    });
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', async () => {
    const syslog = await serveSyslog();
    process.send?.({ port: (server.address() as AddressInfo).port, syslog } satisfies Places);
  });
};

/** Where the receivers are. */
interface Places {
  readonly port: number;
  readonly syslog: SyslogPlace;
}

const destination = (kind: DestinationKind): Destination => ({
  ...SCOPE,
  destinationId: `dst_${kind}`,
  kind,
  enabled: true,
  destinationRef: 'dstref_sample_1',
  endpointRef: 'epref_sample_1',
  endpointSecretRef: 'env:ENDPOINT',
  tokenSecretRef: 'env:TOKEN',
  signingKeyRef: kind === 'webhook' ? 'env:KEY' : null,
  duplicatesExportJobs: false,
  retentionPolicy: { metadataRetentionDays: 90, exportFormat: 'ocsf_json' },
  exportSettings: DEFAULT_EXPORT_SETTINGS,
  disabledAt: null,
  disableReasonCode: null,
  createdAt: clock.now(),
  updatedAt: clock.now(),
});

const ids = sequentialIds();
const commit = (
  store: GovernanceStore,
  changes: Parameters<GovernanceStore['unitOfWork']['commit']>[0]['changes'],
  i = 0,
) =>
  store.unitOfWork.commit({
    changes,
    audit: [
      auditEventBy({ clock, ids }, systemCaller('cli', SCOPE.tenantId, `req_${i}`), {
        eventType: 'policy.published',
        action: 'publish',
        environmentId: SCOPE.environmentId,
        resourceId: `pol_${i}`,
        reason: 'As agreed with the payments team on Monday, see the change record',
        changedFields: ['status', 'version_state'],
      }),
    ],
  });

const silent: SyslogKind = {
  check: async () => 'ssrf_blocked',
  send: async () => ({ ok: false, reasonCode: 'ssrf_blocked', count: 0 }),
  close: () => undefined,
};

const senderOver = (egress: Egress, endpoint: string, syslog = silent) => {
  const values: Record<string, string> = {
    'env:ENDPOINT': endpoint,
    'env:TOKEN': 'example-token-of-a-bench',
    'env:KEY': 'whsec_bm90LWEtcmVhbC1zZWNyZXQtanVzdC1hLXRlc3Q=',
  };
  const secrets = {
    resolve: async (_scope: Scope, reference: string) => new Secret(values[reference] ?? ''),
  };
  return makeDeliverySender({ egress, syslog, secrets, clock, log: console });
};

interface Opened {
  readonly store: GovernanceStore;
  close(): Promise<void>;
}

const openStore = async (): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-export-'));
  const store = await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });
  const tenant = { tenantId: SCOPE.tenantId, environments: [SCOPE.environmentId] };
  await commit(store, [{ kind: tenantKind, record: tenant, expectedVersion: null }]);
  return {
    store,
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
};

const engineOver = (store: GovernanceStore, sender: DeliverySender): ExportEngine =>
  makeExportEngine({
    ...store,
    clock,
    ids,
    sender,
    holder: 'bench',
    random: Math.random,
    wait: (ms) => pause(ms),
    failed: (fault) => console.error(fault),
  });

/** What sending so many events came to: how many a second, and the CPU time of each. */
interface Pace {
  readonly perSecond: number;
  readonly micros: number;
}

const paceOf = async (count: number, work: () => Promise<unknown>): Promise<Pace> => {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: count / seconds, micros: (user + system) / count };
};

/** The engine from the first look at a full trail to its end. */
const exported = async (store: GovernanceStore, { port, syslog }: Places, run: Run, count: number) => {
  const egress = makeEgress(LOOPBACK);
  const ofSyslog = syslogTo(syslog, run.settleMs);
  const endpoint = run.kind === 'syslog' ? `127.0.0.1:${syslog.port}` : `http://127.0.0.1:${port}`;
  const engine = engineOver(store, senderOver(egress, endpoint, ofSyslog));
  const pace = await paceOf(count, async () => {
    await engine.tick();
    await engine.settled();
  });
  await engine.stop();
  ofSyslog.close();
  await egress.close();
  return pace;
};

/** The requests that the engine sends, caught on their way. */
const requestsFor = async (
  all: readonly SealedAuditEvent[],
  kind: DestinationKind,
): Promise<EgressRequest[]> => {
  const caught: EgressRequest[] = [];
  const egress: Egress = {
    request: async (one) => {
      caught.push(one);
      return { ok: true, head: { status: 200, headers: {} }, body: 'discarded' };
    },
    close: async () => undefined,
  };
  const sender = senderOver(egress, 'http://127.0.0.1:0');
  const target = destination(kind);
  const most = await sender.mostEvents(target);
  for (let from = 0; from < all.length; from += most) {
    const batch = all.slice(from, from + most).map((event) => ({ event, repeat: false }));
    await sender.send({ target, events: batch });
  }
  return caught;
};

const bare = async (caught: readonly EgressRequest[], port: number): Promise<void> => {
  const agent = new Agent({ connections: 1, pipelining: 1, keepAliveTimeout: 60_000 });
  for (const { url, method, headers, body } of caught) {
    const answer = await request(url.replace('127.0.0.1:0', `127.0.0.1:${port}`), {
      dispatcher: agent,
      method,
      headers: { ...headers },
      body: body ?? null,
    });
    await answer.body.dump();
  }
  await agent.close();
};

/** The bytes that the product writes to syslog, as batches of the engine's size. */
const framesFor = async (all: readonly SealedAuditEvent[]): Promise<Buffer[]> => {
  const chunks: Buffer[] = [];
  const place = await serveSyslog((chunk) => chunks.push(chunk));
  const syslog = syslogTo(place, 200);
  const sender = senderOver(makeEgress(LOOPBACK), `127.0.0.1:${place.port}`, syslog);
  for (let from = 0; from < all.length; from += SYSLOG_BATCH) {
    const batch = all.slice(from, from + SYSLOG_BATCH).map((event) => ({ event, repeat: false }));
    await sender.send({ target: destination('syslog'), events: batch });
  }
  syslog.close();
  return framesTogether(Buffer.concat(chunks), SYSLOG_BATCH);
};

/** What a bare client does to send the same. */
const bareFor = async (kind: DestinationKind, all: readonly SealedAuditEvent[], { port, syslog }: Places) => {
  if (kind === 'syslog') {
    const batches = await framesFor(all);
    return { requests: batches.length, run: () => writeBare(batches, syslog) };
  }
  const caught = await requestsFor(all, kind);
  return { requests: caught.length, run: () => bare(caught, port) };
};

/** One row of the table. */
interface Run {
  readonly name: string;
  readonly kind: DestinationKind;
  /** How long syslog waits after a batch; as the product unless told. */
  readonly settleMs?: number;
}

const RUNS: readonly Run[] = [
  ...KINDS.map((kind) => ({ name: kind, kind })),
  { name: 'syslog', kind: 'syslog' },
  { name: 'syslog, no wait', kind: 'syslog', settleMs: 0 },
];

const trailOf = async ({ auditTrail }: GovernanceStore): Promise<SealedAuditEvent[]> => {
  const all: SealedAuditEvent[] = [];
  for await (const batch of auditTrail.stored(SCOPE.tenantId))
    for (const { text, hash } of batch) all.push(readAuditText(text, hash));
  return all;
};

const measureKind = async (run: Run, places: Places): Promise<string[]> => {
  const { kind } = run;
  const { store, close } = await openStore();
  const count = kind === 'webhook' ? Math.min(events, 5_000) : events;
  const publish = Array.from({ length: count }, (_, i) => i);
  while (publish.length > 0) await Promise.all(publish.splice(0, 500).map((i) => commit(store, [], i)));
  const beside = await bareFor(kind, await trailOf(store), places);
  const found = { engine: [] as Pace[], bare: [] as Pace[] };
  for (let round = 0; round < rounds; round += 1) {
    const record = {
      ...destination(kind),
      destinationId: `dst_${round}`,
      createdAt: '2020-01-01T00:00:00.000Z',
    };
    // The lane begins with the first event, as it does for a destination that nobody delivered to yet.
    await store.unitOfWork.observe([
      { kind: exportLaneKind, record: newExportLane(record, 0, clock.now()), expectedVersion: null },
    ]);
    await commit(store, [{ kind: destinationKind, record, expectedVersion: null }]);
    found.engine.push(await exported(store, places, run, count));
    await commit(store, [
      { kind: destinationKind, record: { ...record, enabled: false }, expectedVersion: 'any' },
    ]);
    found.bare.push(await paceOf(count, beside.run));
  }
  await close();
  const told = (all: readonly Pace[], figure: keyof Pace): number => median(all.map((one) => one[figure]));
  const [engine, floor] = [told(found.engine, 'perSecond'), told(found.bare, 'perSecond')];
  return [
    run.name,
    String(beside.requests),
    engine.toFixed(0),
    told(found.engine, 'micros').toFixed(1),
    floor.toFixed(0),
    told(found.bare, 'micros').toFixed(1),
    (engine / floor).toFixed(2),
  ];
};

/** Commits a second of 32 callers and what each costs in CPU time, with an engine that follows them to a collector and without. */
const commits = async (port: number, follow: boolean): Promise<Pace> => {
  const { store, close } = await openStore();
  const egress = makeEgress(LOOPBACK);
  await commit(store, [{ kind: destinationKind, record: destination('splunk_hec'), expectedVersion: null }]);
  const engine = engineOver(store, senderOver(egress, `http://127.0.0.1:${port}`));
  let timer: NodeJS.Timeout | undefined;
  if (follow) {
    await engine.tick();
    timer = setInterval(() => void engine.tick(), 500);
  }
  let done = 0;
  const cpu = process.cpuUsage();
  const until = performance.now() + 4_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      await commit(store, [], done);
      if (follow) engine.poke(SCOPE.tenantId);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, caller));
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpu);
  await engine.stop();
  await egress.close();
  await close();
  return { perSecond: done / 4, micros: (user + system) / done };
};

const compare = async (): Promise<void> => {
  const server = fork(process.argv[1] ?? '', [given, givenRounds, chosen, 'serve']);
  const [places] = (await once(server, 'message')) as [Places];
  const rows: string[][] = [];
  const isChosen = ({ kind }: Run): boolean => chosen === '' || chosen.split(',').includes(kind);
  for (const run of RUNS.filter(isChosen)) rows.push(await measureKind(run, places));
  console.log(
    textTable([
      ['kind', 'requests', 'events/s', 'µs CPU an event', 'bare client', 'its µs CPU', 'share'],
      ...rows,
    ]),
  );
  if (chosen === '') await compareCommits(places.port);
  server.kill();
};

const compareCommits = async (port: number): Promise<void> => {
  const found = { alone: [] as Pace[], followed: [] as Pace[] };
  for (let round = 0; round < rounds; round += 1) {
    found.alone.push(await commits(port, false));
    found.followed.push(await commits(port, true));
  }
  const told = (all: readonly Pace[], figure: keyof Pace): number => median(all.map((one) => one[figure]));
  const more = (figure: keyof Pace): number => told(found.followed, figure) / told(found.alone, figure) - 1;
  console.log(
    `commits of 32 callers, alone and followed by export: ${told(found.alone, 'perSecond').toFixed(0)} and ` +
      `${told(found.followed, 'perSecond').toFixed(0)} a second, ${told(found.alone, 'micros').toFixed(0)} and ` +
      `${told(found.followed, 'micros').toFixed(0)} µs CPU each (${(more('micros') * 100).toFixed(1)} % more; goal 5)`,
  );
};

if (mode === 'serve') serve();
else await compare();
