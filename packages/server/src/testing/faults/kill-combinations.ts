import { IS_PROOF } from '../proof-record.js';
import { CHANGING_OPERATIONS, type ChangingOperation } from '../samples/changing-operations.js';

const STORE_POINTS = ['before_txn', 'after_state_write', 'after_audit_write', 'after_commit'] as const;
const HANDOVER_POINTS = ['before_enqueue', 'before_mark'] as const;

/** Where a process may be killed: the store's own points, and the two around a job's hand-over. */
export type KillPoint = (typeof STORE_POINTS | typeof HANDOVER_POINTS)[number];

/** A kill: in which operation, and at which point of its commit. */
export interface Combination {
  readonly operation: ChangingOperation;
  readonly point: KillPoint;
}

/** An operation on records of every kind that changes; testDestination is the one that hands a job over. */
const IN_CI = [
  'testDestination',
  'publishPolicy',
  'createRoleBinding',
  'terminateSession',
  'changeCredentialApproval',
  'registerMcpServer',
  'addGroupMember',
  'approveMcpSubmission',
  'createClientSurface',
  'createDestination',
  'disableAgent',
  'drainDataPlane',
  'revokeCredentialBinding',
  'updatePolicy',
];

/**
 * As many of the operations above as a short form has time for, or every operation. In the proofs each is killed at each
 * of the store's points; in other runs at one of them, the next one at the next.
 */
export const killCombinations = (operations: number | 'all'): readonly Combination[] => {
  const meant = operations === 'all' ? undefined : IN_CI.slice(0, operations);
  return CHANGING_OPERATIONS.filter(({ id }) => meant?.includes(id) ?? true).flatMap((operation, i) => {
    const handsOver = operation.id === 'testDestination';
    const points = STORE_POINTS.filter((_, at) => IS_PROOF || handsOver || at === i % STORE_POINTS.length);
    return [...points, ...(handsOver ? HANDOVER_POINTS : [])].map((point) => ({ operation, point }));
  });
};

/** Whether the change is durable at a point. */
export const isCommitted = ({ point }: Combination): boolean =>
  point === 'after_commit' || HANDOVER_POINTS.some((one) => one === point);

/** The request id of the call that is killed. */
export const requestIdOf = ({ operation, point }: Combination): string => `req-a2-${operation.id}-${point}`;
