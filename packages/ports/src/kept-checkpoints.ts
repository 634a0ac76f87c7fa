import type { AcceptedStore, AuditCheckpoint, FoundFault, TrailHead } from '@govgate/domain';

/**
 * Checkpoints outside of the store: in files and in the log (docs/spec/audit.md). Somebody who can only write the store cannot
 * change them, so they show what nothing in the store shows: a tail that is gone, an older copy.
 */
export interface KeptCheckpoints {
  /** What the newest one of a tenant says; undefined where none is kept. Only such as the installation's key signed. */
  newest(tenantId: string): TrailHead | undefined;

  /** The tenants that some are kept of. */
  tenants(): readonly string[];

  /** What operators continued from in place of what was signed of a tenant: every verification reports it. */
  accepted(tenantId: string): readonly AcceptedStore[];

  /** Sends out checkpoints that were signed just now. They are durable in the store. Never rejects: what fails is in the log. */
  append(signed: readonly AuditCheckpoint[]): Promise<void>;

  /** Puts down the newest ones of the store where that lagged behind, as after a crash. Never rejects. */
  catchUp(newest: readonly AuditCheckpoint[]): Promise<void>;

  /** Warns the operator that a trail is no longer signed, and why. */
  refused(tenantId: string, fault: FoundFault): void;
}
