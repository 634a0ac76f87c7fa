import {
  type AuditCheckpoint,
  type DeliveryReason,
  type Destination,
  exportedCheckpoint,
  type SealedAuditEvent,
} from '@govgate/domain';
import type { DeliverySender, SendOutcome, Settling } from '@govgate/ports';

/** What one request moved: the first `consumed` events are done with; those in `refused` are set aside, wherever they stand. */
export interface Progress {
  readonly moved: true;
  readonly consumed: number;
  readonly accepted: number;
  readonly refused: readonly { readonly event: SealedAuditEvent; readonly reasonCode: DeliveryReason }[];
  /** How many of the consumed ones the receiver refused without saying which. */
  readonly refusedUntold: number;
  /** They are done with once this has settled. */
  readonly settling?: Settling;
}

/** Why nothing moved. */
export interface Halt {
  readonly moved: false;
  readonly reasonCode: DeliveryReason;
  readonly gone: boolean;
  readonly retryAfterSeconds: number | null;
}

/** Try again with so many events at most: something in a larger request is refused. */
export interface Smaller {
  readonly moved: 'smaller';
  readonly most: number;
}

/** Nothing moved, for a reason. */
export const halt = (reasonCode: DeliveryReason, more: Partial<Halt> = {}): Halt => ({
  moved: false,
  reasonCode,
  gone: false,
  retryAfterSeconds: null,
  ...more,
});

const progressOf = (
  events: readonly SealedAuditEvent[],
  { items, refusedUntold, settling }: Extract<SendOutcome, { sent: true }>,
): Progress | Halt => {
  const again = items.indexOf('again');
  const consumed = again === -1 ? items.length : again;
  const refused = items.flatMap((item, index) => {
    const event = events[index];
    return typeof item === 'string' || event === undefined ? [] : [{ event, reasonCode: item.refused }];
  });
  // The first of them is to come again and nothing else can be learnt from asking at once.
  if (consumed === 0 && refused.length === 0) return halt('rate_limited');
  const accepted = items.slice(0, consumed).filter((item) => item === 'accepted').length - refusedUntold;
  const progress = { consumed, accepted: Math.max(0, accepted), refused, refusedUntold };
  return { moved: true, ...progress, ...(settling && { settling }) };
};

/** Events without those that were refused. */
export const withoutRefused = (
  events: readonly SealedAuditEvent[],
  { refused }: Progress,
): readonly SealedAuditEvent[] => {
  if (refused.length === 0) return events;
  const gone = new Set(refused.map(({ event }) => event.sequence));
  return events.filter(({ sequence }) => !gone.has(sequence));
};

/** How a batch is sent. */
export interface BatchAsked {
  readonly most: number;
  readonly repeat: boolean;
  /** What was sent before it and has not settled. */
  readonly behind?: Settling | undefined;
}

/** Sends the first of some events and says what it came to. */
export const sendBatch = async (
  sender: DeliverySender,
  target: Destination,
  events: readonly SealedAuditEvent[],
  { most, repeat, behind }: BatchAsked,
): Promise<Progress | Halt | Smaller> => {
  const batch = events.slice(0, most);
  const outcome = await sender.send({ target, events: batch.map((event) => ({ event, repeat })), behind });
  if (outcome.sent) return progressOf(batch, outcome);
  const { reasonCode, verdict, retryAfterSeconds, attempted } = outcome;
  if (verdict !== 'split') return halt(reasonCode, { gone: verdict === 'gone', retryAfterSeconds });
  if (attempted > 1) return { moved: 'smaller', most: Math.ceil(attempted / 2) };
  const [event] = batch;
  if (event === undefined) return halt(reasonCode);
  return { moved: true, consumed: 1, accepted: 0, refused: [{ event, reasonCode }], refusedUntold: 0 };
};

/** The same where it is waited for what has to settle. */
export const sendAndSettle = async (
  ...sent: Parameters<typeof sendBatch>
): Promise<Progress | Halt | Smaller> => {
  const came = await sendBatch(...sent);
  const reasonCode = came.moved === true ? await came.settling?.done : undefined;
  return isLost(reasonCode) ? halt(reasonCode) : came;
};

/** Whether something that had to settle is to come again. */
export const isLost = (reasonCode: DeliveryReason | undefined): reasonCode is DeliveryReason =>
  reasonCode !== undefined && reasonCode !== 'delivered';

/** Sends a checkpoint: done with, whether it was taken or refused for itself, or why not now. */
export const sendCheckpoint = async (
  sender: DeliverySender,
  target: Destination,
  checkpoint: AuditCheckpoint,
): Promise<'done' | Halt> => {
  const exported = exportedCheckpoint(checkpoint, target.environmentId);
  // What somebody put in its place in the store is nothing to pass on.
  if (exported === undefined) return 'done';
  const outcome = await sender.send({ target, events: [exported] });
  if (outcome.sent) {
    const reasonCode = await outcome.settling?.done;
    if (isLost(reasonCode)) return halt(reasonCode);
    return outcome.items[0] === 'again' ? halt('rate_limited') : 'done';
  }
  const { reasonCode, verdict, retryAfterSeconds } = outcome;
  if (verdict === 'split') return 'done';
  return halt(reasonCode, { gone: verdict === 'gone', retryAfterSeconds });
};
