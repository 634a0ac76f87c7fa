import type { DeliveryTarget, SecretResolver } from '@govgate/ports';
import type { DeliverySecrets } from './kinds/http-kind.js';

const resolveOptional = async (secrets: SecretResolver, reference: string | null) =>
  reference === null ? null : secrets.resolve(reference);

/** What a destination's references stand for now. One that leads nowhere, or no endpoint, is told as unresolved. */
export const resolveDelivery = async (
  target: DeliveryTarget,
  secrets: SecretResolver,
): Promise<DeliverySecrets | 'secret_ref_unresolved'> => {
  const [endpoint, signing, token] = await Promise.all([
    resolveOptional(secrets, target.endpointSecretRef),
    resolveOptional(secrets, target.signingKeyRef),
    resolveOptional(secrets, target.tokenSecretRef),
  ]);
  if (endpoint === null || endpoint === 'secret_ref_unresolved') return 'secret_ref_unresolved';
  if (signing === 'secret_ref_unresolved' || token === 'secret_ref_unresolved')
    return 'secret_ref_unresolved';
  return { endpoint, signing, token };
};
