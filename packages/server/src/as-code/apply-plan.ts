import { type GovgateClient, GovgateError } from '@govgate/client';
import type { AppliedNotes } from './applied-file.js';
import { digestOf, keyOf, type Plan } from './make-plan.js';
import type { Step } from './resource.js';

/** How an apply tells how far it is. */
export type TellStep = (step: Step, count: { readonly done: number; readonly of: number }) => void;

type Call = (input: object, options: object) => Promise<unknown>;

/**
 * Makes the calls of a plan, just as they were reviewed. Each names the state that it was planned on, and is refused where that has moved;
 * each carries a key made of the plan, so that a plan that is applied again after a break does nothing twice.
 *
 * @throws GovgateError of the call that was refused; what was done before stays, and is noted
 */
export const applyPlan = async (
  client: GovgateClient,
  plan: Plan,
  notes: AppliedNotes,
  tell: TellStep,
): Promise<number> => {
  const digest = digestOf(plan);
  const of = plan.changes.reduce((sum, { steps }) => sum + steps.length, 0);
  let done = 0;
  for (const { key, record } of plan.settled) await notes.applied(key, record);
  for (const change of plan.changes) {
    await notes.pending(keyOf(change), change.after);
    for (const step of change.steps) {
      await send(client, step, { digest, index: done });
      done += 1;
      tell(step, { done, of });
    }
    await notes.applied(keyOf(change), change.rests);
  }
  return done;
};

const send = async (
  client: GovgateClient,
  { operation, input, etag }: Step,
  { digest, index }: { readonly digest: string; readonly index: number },
): Promise<void> => {
  const call = client[operation as keyof GovgateClient] as unknown as Call;
  await call(input, {
    idempotencyKey: `govgate-plan:${digest}:${index}`,
    correlationId: `plan-${digest.slice(0, 32)}`,
    ...(etag === null ? {} : { ifMatch: etag }),
    ...(operation === 'updatePolicy' && etag === null ? { ifMatch: '*' } : {}),
  });
};

/** Whether a call was refused because somebody changed what it was planned on. */
export const hasMoved = (fault: unknown): fault is GovgateError =>
  fault instanceof GovgateError &&
  ['etag_mismatch', 'already_exists', 'duplicate_binding', 'manifest_hash_mismatch'].includes(
    fault.reasonCode,
  );
