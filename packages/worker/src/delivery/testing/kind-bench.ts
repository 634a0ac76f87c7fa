import { type ExportEvent, Secret, sealAuditEvent } from '@govgate/domain';
import type { DestinationKind } from '@govgate/domain/internal';
import type {
  Clock,
  DeliveryCheck,
  DeliveryTarget,
  SecretResolver,
  ServiceLog,
  SignalSigner,
} from '@govgate/ports';
import { anEvent, manualClock } from '@govgate/ports-testkit';
import type { Egress } from '../../egress/egress.js';
import type { TlsDialer } from '../../egress/tls-dialer.js';
import { makeSyslogKind } from '../kinds/syslog.js';
import { makeDeliveryProbe } from '../make-delivery-probe.js';
import { makeDeliverySender } from '../make-delivery-sender.js';

export const SIGNING_KEY = 'whsec_bm90LWEtcmVhbC1zZWNyZXQtanVzdC1hLXRlc3Q=';
export const TOKEN = 'example-token-of-a-test';

const TARGET: DeliveryTarget = {
  destinationId: 'dst_1',
  tenantId: 'acme',
  environmentId: 'production',
  kind: 'webhook',
  destinationRef: 'dstref_security-lake',
  endpointSecretRef: 'env:ENDPOINT',
  tokenSecretRef: 'env:TOKEN',
  signingKeyRef: null,
  retentionPolicy: { metadataRetentionDays: 90, exportFormat: 'ocsf_json' },
};

/** A destination of a kind, with overrides. */
export const targetOf = (kind: DestinationKind, changes: Partial<DeliveryTarget> = {}): DeliveryTarget => ({
  ...TARGET,
  kind,
  ...(kind === 'webhook' ? { signingKeyRef: 'env:SIGNING_KEY' } : {}),
  ...changes,
});

export const checkOf = (target: DeliveryTarget): DeliveryCheck => ({
  target,
  eventId: 'evt_1',
  requestId: 'req_1',
  time: '2026-01-01T00:00:00.000Z',
});

/** This many events of a chain, the first with sequence 1. */
export const eventsOf = (count: number, reason: string | null = null): ExportEvent[] => {
  let head: { readonly sequence: number; readonly hash: string | null } = { sequence: 0, hash: null };
  return Array.from({ length: count }, (_, index) => {
    const { event } = sealAuditEvent(
      anEvent({
        auditEventId: `evt_${String(index + 1).padStart(8, '0')}`,
        tenantId: 'acme',
        eventType: 'policy.published',
        actor: { actorType: 'user', actorId: 'ada', authMethod: 'jwt' },
        action: 'publish',
        resource: { resourceType: 'policy', resourceId: 'pol', version: `v${index}` },
        reasonCode: 'change_request',
        reason,
        requestId: `req_${index}`,
        changedFields: ['status'],
      }),
      head,
    );
    head = { sequence: event.sequence, hash: event.hash };
    return { event, repeat: false };
  });
};

/** The same, of a type that the kind carries. */
export const eventsFor = (kind: DestinationKind, count: number): ExportEvent[] =>
  kind === 'ssf_push'
    ? eventsOf(count).map(({ event, repeat }) => ({
        event: { ...event, eventType: 'session.terminated', relatedIds: ['rev_1', 'vic'] },
        repeat,
      }))
    : eventsOf(count);

/** Signs nothing: a token is its claims in base64. */
const UNSIGNED: SignalSigner = {
  issuer: 'https://govgate.example',
  keys: [],
  sign: async (claims) => Buffer.from(JSON.stringify(claims)).toString('base64url'),
};

export interface KindBenchParts {
  readonly egress: Egress;
  readonly dialer?: TlsDialer;
  readonly timeoutMs?: number;
  readonly settleMs?: number;
  readonly clock?: Clock;
  readonly log?: Pick<ServiceLog, 'warn'>;
  readonly signer?: SignalSigner | undefined;
}

const NOBODY: TlsDialer = { dial: async () => ({ ok: false, failure: 'ssrf_blocked' }) };

/** A probe and a sender whose references resolve to an endpoint, a token and a signing key. */
export const kindBench = (parts: KindBenchParts, endpoint: string, more: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    'acme production env:ENDPOINT': endpoint,
    'acme production env:SIGNING_KEY': SIGNING_KEY,
    'acme production env:TOKEN': TOKEN,
    ...more,
  };
  const secrets: SecretResolver = {
    resolve: async ({ tenantId, environmentId }, reference) => {
      const value = values[`${tenantId} ${environmentId} ${reference}`];
      return value === undefined ? 'secret_ref_unresolved' : new Secret(value);
    },
  };
  const {
    egress,
    dialer = NOBODY,
    timeoutMs = 1_000,
    settleMs,
    clock = manualClock(),
    log = { warn: () => {} },
  } = parts;
  const signer = 'signer' in parts ? parts.signer : UNSIGNED;
  const syslog = makeSyslogKind(dialer, settleMs);
  const delivery = { egress, syslog, secrets, signer, clock, log, timeoutMs };
  return {
    probe: makeDeliveryProbe(delivery),
    sender: makeDeliverySender(delivery),
    close: () => syslog.close(),
  };
};
