import type { DeliveryCheck } from '@govgate/ports';

/** The type of the synthetic event that a check sends. */
const TEST_EVENT_TYPE = 'siem_webhook.test';

/** The check's event as a CloudEvents 1.0 document: metadata, and nothing of any real event. */
export const testEventBody = ({ target, eventId, requestId, time }: DeliveryCheck): string =>
  JSON.stringify({
    specversion: '1.0',
    type: TEST_EVENT_TYPE,
    source: 'govgate',
    id: eventId,
    time,
    data: {
      synthetic: true,
      tenant_id: target.tenantId,
      environment_id: target.environmentId,
      destination_id: target.destinationId,
      request_id: requestId,
    },
  });
