import type { Scope, Secret } from '@govgate/domain';
import type { Clock, DeliveryCheck, SecretResolver, ServiceLog } from '@govgate/ports';
import type { Egress, EgressResult } from '../egress/egress.js';
import { testEventBody } from './test-event.js';
import { type UnusableSecret, type WebhookKeys, webhookMessage } from './webhook-message.js';

export interface DeliveryParts {
  readonly egress: Egress;
  readonly secrets: SecretResolver;
  readonly clock: Clock;
  readonly log: Pick<ServiceLog, 'warn'>;
  /** The limit of a whole check; 8 seconds unless told. */
  readonly timeoutMs?: number;
}

interface WebhookSecrets extends WebhookKeys {
  readonly endpoint: Secret<string>;
}

type Resolved = Secret<string> | null | UnusableSecret;

const resolveAll = async (
  { target }: DeliveryCheck,
  secrets: SecretResolver,
): Promise<WebhookSecrets | UnusableSecret> => {
  const scope: Scope = { tenantId: target.tenantId, environmentId: target.environmentId };
  const resolve = async (field: UnusableSecret['field'], reference: string | null): Promise<Resolved> => {
    if (reference === null) return null;
    const resolved = await secrets.resolve(scope, reference);
    return resolved === 'secret_ref_unresolved' ? { field, detail: 'does not resolve' } : resolved;
  };
  const [endpoint, signing, token] = await Promise.all([
    resolve('endpoint_secret_ref', target.endpointSecretRef),
    resolve('signing_key_ref', target.signingKeyRef),
    resolve('token_secret_ref', target.tokenSecretRef),
  ]);
  if (endpoint === null) return { field: 'endpoint_secret_ref', detail: 'is not set' };
  if (isUnusable(endpoint)) return endpoint;
  if (isUnusable(signing)) return signing;
  if (isUnusable(token)) return token;
  return { endpoint, signing, token };
};

const isUnusable = (one: object | null): one is UnusableSecret => one !== null && 'detail' in one;

/** Sends the test event to a webhook within the time given, in which the references are resolved too. */
export const checkWebhook = async (
  check: DeliveryCheck,
  parts: DeliveryParts,
  timeoutMs: number,
): Promise<EgressResult | 'secret_ref_unresolved'> => {
  const startedAt = performance.now();
  const secrets = await resolveAll(check, parts.secrets);
  if (isUnusable(secrets)) return tellUnusable(check, parts, secrets);
  const timestampSeconds = Math.floor(parts.clock.epochMs() / 1_000);
  const message = webhookMessage(check.eventId, timestampSeconds, testEventBody(check), secrets);
  if (isUnusable(message)) return tellUnusable(check, parts, message);
  return parts.egress.request({
    url: secrets.endpoint.reveal().trim(),
    method: 'POST',
    ...message,
    tellHeaders: ['retry-after'],
    limits: { timeoutMs: Math.max(1, timeoutMs - (performance.now() - startedAt)) },
  });
};

// The answer has no place for more than the reason code (contract, 2.2), so the operator reads which reference it was here.
const tellUnusable = (
  { target, requestId }: DeliveryCheck,
  { log }: DeliveryParts,
  { field, detail }: UnusableSecret,
): 'secret_ref_unresolved' => {
  const { tenantId, environmentId, destinationId } = target;
  log.warn(`a destination was not delivered to: its ${field} ${detail}`, {
    requestId,
    tenantId,
    environmentId,
    destinationId,
  });
  return 'secret_ref_unresolved';
};
