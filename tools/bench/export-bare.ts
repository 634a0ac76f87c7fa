import type { SealedAuditEvent } from '@govgate/domain';
import type { DestinationKind } from '@govgate/domain/internal';
import type { Egress, EgressRequest } from '@govgate/worker/probes';
import { Agent, request } from 'undici';
import { destination, senderOver } from './export-world.js';

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

/** What a bare client does to send the same. */
export const bareFor = async (kind: DestinationKind, all: readonly SealedAuditEvent[], port: number) => {
  const caught = await requestsFor(all, kind);
  return { requests: caught.length, run: () => bare(caught, port) };
};
