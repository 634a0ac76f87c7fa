import type { Secret } from '@govgate/domain';
import type { Clock, DeliveryCheck, SecretResolver } from '@govgate/ports';
import type { Egress, EgressResult } from '../egress/egress.js';
import { testEventBody } from './test-event.js';
import { webhookMessage } from './webhook-message.js';

export interface DeliveryParts {
  readonly egress: Egress;
  readonly secrets: SecretResolver;
  readonly clock: Clock;
  /** The limit of a whole check; 8 seconds unless told. */
  readonly timeoutMs?: number;
}

interface WebhookSecrets {
  readonly endpoint: Secret<string>;
  readonly signing: Secret<string> | null;
  readonly token: Secret<string> | null;
}

const resolveOptional = async (secrets: SecretResolver, reference: string | null) =>
  reference === null ? null : secrets.resolve(reference);

const resolveAll = async (
  { target }: DeliveryCheck,
  secrets: SecretResolver,
): Promise<WebhookSecrets | 'secret_ref_unresolved'> => {
  const [endpoint, signing, token] = await Promise.all([
    resolveOptional(secrets, target.endpointSecretRef),
    resolveOptional(secrets, target.signingKeyRef),
    resolveOptional(secrets, target.tokenSecretRef),
  ]);
  if (endpoint === null) return 'secret_ref_unresolved';
  if (endpoint === 'secret_ref_unresolved') return endpoint;
  if (signing === 'secret_ref_unresolved') return signing;
  if (token === 'secret_ref_unresolved') return token;
  return { endpoint, signing, token };
};

/** Sends the test event to a webhook within the time given, in which the references are resolved too. */
export const checkWebhook = async (
  check: DeliveryCheck,
  parts: DeliveryParts,
  timeoutMs: number,
): Promise<EgressResult | 'secret_ref_unresolved'> => {
  const startedAt = performance.now();
  const secrets = await resolveAll(check, parts.secrets);
  if (secrets === 'secret_ref_unresolved') return secrets;
  const timestampSeconds = Math.floor(parts.clock.epochMs() / 1_000);
  const message = webhookMessage(check.eventId, timestampSeconds, testEventBody(check), secrets);
  if (message === undefined) return 'secret_ref_unresolved';
  return parts.egress.request({
    url: secrets.endpoint.reveal().trim(),
    method: 'POST',
    ...message,
    tellHeaders: ['retry-after'],
    limits: { timeoutMs: Math.max(1, timeoutMs - (performance.now() - startedAt)) },
  });
};
