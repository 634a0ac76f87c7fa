import type { Principal } from '@govgate/domain';

/** Who calls, and the content revision of their tenant since the call began: an answer that it left behind is out of date. */
export interface Caller {
  readonly principal: Principal;
  readonly contentRevision: number;
}
