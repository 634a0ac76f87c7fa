import type { Destination, SealedAuditEvent } from '@govgate/domain';
import { wantsEvent } from '@govgate/domain/internal';
import { signalOf } from '../signals/signal-of.js';

/** Whether a destination's protocol has a form for an event: shared signals are of revocations alone. */
export const carriesEvent = ({ kind }: Pick<Destination, 'kind'>, event: SealedAuditEvent): boolean =>
  kind !== 'ssf_push' || signalOf(event) !== undefined;

/** Whether an event is sent to a destination; any other is passed over, and counts neither as delivered nor as refused. */
export const isSentTo = (destination: Destination, event: SealedAuditEvent): boolean =>
  wantsEvent(destination, event) && carriesEvent(destination, event);
