import { defineMachine } from '../machine/machine.js';

/** Whether a destination is in use. */
export const destinationMachine = defineMachine({
  name: 'siem_webhook',
  states: ['enabled', 'disabled'],
  initial: ['enabled'],
  final: [],
  triggers: ['update', 'test', 'replay', 'disable', 'enable'],
  guards: [],
  rows: [
    { from: 'enabled', on: 'update', to: 'enabled' },
    { from: 'enabled', on: 'replay', to: 'enabled' },
    { from: 'enabled', on: 'test', to: 'enabled' },
    { from: 'enabled', on: 'disable', to: 'disabled' },
    { from: 'disabled', on: 'update', to: 'disabled' },
    { from: 'disabled', on: 'enable', to: 'enabled' },
  ],
});

export const DELIVERY_STATES = [
  'not_configured',
  'pending',
  'healthy',
  'degraded',
  'failing',
  'disabled',
  'unknown',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The state of a destination's deliveries. `fail` is one of the first nine consecutive failures, `fail_on` the tenth or a later one. */
export const deliveryStatusMachine = defineMachine({
  name: 'siem_webhook_delivery',
  states: DELIVERY_STATES,
  initial: ['not_configured', 'unknown'],
  final: [],
  triggers: ['configure', 'queue', 'deliver', 'fail', 'fail_on', 'disable', 'enable'],
  guards: [],
  rows: [
    { from: 'not_configured', on: 'configure', to: 'unknown' },
    ...(['unknown', 'pending', 'healthy', 'degraded', 'failing'] as const).flatMap(
      (from) =>
        [
          { from, on: 'queue', to: 'pending' },
          { from, on: 'deliver', to: 'healthy' },
          { from, on: 'fail', to: 'degraded' },
          { from, on: 'fail_on', to: 'failing' },
          { from, on: 'disable', to: 'disabled' },
        ] as const,
    ),
    { from: 'disabled', on: 'enable', to: 'unknown' },
  ],
});
