import type { AuditActor, Principal, Result } from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import type { RateStanding } from './quotas.js';
import type { RepeatableCall } from './repeatable-call.js';

/** Who calls, and what every step of the call needs to know. Made by the adapter from the authentication context. */
export interface CallContext {
  readonly principal: Principal;
  readonly requestId: string;
  readonly correlationId: string | null;
  /** Whom events name, where it is not the caller: the command line. */
  readonly actor?: AuditActor;
  /** Record tags from If-Match: the write only goes ahead on one of them. '*' is any existing record. */
  readonly ifMatch?: readonly string[];
  /** Aborted when the caller is gone, so that long work ends early. Only operations that ask for it have one. */
  readonly stop?: StopSignal | undefined;
  /** Set when the caller sent an Idempotency-Key; claimed once the call is admitted. */
  readonly repeatable?: RepeatableCall;
  /** The tenant's content revision as it was when the caller was found: whatever is remembered of it holds for this call. */
  readonly contentRevision?: number;
  /** Called with each quota that the call counts against besides its caller's own. */
  readonly tellQuota?: (standing: RateStanding) => void;
}

/** The caller as audit events name them. */
export const actorOf = (principal: Principal): AuditActor => ({
  actorType: principal.actorType,
  actorId: principal.actorId,
  authMethod: principal.authMethod,
});

/** What every operation's use case looks like. */
export type UseCase<Input, Output> = (context: CallContext, input: Input) => Promise<Result<Output>>;
