import type { DeliveryReason } from '@govgate/domain';
import type { AuditTrail, DeliverySender } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** What a run of attempts came to, for counters. */
export interface ExportReport {
  readonly destinationId: string;
  readonly reasonCode: DeliveryReason;
  readonly delivered: number;
  readonly refused: number;
}

/** What continuous export works with. */
export interface ExportDeps extends Pick<Ports, 'records' | 'unitOfWork' | 'revisions' | 'clock' | 'ids'> {
  readonly auditTrail: Pick<AuditTrail, 'checkpoints' | 'stored' | 'head' | 'page' | 'tenants'>;
  readonly sender: DeliverySender;
  /** Names this process, unlike every other that shares the store. */
  readonly holder: string;
  /** 0 to 1. */
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly report?: (told: ExportReport) => void;
  /** A failure inside, such as a store that does not answer; the lane goes on at the next round. */
  readonly failed?: (fault: unknown) => void;
}
