import { type GovgateClient, GovgateError } from '@govgate/client';
import { type AppliedState, readApplied, recordApplied } from './applied-state.js';
import type { Applied } from './difference.js';
import { digestOf, keyOf, type Plan, type PlannedChange } from './make-plan.js';
import type { PlanStep } from './resource.js';

/** Reports an apply's progress. */
export type ReportStep = (step: PlanStep, count: { readonly done: number; readonly of: number }) => void;

type Call = (input: object, options: object) => Promise<unknown>;

/** What an apply came to. */
export interface ApplyResult {
  readonly calls: number;
  /** `done`: this plan was applied before; `continued`: it had been interrupted. */
  readonly was: 'new' | 'continued' | 'done';
}

/** Somebody has applied something since the plan was made. */
export class StalePlan extends Error {
  override readonly name = 'StalePlan';
}

/**
 * Makes the calls of a plan exactly as reviewed. Each names the state it was planned on and is refused if that has changed; each carries a
 * key derived from the plan, so that applying it again after an interruption does nothing twice. What is about to be done is recorded
 * first, and what was done last, so that the next plan knows of an apply that died.
 * @throws GovgateError of the refused call; earlier steps are kept and recorded
 * @throws StalePlan
 */
export const applyPlan = async (
  client: GovgateClient,
  plan: Plan,
  report: ReportStep,
): Promise<ApplyResult> => {
  const digest = digestOf(plan);
  const state = await readApplied(client, plan.set);
  const isAgain = state.planDigest === digest;
  if (!isAgain && state.recordedAt !== plan.basis) throw new StalePlan();
  if (isAgain && ![...state.resources.values()].some(({ pending }) => pending !== undefined))
    return { calls: 0, was: 'done' };
  if (plan.changes.length === 0 && plan.settled.length === 0) return { calls: 0, was: 'new' };
  const settled = { ...state, planDigest: digest, resources: withSettled(state.resources, plan) };
  const intent = { ...settled, resources: withPending(settled.resources, plan) };
  const begun = await recordApplied(client, intent, correlationOf(digest));
  if (plan.changes.length === 0) return { calls: 0, was: 'new' };
  const done = new Set<string>();
  const ended = () => recordOutcome(client, begun, { plan, done, before: settled.resources });
  let calls = 0;
  try {
    for (const change of plan.changes) {
      for (const step of change.steps) {
        await send(client, step, { digest, index: calls });
        calls += 1;
        report(step, { done: calls, of: stepsIn(plan.changes) });
      }
      done.add(keyOf(change));
    }
  } catch (fault) {
    await ended();
    throw fault;
  }
  await ended();
  return { calls, was: isAgain ? 'continued' : 'new' };
};

/** Whether a call was refused because its planned state has changed. */
export const hasMoved = (fault: unknown): boolean =>
  fault instanceof StalePlan ||
  (fault instanceof GovgateError &&
    [
      'etag_mismatch',
      'precondition_required',
      'already_exists',
      'duplicate_binding',
      'manifest_hash_mismatch',
    ].includes(fault.reasonCode));

/** What an apply did can be found in the trail by it. */
const correlationOf = (digest: string): string => `plan-${digest.slice(0, 32)}`;

const stepsIn = (changes: readonly PlannedChange[]): number =>
  changes.reduce((sum, { steps }) => sum + steps.length, 0);

type Resources = ReadonlyMap<string, Applied>;

const withSettled = (resources: Resources, { settled }: Plan): Resources => {
  const all = new Map(resources);
  for (const { key, record } of settled) {
    if (record === null) all.delete(key);
    else all.set(key, { record });
  }
  return all;
};

const withPending = (resources: Resources, { changes }: Plan): Resources => {
  const pending = changes.map((change): [string, Applied] => {
    const key = keyOf(change);
    return [key, { record: resources.get(key)?.record ?? null, pending: change.after }];
  });
  return new Map([...resources, ...pending]);
};

interface Outcome {
  readonly plan: Plan;
  readonly done: ReadonlySet<string>;
  readonly before: Resources;
}

// What was not reached is as it was; the change that failed stays pending, as some of its calls may have been made. Where the outcome
// cannot be recorded all of it stays pending, and the next plan finds out.
const recordOutcome = async (
  client: GovgateClient,
  begun: AppliedState,
  { plan, done, before }: Outcome,
): Promise<void> => {
  const resources = new Map(before);
  const failed = plan.changes.find((change) => !done.has(keyOf(change)));
  for (const change of plan.changes) {
    const key = keyOf(change);
    if (done.has(key) && change.rests === null) resources.delete(key);
    else if (done.has(key)) resources.set(key, { record: change.rests });
    else if (change === failed)
      resources.set(key, { record: before.get(key)?.record ?? null, pending: change.after });
  }
  const correlationId = begun.planDigest === null ? undefined : correlationOf(begun.planDigest);
  await recordApplied(client, { ...begun, resources }, correlationId).catch((fault: unknown) => {
    if (!(fault instanceof GovgateError)) throw fault;
  });
};

const send = async (
  client: GovgateClient,
  { operation, input, etag }: PlanStep,
  { digest, index }: { readonly digest: string; readonly index: number },
): Promise<void> => {
  const call = client[operation as keyof GovgateClient] as Call;
  await call(input, {
    idempotencyKey: `govgate-plan:${digest}:${index}`,
    correlationId: correlationOf(digest),
    ...(etag === null ? {} : { ifMatch: etag }),
    ...(operation === 'updatePolicy' && etag === null ? { ifMatch: '*' } : {}),
  });
};
