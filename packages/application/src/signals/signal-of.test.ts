import { AUDIT_EVENT_TYPES, type AuditEvent, type AuditEventType } from '@govgate/domain';
import { resourceOfEvent, surfaceVerbs } from '@govgate/domain/internal';
import { expect } from 'chai';
import { surfaceOf } from '../client-surfaces/testing/surfaces.js';
import { START } from '../testing/use-case-bench.js';
import { signalOf } from './signal-of.js';

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type';

const eventOf = (eventType: AuditEventType, changes: Partial<AuditEvent> = {}): AuditEvent => ({
  auditEventId: 'evt_1',
  occurredAt: '2026-01-01T00:00:00.900Z',
  tenantId: 'acme',
  environmentId: 'production',
  eventType,
  outcome: 'success',
  actor: { actorType: 'user', actorId: 'ada', authMethod: 'jwt' },
  action: 'change',
  resource: { resourceType: resourceOfEvent(eventType), resourceId: 'res_1', version: null },
  reasonCode: 'incident',
  reason: 'free text of a person',
  requestId: 'req_1',
  correlationId: null,
  changedFields: [],
  relatedIds: ['rev_1', 'vic'],
  ...changes,
});

const opaque = (id: string) => ({ format: 'opaque', id });
const about = (members: object) => ({ format: 'complex', ...members, tenant: opaque('acme') });

describe('signalOf', () => {
  it('makes the claims of an ended session', () => {
    expect(signalOf(eventOf('session.terminated'))).to.deep.equal({
      jti: 'evt_1',
      txn: 'req_1',
      sub_id: about({ session: opaque('res_1'), user: opaque('vic') }),
      events: {
        [`${CAEP}/session-revoked`]: {
          event_timestamp: 1_767_225_600,
          initiating_entity: 'admin',
          reason_admin: { en: 'incident' },
        },
      },
    });
  });

  it('maps these types of events, and passes over all others', () => {
    const mapped = AUDIT_EVENT_TYPES.flatMap((type) => {
      const reasonCode = type === 'user.signed_out' ? 'signed_out' : 'incident';
      const { events, sub_id } = signalOf(eventOf(type, { reasonCode })) ?? {};
      return events === undefined ? [] : [[type, Object.keys(events), sub_id]];
    });
    const revoked = [`${CAEP}/session-revoked`];
    const user = about({ user: opaque('res_1') });
    const application = about({ application: opaque('res_1') });
    expect(mapped).to.deep.equal([
      ['client_surface.disabled', revoked, application],
      ['client_surface.revoked', revoked, application],
      ['session.terminated', revoked, about({ session: opaque('res_1'), user: opaque('vic') })],
      ['user.disabled', [`${RISC}/account-disabled`], user],
      ['user.enabled', [`${RISC}/account-enabled`], user],
      ['user.signed_out', revoked, user],
    ]);
  });

  it('sends every verb that ends the sessions of a surface', () => {
    const request = { now: START, actorId: 'ada', revocations: [] };
    const ending = Object.values(surfaceVerbs).filter(({ decide }) => {
      const decided = decide(surfaceOf('ide'), request);
      return decided.ok && decided.value.kind === 'moved' && decided.value.fences;
    });
    expect(ending.length).to.be.greaterThan(1);
    for (const { eventType } of ending)
      expect(signalOf(eventOf(eventType)), `add ${eventType} to SIGNALS`).to.not.equal(undefined);
  });

  it('passes over what was refused, a sign-out that ended nothing, and one that came as a signal itself', () => {
    const events = [
      eventOf('user.disabled', { outcome: 'denied' }),
      eventOf('session.terminated', { outcome: 'failure' }),
      eventOf('user.signed_out', { reasonCode: 'signed_out', relatedIds: [] }),
      eventOf('user.signed_out', { reasonCode: 'session_revoked' }),
      eventOf('user.signed_out', { reasonCode: 'credential_change' }),
    ];
    expect(events.map(signalOf)).to.deep.equal(events.map(() => undefined));
  });

  it('names the correlation of the call, and who began it', () => {
    const by = (actorType: AuditEvent['actor']['actorType'], actorId: string) => {
      const actor = { actorType, actorId, authMethod: 'none' } as const;
      const signal = signalOf(eventOf('session.terminated', { actor, correlationId: 'case-7' }));
      const [event] = Object.values(signal?.events ?? {}) as { initiating_entity?: string }[];
      return [signal?.txn, event?.initiating_entity];
    };
    expect([by('system', 'worker'), by('user', 'vic'), by('service_account', 'vic')]).to.deep.equal([
      ['case-7', 'system'],
      ['case-7', 'user'],
      ['case-7', 'admin'],
    ]);
  });

  it('takes over no free text', () => {
    const all = AUDIT_EVENT_TYPES.map((type) => signalOf(eventOf(type)));
    expect(JSON.stringify(all)).not.to.include('free text');
  });
});
