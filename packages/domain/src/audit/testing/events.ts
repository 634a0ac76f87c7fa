import { createHash } from 'node:crypto';
import type { Sha256Hex } from '../../canonical-json.js';
import type { AuditEvent, ChainHead } from '../audit-event.js';
import { sealAuditEvent } from '../chain.js';
import type { ChainLink } from '../verify.js';

/** The n-th event of a test's trail. */
export const sampleEvent = (n: number, tenantId = 'acme'): AuditEvent => ({
  auditEventId: `evt_${String(n).padStart(32, '0')}`,
  occurredAt: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
  tenantId,
  environmentId: 'production',
  eventType: 'policy.published',
  outcome: 'success',
  actor: { actorType: 'user', actorId: `usr_${n % 3}`, authMethod: 'jwt' },
  action: 'publish',
  resource: { resourceType: 'policy', resourceId: `pv_${n}`, version: null },
  reasonCode: 'planned_change',
  reason: n % 2 === 0 ? null : `change "${n}"`,
  requestId: `req_${n}`,
  correlationId: null,
  changedFields: ['status'],
  relatedIds: [],
});

/** Seals events behind a head, as a store does. */
export const chainOf = (events: readonly AuditEvent[], head: ChainHead, hash: Sha256Hex): ChainLink[] => {
  let end = head;
  return events.map((event) => {
    const sealed = sealAuditEvent(event, end, hash);
    end = { sequence: sealed.event.sequence, hash: sealed.event.hash };
    return { sequence: sealed.event.sequence, text: sealed.text, hash: sealed.event.hash };
  });
};

/** Events from the n-th on. */
export const sampleEvents = (from: number, count: number): AuditEvent[] =>
  Array.from({ length: count }, (_, i) => sampleEvent(from + i));

/** The link at a position that a test knows to exist. */
export const linkAt = (links: readonly ChainLink[], index: number): ChainLink => {
  const link = links[index];
  if (link === undefined) throw new Error('no such link');
  return link;
};

/** Node's hash: thousands of chains are sealed here. */
export const sha256: Sha256Hex = (text) => createHash('sha256').update(text).digest('hex');
