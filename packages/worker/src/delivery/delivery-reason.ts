import type { DeliveryReason } from '@govgate/domain';
import type { EgressResult } from '../egress/egress.js';

// An unlisted status rejects the request as sent: retrying it unchanged cannot help.
const BY_STATUS: Readonly<Record<number, DeliveryReason>> = {
  400: 'payload_rejected',
  401: 'auth_rejected',
  403: 'auth_rejected',
  404: 'endpoint_not_found',
  407: 'auth_rejected',
  408: 'timeout',
  410: 'endpoint_gone',
  413: 'payload_rejected',
  422: 'payload_rejected',
  425: 'upstream_error',
  429: 'rate_limited',
};

/** What an endpoint's answer, or its absence, means for a delivery (docs/spec/destinations.md). */
export const deliveryReasonOf = (result: EgressResult): DeliveryReason => {
  if (result.ok) return reasonOfStatus(result.head.status);
  return result.failure === 'answer_invalid' ? 'network_error' : result.failure;
};

const reasonOfStatus = (status: number): DeliveryReason => {
  if (status >= 200 && status < 300) return 'delivered';
  if (status >= 500) return status < 600 ? 'upstream_error' : 'network_error';
  return BY_STATUS[status] ?? 'payload_rejected';
};
