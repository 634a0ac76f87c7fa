/**
 * Continuous export beside a bare undici client that sends the very same requests one after the other: the engine with its lease, cursor
 * and attempts over an embedded store, the egress guard, the formats. What it costs the publishes that it follows: `npm run bench -- --only
 * followed`. The receiver is in a process of its own. Run: `node --import tsx --conditions=@govgate/source tools/bench/run-bundled.ts
 * tools/bench/export.ts [events] [rounds] [kinds]`. It measures and asserts nothing.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readAuditText, type SealedAuditEvent } from '@govgate/domain';
import { DESTINATION_KINDS, type DestinationKind, newExportLane } from '@govgate/domain/internal';
import { destinationKind, exportLaneKind, type GovernanceStore } from '@govgate/ports';
import { makeEgress } from '@govgate/worker/probes';
import { bareFor } from './export-bare.js';
import { clock, commit, destination, engineOver, openStore, SCOPE, senderOver } from './export-world.js';
import { median } from './median.js';
import { textTable } from './print-table.js';

const LOOPBACK = { allowCidrs: ['127.0.0.0/8'], httpCidrs: ['127.0.0.0/8'], keepAliveMs: 60_000 };
/** Syslog is no request, and shared signals are of revocations alone, of which the events here are none. */
const MEASURED = DESTINATION_KINDS.filter((kind) => kind !== 'ssf_push' && kind !== 'syslog');
const [given = '20000', givenRounds = '3', chosen = MEASURED.join(), mode = 'compare'] =
  process.argv.slice(2);
const events = Number(given);
const rounds = Number(givenRounds);

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
const exported = async (store: GovernanceStore, port: number, count: number): Promise<Pace> => {
  const egress = makeEgress(LOOPBACK);
  const engine = engineOver(store, senderOver(egress, `http://127.0.0.1:${port}`));
  const pace = await paceOf(count, async () => {
    await engine.tick();
    await engine.settled();
  });
  await engine.stop();
  await egress.close();
  return pace;
};

const trailOf = async ({ auditTrail }: GovernanceStore): Promise<SealedAuditEvent[]> => {
  const all: SealedAuditEvent[] = [];
  for await (const batch of auditTrail.stored(SCOPE.tenantId))
    for (const { text, hash } of batch) all.push(readAuditText(text, hash));
  return all;
};

const measureKind = async (kind: DestinationKind, port: number): Promise<string[]> => {
  const { store, close } = await openStore();
  const count = kind === 'webhook' ? Math.min(events, 5_000) : events;
  const publish = Array.from({ length: count }, (_, i) => i);
  while (publish.length > 0) await Promise.all(publish.splice(0, 500).map((i) => commit(store, [], i)));
  const beside = await bareFor(kind, await trailOf(store), port);
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
    found.engine.push(await exported(store, port, count));
    await commit(store, [
      { kind: destinationKind, record: { ...record, enabled: false }, expectedVersion: 'any' },
    ]);
    found.bare.push(await paceOf(count, beside.run));
  }
  await close();
  const told = (all: readonly Pace[], figure: keyof Pace): number => median(all.map((one) => one[figure]));
  const [engine, floor] = [told(found.engine, 'perSecond'), told(found.bare, 'perSecond')];
  return [
    kind,
    String(beside.requests),
    engine.toFixed(0),
    told(found.engine, 'micros').toFixed(1),
    floor.toFixed(0),
    told(found.bare, 'micros').toFixed(1),
    (engine / floor).toFixed(2),
  ];
};

const answerTo = (url: string, body: string): string => {
  if (url.includes('_bulk')) {
    const created = { create: { status: 201 } };
    return JSON.stringify({ errors: false, items: Array(body.split('\n').length >> 1).fill(created) });
  }
  return url.includes('collector') ? '{"text":"Success","code":0}' : '{}';
};

/** Serves a collector of every kind, and tells the process that started it where. */
const serve = (): void => {
  const server = createServer(async (received, response) => {
    const answer = answerTo(received.url ?? '', await text(received));
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
      .end(answer);
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
};

const compare = async (): Promise<void> => {
  const server = fork(process.argv[1] ?? '', [given, givenRounds, chosen, 'serve']);
  const [port] = (await once(server, 'message')) as [number];
  const kinds = MEASURED.filter((kind) => chosen.split(',').includes(kind));
  const rows: string[][] = [];
  for (const kind of kinds) rows.push(await measureKind(kind, port));
  console.log(
    textTable([
      ['kind', 'requests', 'events/s', 'µs CPU an event', 'bare client', 'its µs CPU', 'share'],
      ...rows,
    ]),
  );
  server.kill();
};

if (mode === 'serve') serve();
else await compare();
