import type { SealedAuditEvent } from '../audit/audit-event.js';
import { EXPORT_MAPPING } from './export-mapping.js';

const AT_LEAST = { success: 0, failure: 5, denied: 6 } as const;

/** An event's CEF severity, 0 to 10: its type's, raised for refusals. */
export const cefSeverity = ({
  eventType,
  outcome,
}: Pick<SealedAuditEvent, 'eventType' | 'outcome'>): number =>
  Math.max(EXPORT_MAPPING[eventType].severity, AT_LEAST[outcome]);
