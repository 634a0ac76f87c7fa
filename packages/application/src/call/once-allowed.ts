import { ok, type Result } from '@govgate/domain';
import type { CallContext } from './context.js';

/** Determines whether the caller may make the call, and reads what that requires. It refuses whatever is forbidden to them. */
export type Admit<Admitted> = () => Result<Admitted> | Promise<Result<Admitted>>;

/** An admitted call: it either proceeds, or repeats an answered one. */
export type Entered<Admitted> =
  | { readonly repeats: false; readonly admitted: Admitted }
  | { readonly repeats: true; readonly output: unknown };

/**
 * Admits a call, and only then asks whether it repeats another. A repeated Idempotency-Key is therefore answered only to callers who may
 * still make the call: by their current grants and their token's narrowing (docs/spec/conventions.md).
 */
export const enter = async <Admitted>(
  { repeatable }: CallContext,
  admit: Admit<Admitted>,
): Promise<Result<Entered<Admitted>>> => {
  const admitted = await admit();
  if (!admitted.ok) return admitted;
  if (repeatable === undefined) return ok({ repeats: false, admitted: admitted.value });
  const claim = await repeatable.claim();
  if (!claim.ok) return claim;
  return ok(
    claim.value.state === 'answered'
      ? { repeats: true, output: claim.value.output }
      : { repeats: false, admitted: admitted.value },
  );
};

/** Runs a call that commits nothing itself, once it is admitted. */
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
