import type { SealedAuditEvent } from '../audit/audit-event.js';
import { EXPORT_MAPPING } from './export-mapping.js';

const AT_LEAST = { success: 0, failure: 5, denied: 6 } as const;

/** CEF's severity of an event, 0 to 10: its type's, and more for what was refused. */
export const cefSeverity = ({
  eventType,
  outcome,
}: Pick<SealedAuditEvent, 'eventType' | 'outcome'>): number =>
  Math.max(EXPORT_MAPPING[eventType].severity, AT_LEAST[outcome]);
