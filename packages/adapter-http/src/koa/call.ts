import type { CallContext } from '@govgate/application';
import type { AuditActor, Principal, Refusal } from '@govgate/domain';
import type { FailedCheck } from '@govgate/ports';
import type Koa from 'koa';
import type { Operation } from '../operation/define-operation.js';
import type { UntakenBytes } from './untaken-bytes.js';

/** What is learned about a request on its way; kept in `ctx.state`. */
export interface CallState {
  requestId: string;
  startedAtMs: number;
  /** The answer's header names and values, alternating. Writing them at once costs a third of setting them one by one. */
  headers: string[];
  /** Who may keep the answer; nobody unless an operation says so. */
  cacheControl?: string;
  untaken: UntakenBytes;
  operation?: Operation;
  principal?: Principal;
  /** Actor named in events, if not the principal. */
  actor?: AuditActor;
  context?: CallContext;
  /** The environment the call turned out to be about, for auditing its refusal. */
  environmentId?: string | null;
  refusal?: Refusal;
  /** Which check the call's token failed. */
  failedCheck?: FailedCheck;
  claim?: string | undefined;
}

/** A call on its way, whether an operation was found for it or not. */
export type Ctx = Koa.ParameterizedContext<CallState>;

/** A call of an operation, with the parameters of its path. */
export type CallCtx = Ctx & { params: Record<string, string> };
