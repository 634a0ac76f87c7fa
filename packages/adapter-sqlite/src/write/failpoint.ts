/**
 * Places where a crash test may end the process or throw. before_txn and after_commit come once for a group of units,
 * the others once for each unit.
 */
export type FailpointName = 'before_txn' | 'after_state_write' | 'after_audit_write' | 'after_commit';

export type Failpoint = (name: FailpointName) => void;

export const NO_FAILPOINT: Failpoint = () => undefined;
