import type { SealedAuditEvent } from '@govgate/domain';
import type { DestinationKind } from '@govgate/domain/internal';
import { type Egress, type EgressRequest, makeEgress } from '@govgate/worker/probes';
import { Agent, request } from 'undici';
import type { Places } from './export-receivers.js';
import { framesTogether, serveSyslog, syslogTo, writeBare } from './export-syslog.js';
import { destination, LOOPBACK, senderOver } from './export-world.js';

/** How many events the engine reads, and so writes to syslog, at a time. */
const SYSLOG_BATCH = 2_000;

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
export const bareFor = async (
  kind: DestinationKind,
  all: readonly SealedAuditEvent[],
  { port, syslog }: Places,
) => {
  if (kind === 'syslog') {
    const batches = await framesFor(all);
    return { requests: batches.length, run: () => writeBare(batches, syslog) };
  }
  const caught = await requestsFor(all, kind);
  return { requests: caught.length, run: () => bare(caught, port) };
};
