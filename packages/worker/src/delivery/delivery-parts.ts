import type { Clock, SecretResolver, ServiceLog, SignalSigner } from '@govgate/ports';
import type { Egress } from '../egress/egress.js';
import type { SyslogKind } from './kinds/syslog.js';

/** Parts of deliveries and checks. */
export interface DeliveryParts {
  readonly egress: Egress;
  readonly syslog: SyslogKind;
  readonly secrets: SecretResolver;
  /** Undefined: this installation signs no Security Event Tokens. */
  readonly signer?: SignalSigner | undefined;
  readonly clock: Clock;
  readonly log: Pick<ServiceLog, 'warn'>;
  /** The time limit of a whole check (8 seconds by default) or of sending a batch (15). */
  readonly timeoutMs?: number;
}
