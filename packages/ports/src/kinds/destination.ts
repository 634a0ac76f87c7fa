import type { DeliveryTest, Destination, DestinationObservation } from '@govgate/domain';
import { defineKind, searchable, text } from '../record-kind.js';

/** Destinations of audit events (docs/spec/destinations.md#record). They have no owner, so no owner team's grant covers them. */
export const destinationKind = defineKind<Destination>()({
  name: 'siem_destination',
  scoping: 'environment',
  governed: true,
  idOf: (destination) => destination.destinationId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    name: searchable((destination: Destination) => [destination.destinationId]),
    createdAt: text((destination: Destination) => destination.createdAt),
    updatedAt: text((destination: Destination) => destination.updatedAt),
    kind: text((destination: Destination) => destination.kind),
    status: text((destination: Destination) => (destination.enabled ? 'enabled' : 'disabled')),
    ownerTeam: text((_: Destination) => ''),
  },
  indexes: [['name'], ['createdAt'], ['updatedAt']],
  lists: { filters: ['kind', 'status'] },
});

/** The outcomes of a destination's deliveries: facts, hence observed rather than governed. */
export const destinationObservationKind = defineKind<DestinationObservation>()({
  name: 'siem_delivery_status',
  scoping: 'environment',
  governed: false,
  idOf: (observation) => observation.destinationId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

/** Requested checks: pending ones are enqueued again from here if a queue lost them. */
export const deliveryTestKind = defineKind<DeliveryTest>()({
  name: 'delivery_test',
  scoping: 'environment',
  governed: false,
  idOf: (test) => test.testId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    state: text((test: DeliveryTest) => test.state),
    destinationId: text((test: DeliveryTest) => test.destinationId),
    requestedAt: text((test: DeliveryTest) => test.requestedAt),
  },
  indexes: [['state'], ['destinationId', 'requestedAt']],
});
