import { type GovgateClient, GovgateError } from '@govgate/client';
import type { AppliedNotes } from './applied-file.js';
import { digestOf, keyOf, type Plan } from './make-plan.js';
import type { Step } from './resource.js';

/** Reports an apply's progress. */
export type TellStep = (step: Step, count: { readonly done: number; readonly of: number }) => void;

type Call = (input: object, options: object) => Promise<unknown>;

/** Where an apply's progress is kept and told. */
interface Reporting {
  readonly notes: AppliedNotes;
  readonly tell: TellStep;
}

/**
 * Makes the calls of a plan exactly as reviewed. Each names the state it was planned on and is refused if that has changed; each carries a
 * key derived from the plan, so that applying it again after an interruption does nothing twice.
 * @throws GovgateError of the refused call; earlier steps are kept and recorded
 */
export const applyPlan = async (
  client: GovgateClient,
  plan: Plan,
  { notes, tell }: Reporting,
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

/** Whether a call was refused because its planned state has changed. */
export const hasMoved = (fault: unknown): fault is GovgateError =>
  fault instanceof GovgateError &&
  ['etag_mismatch', 'already_exists', 'duplicate_binding', 'manifest_hash_mismatch'].includes(
    fault.reasonCode,
  );

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
