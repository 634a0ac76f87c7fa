import type { DestinationReference, Scope, Secret } from '@govgate/domain';
import type { DeliveryTarget, SecretResolver, ServiceLog } from '@govgate/ports';

/** The resolved references of a destination. They live as long as one request. */
export interface DeliverySecrets {
  readonly endpoint: Secret<string>;
  readonly token: Secret<string> | null;
  readonly signing: Secret<string> | null;
}

/** Which reference of a destination is unusable, and why. Never what it resolved to. */
export interface UnusableSecret {
  readonly field: DestinationReference;
  readonly detail: string;
}

export const isUnusable = (one: object | null): one is UnusableSecret => one !== null && 'detail' in one;

/** The current values of a destination's references, or which of them is unusable. */
export const resolveDelivery = async (
  target: DeliveryTarget,
  secrets: SecretResolver,
): Promise<DeliverySecrets | UnusableSecret> => {
  const scope: Scope = { tenantId: target.tenantId, environmentId: target.environmentId };
  const resolve = async (
    field: UnusableSecret['field'],
    reference: string | null,
  ): Promise<Secret<string> | null | UnusableSecret> => {
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

interface Unusable {
  readonly secret: UnusableSecret;
  readonly requestId?: string | undefined;
}

/** Tells the operator which reference it was. */
export const logUnusableSecret = (
  { tenantId, environmentId, destinationId }: DeliveryTarget,
  log: Pick<ServiceLog, 'warn'>,
  { secret: { field, detail }, requestId }: Unusable,
): 'secret_ref_unresolved' => {
  log.warn(`a destination was not delivered to: its ${field} ${detail}`, {
    ...(requestId === undefined ? {} : { requestId }),
    tenantId,
    environmentId,
    destinationId,
  });
  return 'secret_ref_unresolved';
};
