import type { DeliveryCheck } from '@govgate/ports';

/** The type of the synthetic event that a check sends. */
export const TEST_EVENT_TYPE = 'siem_webhook.test';

/** All that a check says beside its type, id and time, in every kind: metadata, and nothing of any real event. */
export const checkContent = ({ target, requestId }: DeliveryCheck) => ({
  synthetic: true,
  tenant_id: target.tenantId,
  environment_id: target.environmentId,
  destination_id: target.destinationId,
  request_id: requestId,
});

/** The same as one flat object, for protocols without an envelope that says the rest. */
export const flatCheck = (check: DeliveryCheck) => ({
  event_type: TEST_EVENT_TYPE,
  event_id: check.eventId,
  time: check.time,
  ...checkContent(check),
});
