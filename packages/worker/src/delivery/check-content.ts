import type { DeliveryCheck } from '@govgate/ports';

/** The type of the synthetic event that a check sends. */
export const TEST_EVENT_TYPE = 'siem_webhook.test';

/** Everything a check sends besides its type, id and time, in every kind: metadata, and nothing from real events. */
export const checkContent = ({ target, requestId }: DeliveryCheck) => ({
  synthetic: true,
  tenant_id: target.tenantId,
  environment_id: target.environmentId,
  destination_id: target.destinationId,
  request_id: requestId,
});

/** The same as one flat object, for protocols without an envelope. */
export const flatCheck = (check: DeliveryCheck) => ({
  event_type: TEST_EVENT_TYPE,
  event_id: check.eventId,
  time: check.time,
  ...checkContent(check),
});
