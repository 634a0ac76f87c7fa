/**
 * Points at which a crash test may end the process or throw. before_txn and after_commit occur once per group of units, the others once per
 * unit.
 */
export type FailpointName = 'before_txn' | 'after_state_write' | 'after_audit_write' | 'after_commit';

export type Failpoint = (name: FailpointName) => void;

export const NO_FAILPOINT: Failpoint = () => undefined;
