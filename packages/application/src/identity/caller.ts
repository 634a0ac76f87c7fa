import type { Principal } from '@govgate/domain';

/** The caller, and their tenant's content revision since the call began: an answer older than a newer revision is out of date. */
export interface Caller {
  readonly principal: Principal;
  readonly contentRevision: number;
}
