import type { AuditActor, Principal, Result } from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import type { RateUsage } from './quotas.js';
import type { RepeatableCall } from './repeatable-call.js';

/** The caller, and what every step of the call needs. Made by the adapter from the authentication context. */
export interface CallContext {
  readonly principal: Principal;
  readonly requestId: string;
  readonly correlationId: string | null;
  /** Actor named in events, if not the caller: the command line. */
  readonly actor?: AuditActor;
  /** Record tags from If-Match: the write proceeds only for one of them. '*' is any existing record. */
  readonly ifMatch?: readonly string[];
  /** Aborted when the caller disconnects, so that long work ends early. Only operations that ask for it have one. */
  readonly stop?: StopSignal | undefined;
  /** Set if the caller sent an Idempotency-Key; claimed once the call is admitted. */
  readonly repeatable?: RepeatableCall;
  /** The tenant's content revision when the caller was resolved: whatever is cached for it is valid for this call. */
  readonly contentRevision?: number;
  /** Called with each quota the call counts against besides its caller's own. */
  readonly onRateUsage?: (standing: RateUsage) => void;
}

/** The caller as audit events name them. */
export const actorOf = (principal: Principal): AuditActor => ({
  actorType: principal.actorType,
  actorId: principal.actorId,
  authMethod: principal.authMethod,
});

/** The type of every operation's use case. */
export type UseCase<Input, Output> = (context: CallContext, input: Input) => Promise<Result<Output>>;
