import { ok, type Result } from '@govgate/domain';
import type { CallContext } from './context.js';

/** Finds out whether the caller may make the call, and reads what that takes. It refuses whatever is forbidden to them. */
export type Admit<Admitted> = () => Result<Admitted> | Promise<Result<Admitted>>;

/** A call that is allowed: either it goes ahead, or it repeats one that was answered. */
export type Entered<Admitted> =
  | { readonly repeats: false; readonly admitted: Admitted }
  | { readonly repeats: true; readonly output: unknown };

/**
 * Admits a call, and only then asks whether it repeats another one. So a repeated Idempotency-Key is answered only to who may
 * still ask: by the caller's grants as they are now and in their token's narrowing (decisions, section 16).
 */
export const enter = async <Admitted>(
  { repeatable }: CallContext,
  admit: Admit<Admitted>,
): Promise<Result<Entered<Admitted>>> => {
  const admitted = await admit();
  if (!admitted.ok) return admitted;
  const claim = await repeatable?.claim();
  if (claim?.ok === false) return claim;
  return ok(
    claim?.value.state === 'answered'
      ? { repeats: true, output: claim.value.output }
      : { repeats: false, admitted: admitted.value },
  );
};

/** Runs a call that commits nothing of its own, once it is allowed. */
export const onceAllowed = async <Admitted, Output>(
  context: CallContext,
  admit: Admit<Admitted>,
  run: (admitted: Admitted) => Result<Output> | Promise<Result<Output>>,
): Promise<Result<Output>> => {
  const entered = await enter(context, admit);
  if (!entered.ok) return entered;
  // The answer was kept by this very operation, so it has its type.
  return entered.value.repeats ? ok(entered.value.output as Output) : run(entered.value.admitted);
};
