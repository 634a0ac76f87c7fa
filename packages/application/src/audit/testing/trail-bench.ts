import { createHash } from 'node:crypto';
import { type AuditEvent, type Sha256Hex, sealAuditEvent } from '@govgate/domain';
import type { GovernanceStore } from '@govgate/ports';
import {
  anEvent,
  createMemoryData,
  createMemoryStore,
  type ManualClock,
  type MemoryData,
  manualClock,
} from '@govgate/ports-testkit';
import type { Ports } from '../../call/ports.js';
import { authenticateCommits } from '../authenticate-commits.js';
import { type RecordedCheckpoints, trailPorts } from './trail-ports.js';

const START = Date.UTC(2026, 0, 1);

export const ACME = 'acme';

/** The time of the n-th event: one a second. */
export const instant = (n: number): string => new Date(START + n * 1000).toISOString();

/** A memory store with one trail, and what is needed to read, sign and verify it. */
export interface TrailBench {
  readonly data: MemoryData;
  readonly store: GovernanceStore;
  readonly clock: ManualClock;
  readonly ports: ReturnType<typeof trailPorts> &
    Pick<Ports, 'auditTrail' | 'clock' | 'hash' | 'records' | 'unitOfWork'>;
  readonly kept: RecordedCheckpoints;
  /** Commits this many further events. */
  append(count: number, given?: Partial<AuditEvent>): Promise<void>;
  /** Changes stored events behind the store's back and reseals them and all that follow, as somebody without a key would. */
  forge(from: number, change: (event: AuditEvent, index: number) => AuditEvent | undefined): void;
}

export const makeTrailBench = (): TrailBench => {
  const data = createMemoryData();
  const store = createMemoryStore({ data, hash });
  const clock = manualClock(instant(0));
  const given = trailPorts();
  const unitOfWork = authenticateCommits(store.unitOfWork, given.eventMac, given.committedEvents);
  const ports = { ...given, unitOfWork, auditTrail: store.auditTrail, records: store.records, clock, hash };
  let written = 0;
  return {
    data,
    store,
    clock,
    ports,
    kept: ports.keptCheckpoints,
    append: async (count, like = {}) => {
      const events = Array.from({ length: count }, (): AuditEvent => {
        written += 1;
        return anEvent({ tenantId: ACME, occurredAt: instant(written), ...like });
      });
      const [first, ...rest] = events;
      if (first !== undefined) await unitOfWork.commit({ changes: [], audit: [first, ...rest] });
      clock.advance(count * 1000);
    },
    forge: (from, change) => {
      const chain = data.chains.get(ACME);
      if (chain === undefined) throw new Error('no chain');
      const forged = chain.links.splice(from - 1).map(({ event }) => event);
      chain.head = { sequence: from - 1, hash: chain.links.at(-1)?.event.hash ?? null };
      for (const [index, event] of forged.entries()) {
        const { sequence: _, prevHash: _prev, hash: _hash, ...bare } = event;
        const changed = change(bare, index);
        if (changed === undefined) continue;
        const sealed = sealAuditEvent(changed, chain.head, hash);
        chain.links.push({ ...sealed, mac: '' });
        chain.head = { sequence: sealed.event.sequence, hash: sealed.event.hash };
      }
    },
  };
};

/** Blames somebody else. */
export const blamed = (event: AuditEvent): AuditEvent => ({
  ...event,
  actor: { ...event.actor, actorId: 'usr_eve' },
});

const hash: Sha256Hex = (text) => createHash('sha256').update(text).digest('hex');
