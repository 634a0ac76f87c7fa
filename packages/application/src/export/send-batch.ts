import type {
  AuditCheckpoint,
  DeliveryReason,
  Destination,
  DestinationReference,
  SealedAuditEvent,
} from '@govgate/domain';
import { exportedCheckpoint } from '@govgate/domain/internal';
import type { DeliverySender, SendOutcome, Settling } from '@govgate/ports';
import { carriesEvent } from './is-sent-to.js';

/** The effect of one request: the first `consumed` events are done; those in `refused` are dead letters, wherever they are. */
export interface Progress {
  readonly outcome: 'consumed';
  readonly consumed: number;
  readonly accepted: number;
  readonly refused: readonly { readonly event: SealedAuditEvent; readonly reasonCode: DeliveryReason }[];
  /** How many of the consumed ones the receiver rejected without saying which. */
  readonly refusedUnreported: number;
  /** They are done once this has settled. */
  readonly settling?: Settling;
}

/** Why nothing was consumed. */
export interface Halt {
  readonly outcome: 'halted';
  readonly reasonCode: DeliveryReason;
  readonly gone: boolean;
  readonly retryAfterSeconds: number | null;
  readonly unusableReference?: DestinationReference | undefined;
}

/** Retry with at most this many events: something in a larger request is rejected. */
export interface Smaller {
  readonly outcome: 'too_large';
  readonly most: number;
}

/** Nothing was consumed, for a reason. */
export const halt = (reasonCode: DeliveryReason, more: Partial<Halt> = {}): Halt => ({
  outcome: 'halted',
  reasonCode,
  gone: false,
  retryAfterSeconds: null,
  ...more,
});

/** Events without the rejected ones. */
export const withoutRefused = (
  events: readonly SealedAuditEvent[],
  { refused }: Progress,
): readonly SealedAuditEvent[] => {
  if (refused.length === 0) return events;
  const gone = new Set(refused.map(({ event }) => event.sequence));
  return events.filter(({ sequence }) => !gone.has(sequence));
};

/** What to send, and how. */
export interface BatchRequest {
  readonly events: readonly SealedAuditEvent[];
  readonly most: number;
  readonly repeat: boolean;
  /** What was sent before and has not settled. */
  readonly behind?: Settling | undefined;
}

/** Sends the first of some events and returns the outcome. */
export const sendBatch = async (
  sender: DeliverySender,
  target: Destination,
  { events, most, repeat, behind }: BatchRequest,
): Promise<Progress | Halt | Smaller> => {
  const batch = events.slice(0, most);
  const outcome = await sender.send({ target, events: batch.map((event) => ({ event, repeat })), behind });
  if (outcome.sent) return progressOf(batch, outcome);
  const { reasonCode, verdict, retryAfterSeconds, unusableReference, attempted } = outcome;
  if (verdict !== 'split')
    return halt(reasonCode, { gone: verdict === 'gone', retryAfterSeconds, unusableReference });
  if (attempted > 1) return { outcome: 'too_large', most: Math.ceil(attempted / 2) };
  const [event] = batch;
  if (event === undefined) return halt(reasonCode);
  return {
    outcome: 'consumed',
    consumed: 1,
    accepted: 0,
    refused: [{ event, reasonCode }],
    refusedUnreported: 0,
  };
};

/** The same, waiting for unsettled deliveries. */
export const sendAndSettle = async (
  ...sent: Parameters<typeof sendBatch>
): Promise<Progress | Halt | Smaller> => {
  const came = await sendBatch(...sent);
  const reasonCode = came.outcome === 'consumed' ? await came.settling?.done : undefined;
  return isLost(reasonCode) ? halt(reasonCode) : came;
};

/** Whether an unsettled delivery is to be sent again. */
export const isLost = (reasonCode: DeliveryReason | undefined): reasonCode is DeliveryReason =>
  reasonCode !== undefined && reasonCode !== 'delivered';

/** Sends a checkpoint: done, whether accepted or rejected individually, or why not now. */
export const sendCheckpoint = async (
  sender: DeliverySender,
  target: Destination,
  checkpoint: AuditCheckpoint,
): Promise<'done' | Halt> => {
  const exported = exportedCheckpoint(checkpoint, target.environmentId);
  // A forged one in the store must not be passed on.
  if (exported === undefined || !carriesEvent(target, exported.event)) return 'done';
  const outcome = await sender.send({ target, events: [exported] });
  if (outcome.sent) {
    const reasonCode = await outcome.settling?.done;
    if (isLost(reasonCode)) return halt(reasonCode);
    return outcome.items[0] === 'again' ? halt('rate_limited') : 'done';
  }
  const { reasonCode, verdict, retryAfterSeconds, unusableReference } = outcome;
  if (verdict === 'split') return 'done';
  return halt(reasonCode, { gone: verdict === 'gone', retryAfterSeconds, unusableReference });
};

const progressOf = (
  events: readonly SealedAuditEvent[],
  { items, refusedUnreported, settling }: Extract<SendOutcome, { sent: true }>,
): Progress | Halt => {
  const again = items.indexOf('again');
  const consumed = again === -1 ? items.length : again;
  const refused = items.flatMap((item, index) => {
    const event = events[index];
    return typeof item === 'string' || event === undefined ? [] : [{ event, reasonCode: item.refused }];
  });
  // The first event is to be sent again, and an immediate retry would reveal nothing more.
  if (consumed === 0 && refused.length === 0) return halt('rate_limited');
  const accepted = items.slice(0, consumed).filter((item) => item === 'accepted').length - refusedUnreported;
  const progress = { consumed, accepted: Math.max(0, accepted), refused, refusedUnreported };
  return { outcome: 'consumed', ...progress, ...(settling && { settling }) };
};
