import { expect } from 'chai';
import fc from 'fast-check';
import type { AuditEvent, ChainHead } from './audit-event.js';
import { sealAuditEvent } from './chain.js';
import { readAuditText } from './read-audit-text.js';

const nullable = fc.option(fc.string(), { nil: null });

const anyEvent: fc.Arbitrary<AuditEvent> = fc.record({
  auditEventId: fc.string(),
  occurredAt: fc.string(),
  tenantId: fc.string(),
  environmentId: nullable,
  eventType: fc.constantFrom('policy.published', 'agent.revoked'),
  outcome: fc.constantFrom('success', 'denied', 'failure'),
  actor: fc.record({
    actorType: fc.constantFrom('user', 'service_account', 'system'),
    actorId: fc.string(),
    authMethod: fc.constantFrom('jwt', 'api_token', 'none'),
  }),
  action: fc.string(),
  resource: fc.record({
    resourceType: fc.constantFrom('policy', 'agent'),
    resourceId: fc.string(),
    version: nullable,
  }),
  reasonCode: fc.string(),
  reason: nullable,
  requestId: fc.string(),
  correlationId: nullable,
  changedFields: fc.array(fc.string()),
  relatedIds: fc.array(fc.string()),
});

const anyHead: fc.Arbitrary<ChainHead> = fc.record({ sequence: fc.nat(), hash: nullable });

describe('readAuditText', () => {
  it('gives back every event that was sealed into a text', () => {
    fc.assert(
      fc.property(anyEvent, anyHead, (event, head) => {
        const sealed = sealAuditEvent(event, head);
        expect(readAuditText(sealed.text, sealed.event.hash)).to.deep.equal(sealed.event);
      }),
    );
  });
});
