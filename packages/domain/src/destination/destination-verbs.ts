import { defineActions } from '../authorization/allowed-actions.js';
import type { Instant } from '../instant.js';
import { type Verbs, verbActions } from '../verb/verbs.js';
import { decideDisableDestination, decideEnableDestination } from './change-destination.js';
import type { Destination } from './destination.js';
import { destinationMachine } from './destination.machine.js';

/** What a verb of a destination is decided by. */
interface DestinationVerbRequest {
  readonly now: Instant;
  readonly reasonCode: string;
}

/** The verbs of a destination; its audit-export history stays (docs/spec/destinations.md#disable-and-enable). */
export const destinationVerbs = {
  disable: {
    permission: 'siem_webhook.disable',
    eventType: 'siem_webhook.disabled',
    summary: 'Disables a destination without deleting audit-export history',
    decide: decideDisableDestination,
  },
  enable: {
    permission: 'siem_webhook.manage',
    eventType: 'siem_webhook.enabled',
    summary: 'Enables a destination; its failures are counted anew',
    decide: decideEnableDestination,
  },
} as const satisfies Verbs<Destination, DestinationVerbRequest>;

/** What callers can do with a destination. */
export const destinationActions = defineActions(destinationMachine, [
  { action: 'read', permission: 'siem_webhook.read' },
  { action: 'update', permission: 'siem_webhook.manage', trigger: 'update' },
  { action: 'replay', permission: 'siem_webhook.manage', trigger: 'replay' },
  { action: 'test', permission: 'siem_webhook.test', trigger: 'test' },
  ...verbActions(destinationVerbs, ['disable', 'enable']),
]);
