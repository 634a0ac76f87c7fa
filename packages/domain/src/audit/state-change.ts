import type { AuditEvent } from './audit-event.js';

/** The fields in which records keep their state; the first one that a change moves names it. */
const STATE_FIELDS = [
  'status',
  'state',
  'approvalStatus',
  'approvalState',
  'lifecycleState',
  'registrationStatus',
  'drainState',
] as const;

/** The states of a record before and after a change; nothing where it moved none. */
export const stateChange = (before: object, after: object): Pick<AuditEvent, 'fromState' | 'toState'> => {
  const [from, to] = [before, after] as Readonly<Record<string, unknown>>[];
  for (const field of STATE_FIELDS) {
    const [fromState, toState] = [from?.[field], to?.[field]];
    if (typeof fromState === 'string' && typeof toState === 'string' && fromState !== toState)
      return { fromState, toState };
  }
  const [fromState, toState] = [stateByTime(from), stateByTime(to)];
  return fromState === toState ? {} : { fromState, toState };
};

/** Of records that keep when they ended. */
const stateByTime = (record: Readonly<Record<string, unknown>> | undefined): string => {
  if (typeof record?.revokedAt === 'string') return 'revoked';
  return record?.enabled === false || typeof record?.disabledAt === 'string' ? 'disabled' : 'active';
};
