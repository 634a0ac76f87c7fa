import type { DeliveryReason } from '@govgate/domain';
import type { PlaneReadinessProbe, SecretResolver } from '@govgate/ports';
import { deliveryReasonOf } from '../delivery/delivery-reason.js';
import type { Egress } from '../egress/egress.js';

export interface PlaneReadinessProbeParts {
  readonly egress: Egress;
  readonly secrets: SecretResolver;
  /** The limit of the whole probe; 5 seconds by default. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const NOT_READY = 503;

/** Makes the probe of data planes: 2xx is ready, 503 is not ready, anything else gets a delivery reason code. */
export const makePlaneReadinessProbe = (parts: PlaneReadinessProbeParts): PlaneReadinessProbe => ({
  probe: async (scope, readinessProbeRef) => {
    const url = await parts.secrets.resolve(scope, readinessProbeRef);
    if (url === 'secret_ref_unresolved') return other(url);
    const result = await parts.egress.request({
      url: url.reveal().trim(),
      method: 'GET',
      limits: { timeoutMs: parts.timeoutMs ?? TIMEOUT_MS },
    });
    if (result.ok && result.head.status === NOT_READY) return { answered: 'not_ready' };
    const reasonCode = deliveryReasonOf(result);
    return reasonCode === 'delivered' ? { answered: 'ready' } : other(reasonCode);
  },
});

const other = (reasonCode: DeliveryReason) => ({ answered: 'other', reasonCode }) as const;
