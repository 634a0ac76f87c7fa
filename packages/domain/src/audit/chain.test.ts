import { trailEvent } from '@govgate/ports-testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { anyText } from '../../../../tools/test-values/any-text.js';
import { canonicalJson, type Json, sha256Hex } from '../canonical-json.js';
import type { AuditEvent } from './audit-event.js';
import { EMPTY_CHAIN } from './audit-event.js';
import { auditText, type EventLine, eventLine, headAfter, sealAuditEvent, textWithHash } from './chain.js';
import type { WireAuditEvent } from './read-audit-text.js';
import { anyEvent } from './testing/any-event.js';

/** The wire record without its hash, as the contract writes it (docs/spec/audit.md). */
const wireRecord = (event: AuditEvent, sequence: number, prevHash: string | null): WireAuditEvent => ({
  schema_version: '1.0',
  audit_event_id: event.auditEventId,
  sequence,
  occurred_at: event.occurredAt,
  tenant_id: event.tenantId,
  environment_id: event.environmentId,
  event_type: event.eventType,
  outcome: event.outcome,
  actor: {
    actor_type: event.actor.actorType,
    actor_id: event.actor.actorId,
    auth_method: event.actor.authMethod,
  },
  action: event.action,
  resource: {
    resource_type: event.resource.resourceType,
    resource_id: event.resource.resourceId,
    version: event.resource.version,
  },
  reason_code: event.reasonCode,
  reason: event.reason,
  request_id: event.requestId,
  correlation_id: event.correlationId,
  changed_fields: event.changedFields,
  related_ids: event.relatedIds,
  prev_hash: prevHash,
  metadata_only: true,
  ...(event.fromState === undefined ? {} : { from_state: event.fromState }),
  ...(event.toState === undefined ? {} : { to_state: event.toState }),
  ...(event.subjectType === undefined ? {} : { subject_type: event.subjectType }),
});

const canonical = (record: WireAuditEvent | EventLine): string => canonicalJson({ ...record } as Json);

const text = anyText();
const perhaps = fc.option(text, { nil: null });

describe('auditText', () => {
  it('is the RFC 8785 form of the wire record without its hash', () => {
    fc.assert(
      fc.property(
        anyEvent,
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        perhaps,
        (event, sequence, prevHash) => {
          expect(auditText(event, sequence, prevHash)).to.equal(
            canonical(wireRecord(event, sequence, prevHash)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('textWithHash', () => {
  it('is the RFC 8785 form of the complete wire record', () => {
    fc.assert(
      fc.property(anyEvent, text, (event, hash) => {
        const line = canonical({ ...wireRecord(event, 7, null), hash });
        expect(textWithHash(auditText(event, 7, null), hash)).to.equal(line);
        expect(eventLine(auditText(event, 7, null), hash)).to.equal(`${line}\n`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('sealAuditEvent', () => {
  it('gives the first event sequence 1 and no previous hash', () => {
    const { event, text: sealed } = sealAuditEvent(trailEvent(1), EMPTY_CHAIN);
    expect(event).to.deep.equal({
      ...trailEvent(1),
      sequence: 1,
      prevHash: null,
      hash: `sha256:${sha256Hex(sealed)}`,
    });
  });

  it('chains each event to the one before', () => {
    const first = sealAuditEvent(trailEvent(1), EMPTY_CHAIN);
    const second = sealAuditEvent(trailEvent(2), headAfter(first.event));
    expect([second.event.sequence, second.event.prevHash]).to.deep.equal([2, first.event.hash]);
    expect(second.text).to.equal(auditText(trailEvent(2), 2, first.event.hash));
  });
});
