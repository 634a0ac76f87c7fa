import type { DeliveryReason, DestinationReference, ExportEvent } from '@govgate/domain';
import type { DeliveryTarget } from './delivery-probe.js';

/** What became of one event of a batch: taken, to be sent again, or refused for itself. */
export type ItemOutcome = 'accepted' | 'again' | { readonly refused: DeliveryReason };

/**
 * What a failure of a whole batch asks for. `retry`: wait and send it again; `split`: something in it is refused, and which
 * shows in smaller ones; `stop`: nothing will be taken until somebody changes something; `gone`: the endpoint wants no more.
 */
export type SendVerdict = 'retry' | 'split' | 'stop' | 'gone';

/**
 * What was written where nothing acknowledges it (syslog). It counts once it has settled; until then more may be sent behind
 * it, and where it is lost, all that is to come again.
 */
export interface Settling {
  /** Stands for the connection that it went over. */
  readonly connection: object;
  /** `delivered`, or why it is lost: known within 15 seconds, never rejects. */
  readonly done: Promise<DeliveryReason>;
}

/** What came of sending a batch (docs/spec/destinations.md). Metadata only: never a body or an exception's text. */
export type SendOutcome =
  | {
      readonly sent: true;
      /** Of the first events, in order: a sender may have sent fewer than it was given. */
      readonly items: readonly ItemOutcome[];
      /** How many more of these the receiver says that it refused, without saying which. */
      readonly refusedUnreported: number;
      /** All items are accepted, once this has settled; absent: they are. */
      readonly settling?: Settling;
    }
  | {
      readonly sent: false;
      readonly reasonCode: DeliveryReason;
      readonly verdict: SendVerdict;
      readonly retryAfterSeconds: number | null;
      /** The reference that resolved to nothing usable, if it was one. */
      readonly unusableReference?: DestinationReference | undefined;
      /** How many events the request held. */
      readonly attempted: number;
    };

/** Events for one destination, in order of sequence. */
export interface DeliveryBatch {
  readonly target: DeliveryTarget;
  readonly events: readonly ExportEvent[];
  /** What was sent before it and has not settled: it goes over the same connection or, where that is gone, not at all. */
  readonly behind?: Settling | undefined;
}

/** Delivers batches of events over the protocol of the destination's kind. */
export interface DeliverySender {
  /** One request, or one run of frames; at most 15 seconds. Never rejects. The references are resolved each time. */
  send(batch: DeliveryBatch): Promise<SendOutcome>;
  /** How many events are worth reading for one batch. */
  mostEvents(target: DeliveryTarget): number | Promise<number>;
}
