import type { AuditActor, Principal } from '@govgate/domain';

/** The caller, and their tenant's content revision since the call began: an answer older than a newer revision is out of date. */
export interface Caller {
  readonly principal: Principal;
  /** Actor named in events, if not the principal: the command line. */
  readonly actor?: AuditActor;
  readonly contentRevision: number;
}
