import type { CallContext } from '@govgate/application';
import type { Principal, Refusal } from '@govgate/domain';
import type { FailedCheck } from '@govgate/ports';
import type Koa from 'koa';
import type { CompiledOperation } from '../operation/compiled-operation.js';
import type { UntakenBytes } from './untaken-bytes.js';

/** What a request has come to know on its way; kept in `ctx.state`. */
export interface CallState {
  requestId: string;
  startedAtMs: number;
  /** What the answer's head will say: names and values in turn. Written at once, which costs a third of setting them one by one. */
  headers: string[];
  untaken: UntakenBytes;
  operation?: CompiledOperation;
  principal?: Principal;
  context?: CallContext;
  /** The environment the call turned out to be about, for the audit of its refusal. */
  environmentId?: string | null;
  refusal?: Refusal;
  /** Which check the call's token failed. */
  failedCheck?: FailedCheck;
}

export type CallCtx = Koa.ParameterizedContext<CallState> & { params: Record<string, string> };
