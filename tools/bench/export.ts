/**
 * Continuous export beside a bare undici client that sends the very same requests one after the other: the engine with its
 * lease, cursor and attempts over an embedded store, the egress guard, the formats. Then what export costs the commits that
 * it follows. Receivers are in a process of their own. Run: `node --import tsx --conditions=@govgate/source
 * tools/bench/run-bundled.ts tools/bench/export.ts [events] [rounds]`. It measures and asserts nothing; syslog is not measured, as it waits a second
 * after each batch by design.
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
  type DestinationKind,
  instantOf,
  newExportLane,
  readAuditText,
  type Scope,
  Secret,
  type SiemWebhook,
} from '@govgate/domain';
import {
  ALL_KINDS,
  type Clock,
  exportLaneKind,
  type GovernanceStore,
  siemDestinationKind,
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
import { median } from './median.js';
import { textTable } from './print-table.js';

const [given = '20000', givenRounds = '3', mode = 'compare'] = process.argv.slice(2);
const events = Number(given);
const rounds = Number(givenRounds);
const KINDS = [
  'webhook',
  'splunk_hec',
  'otlp_http',
  'elasticsearch',
  'datadog',
] as const satisfies DestinationKind[];
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
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
};

const destination = (kind: DestinationKind): SiemWebhook => ({
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

const senderOver = (egress: Egress, port: number) => {
  const values: Record<string, string> = {
    'env:ENDPOINT': `http://127.0.0.1:${port}`,
    'env:TOKEN': 'example-token-of-a-bench',
    'env:KEY': 'whsec_bm90LWEtcmVhbC1zZWNyZXQtanVzdC1hLXRlc3Q=',
  };
  const secrets = {
    resolve: async (_scope: Scope, reference: string) => new Secret(values[reference] ?? ''),
  };
  return makeDeliverySender({ egress, syslog: silent, secrets, clock, log: console });
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

const engineOver = (store: GovernanceStore, egress: Egress, port: number): ExportEngine =>
  makeExportEngine({
    ...store,
    clock,
    ids,
    sender: senderOver(egress, port),
    holder: 'bench',
    random: Math.random,
    wait: (ms) => pause(ms),
    failed: (fault) => console.error(fault),
  });

/** Events a second of the engine from the first look at a full trail to its end. */
const exported = async (
  store: GovernanceStore,
  port: number,
  count: number,
): Promise<{ readonly perSecond: number; readonly micros: number }> => {
  const egress = makeEgress(LOOPBACK);
  const engine = engineOver(store, egress, port);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await engine.tick();
  await engine.settled();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  await engine.stop();
  await egress.close();
  return { perSecond: count / seconds, micros: (user + system) / count };
};

/** The requests that the engine sends, caught on their way. */
const requestsFor = async (store: GovernanceStore, kind: DestinationKind): Promise<EgressRequest[]> => {
  const caught: EgressRequest[] = [];
  const egress: Egress = {
    request: async (one) => {
      caught.push(one);
      return { ok: true, head: { status: 200, headers: {} }, body: 'discarded' };
    },
    close: async () => undefined,
  };
  const sender = senderOver(egress, 0);
  const target = destination(kind);
  const most = await sender.mostEvents(target);
  const all = [];
  for await (const batch of store.auditTrail.stored(SCOPE.tenantId))
    for (const { text, hash } of batch) all.push(readAuditText(text, hash));
  for (let from = 0; from < all.length; from += most) {
    const batch = all.slice(from, from + most).map((event) => ({ event, repeat: false }));
    await sender.send({ target, events: batch });
  }
  return caught;
};

const bare = async (caught: readonly EgressRequest[], port: number, count: number): Promise<number> => {
  const agent = new Agent({ connections: 1, pipelining: 1, keepAliveTimeout: 60_000 });
  const startedAt = performance.now();
  for (const { url, method, headers, body } of caught) {
    const answer = await request(url.replace('127.0.0.1:0', `127.0.0.1:${port}`), {
      dispatcher: agent,
      method,
      headers: { ...headers },
      body: body ?? null,
    });
    await answer.body.dump();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await agent.close();
  return count / seconds;
};

const measureKind = async (kind: DestinationKind, port: number): Promise<string[]> => {
  const { store, close } = await openStore();
  const count = kind === 'webhook' ? Math.min(events, 5_000) : events;
  const publish = Array.from({ length: count }, (_, i) => i);
  while (publish.length > 0) await Promise.all(publish.splice(0, 500).map((i) => commit(store, [], i)));
  const caught = await requestsFor(store, kind);
  const found = { engine: [] as number[], micros: [] as number[], bare: [] as number[] };
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
    await commit(store, [{ kind: siemDestinationKind, record, expectedVersion: null }]);
    const { perSecond, micros } = await exported(store, port, count);
    found.engine.push(perSecond);
    found.micros.push(micros);
    await commit(store, [
      { kind: siemDestinationKind, record: { ...record, enabled: false }, expectedVersion: 'any' },
    ]);
    found.bare.push(await bare(caught, port, count));
  }
  await close();
  const [engine, floor] = [median(found.engine), median(found.bare)];
  return [
    kind,
    String(caught.length),
    engine.toFixed(0),
    median(found.micros).toFixed(0),
    floor.toFixed(0),
    (engine / floor).toFixed(2),
  ];
};

interface Commits {
  readonly perSecond: number;
  readonly micros: number;
}

/** Commits a second of 32 callers and what each costs in CPU time, with an engine that follows them to a collector and without. */
const commits = async (port: number, follow: boolean): Promise<Commits> => {
  const { store, close } = await openStore();
  const egress = makeEgress(LOOPBACK);
  await commit(store, [
    { kind: siemDestinationKind, record: destination('splunk_hec'), expectedVersion: null },
  ]);
  const engine = engineOver(store, egress, port);
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
  const server = fork(process.argv[1] ?? '', [given, givenRounds, 'serve']);
  const [port] = (await once(server, 'message')) as [number];
  const rows: string[][] = [];
  for (const kind of KINDS) rows.push(await measureKind(kind, port));
  console.log(
    textTable([['kind', 'requests', 'events/s', 'µs CPU an event', 'bare undici', 'share'], ...rows]),
  );
  const found = { alone: [] as Commits[], followed: [] as Commits[] };
  for (let round = 0; round < rounds; round += 1) {
    found.alone.push(await commits(port, false));
    found.followed.push(await commits(port, true));
  }
  const told = (all: readonly Commits[], figure: keyof Commits): number =>
    median(all.map((one) => one[figure]));
  const more = (figure: keyof Commits): number =>
    told(found.followed, figure) / told(found.alone, figure) - 1;
  console.log(
    `commits of 32 callers, alone and followed by export: ${told(found.alone, 'perSecond').toFixed(0)} and ` +
      `${told(found.followed, 'perSecond').toFixed(0)} a second, ${told(found.alone, 'micros').toFixed(0)} and ` +
      `${told(found.followed, 'micros').toFixed(0)} µs CPU each (${(more('micros') * 100).toFixed(1)} % more; goal 5)`,
  );
  server.kill();
};

if (mode === 'serve') serve();
else await compare();
