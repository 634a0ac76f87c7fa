import type { DeadLetter, ExportDelivery, ExportLane, ExportReplay } from '@govgate/domain';
import { defineKind, integer, text } from '../record-kind.js';

/** How far each destination has followed the trail, and who delivers to it: bookkeeping, hence observed rather than governed. */
export const exportLaneKind = defineKind<ExportLane>()({
  name: 'export_lane',
  scoping: 'environment',
  governed: false,
  idOf: (lane) => lane.destinationId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

/** The latest delivery attempts of each destination. */
export const exportDeliveryKind = defineKind<ExportDelivery>()({
  name: 'export_delivery',
  scoping: 'environment',
  governed: false,
  idOf: (delivery) => delivery.deliveryId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    destinationId: text((delivery: ExportDelivery) => delivery.destinationId),
    attempt: integer((delivery: ExportDelivery) => delivery.attempt),
  },
  indexes: [['destinationId', 'attempt']],
});

/** Events a destination rejected individually. */
export const deadLetterKind = defineKind<DeadLetter>()({
  name: 'export_dead_letter',
  scoping: 'environment',
  governed: false,
  idOf: (letter) => letter.deadLetterId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    destinationId: text((letter: DeadLetter) => letter.destinationId),
    sequence: integer((letter: DeadLetter) => letter.sequence),
    refusedAt: text((letter: DeadLetter) => letter.refusedAt),
  },
  indexes: [
    ['destinationId', 'sequence'],
    ['destinationId', 'refusedAt'],
  ],
});

/** Ranges requested for replay. The request is an event; its progress is not. */
export const exportReplayKind = defineKind<ExportReplay>()({
  name: 'export_replay',
  scoping: 'environment',
  governed: false,
  idOf: (replay) => replay.replayId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    destinationId: text((replay: ExportReplay) => replay.destinationId),
    state: text((replay: ExportReplay) => replay.state),
  },
  indexes: [['state'], ['destinationId', 'state']],
});
