import type { Clock, SecretResolver, ServiceLog } from '@govgate/ports';
import type { Egress } from '../egress/egress.js';
import type { SyslogKind } from './kinds/syslog.js';

/** Parts of deliveries and checks. */
export interface DeliveryParts {
  readonly egress: Egress;
  readonly syslog: SyslogKind;
  readonly secrets: SecretResolver;
  readonly clock: Clock;
  readonly log: Pick<ServiceLog, 'warn'>;
  /** The time limit of a whole check (8 seconds by default) or of sending a batch (15). */
  readonly timeoutMs?: number;
}
