import type { DeliveryReason } from '@govgate/domain';
import type { AuditTrail, DeliverySender } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** The outcome of a run of attempts, for counters. */
export interface ExportReport {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly destinationId: string;
  readonly reasonCode: DeliveryReason;
  readonly delivered: number;
  readonly refused: number;
}

/** Dependencies of continuous export. */
export interface ExportDeps extends Pick<Ports, 'records' | 'unitOfWork' | 'revisions' | 'clock' | 'ids'> {
  readonly auditTrail: Pick<AuditTrail, 'checkpoints' | 'stored' | 'head' | 'page'>;
  readonly sender: DeliverySender;
  /** Identifies this process among all that share the store. */
  readonly holder: string;
  /** 0 to 1. */
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly report?: (reported: ExportReport) => void;
  /** An internal failure, such as an unresponsive store; the lane continues in the next round. */
  readonly failed?: (fault: unknown) => void;
}
