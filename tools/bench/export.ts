/**
 * Continuous export beside a bare undici client (a bare TLS socket for syslog) that sends the very same requests one after the other: the
 * engine with its lease, cursor and attempts over an embedded store, the egress guard, the formats. What it costs the
 * publishes that it follows: `npm run bench -- --only followed`. Receivers are in a process of their own. Run: `node --import tsx --conditions=@govgate/source
 * tools/bench/run-bundled.ts tools/bench/export.ts [events] [rounds] [kinds]`. It measures and asserts nothing. Nothing acknowledges
 * syslog, so the end of its rows is a second's wait for what was written last: few events make them look slow.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readAuditText, type SealedAuditEvent } from '@govgate/domain';
import { DESTINATION_KINDS, type DestinationKind, newExportLane } from '@govgate/domain/internal';
import { destinationKind, exportLaneKind, type GovernanceStore } from '@govgate/ports';
import { makeEgress } from '@govgate/worker/probes';
import { bareFor } from './export-bare.js';
import { type Places, serveReceivers } from './export-receivers.js';
import { syslogTo } from './export-syslog.js';
import {
  clock,
  commit,
  destination,
  engineOver,
  LOOPBACK,
  openStore,
  SCOPE,
  senderOver,
} from './export-world.js';
import { median } from './median.js';
import { type Pace, paceOf } from './pace-of.js';
import { textTable } from './print-table.js';

const [given = '20000', givenRounds = '3', chosen = '', mode = 'compare'] = process.argv.slice(2);
const events = Number(given);
const rounds = Number(givenRounds);

/** The engine from the first look at a full trail to its end. */
const exported = async (
  store: GovernanceStore,
  { port, syslog }: Places,
  kind: DestinationKind,
  count: number,
) => {
  const egress = makeEgress(LOOPBACK);
  const ofSyslog = syslogTo(syslog);
  const endpoint = kind === 'syslog' ? `127.0.0.1:${syslog.port}` : `http://127.0.0.1:${port}`;
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

const trailOf = async ({ auditTrail }: GovernanceStore): Promise<SealedAuditEvent[]> => {
  const all: SealedAuditEvent[] = [];
  for await (const batch of auditTrail.stored(SCOPE.tenantId))
    for (const { text, hash } of batch) all.push(readAuditText(text, hash));
  return all;
};

const measureKind = async (kind: DestinationKind, places: Places): Promise<string[]> => {
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
    found.engine.push(await exported(store, places, kind, count));
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

const compare = async (): Promise<void> => {
  const server = fork(process.argv[1] ?? '', [given, givenRounds, chosen, 'serve']);
  const [places] = (await once(server, 'message')) as [Places];
  const rows: string[][] = [];
  // Shared signals are of revocations alone, of which the events here are none.
  const isChosen = (kind: DestinationKind): boolean =>
    kind !== 'ssf_push' && (chosen === '' || chosen.split(',').includes(kind));
  for (const kind of DESTINATION_KINDS.filter(isChosen)) rows.push(await measureKind(kind, places));
  console.log(
    textTable([
      ['kind', 'requests', 'events/s', 'µs CPU an event', 'bare client', 'its µs CPU', 'share'],
      ...rows,
    ]),
  );
  server.kill();
};

if (mode === 'serve') serveReceivers();
else await compare();
