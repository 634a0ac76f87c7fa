import { ok, type Result, refuse } from '@govgate/domain';
import { type CommitBatch, type CommitOutcome, idempotencyKind } from '@govgate/ports';
import type { CallContext } from './context.js';
import { type Admit, enter } from './once-allowed.js';
import type { Ports } from './ports.js';

/** The outcome of a decision: something to write with the answer to give once written, or only an answer. */
export interface Decision<Output> {
  readonly commit?: CommitBatch;
  readonly output: Output;
  /**
   * The call continues after its commit, and this is how it ends. `output` holds until then: repeating the call meanwhile reports that it
   * is in progress.
   */
  readonly ends?: () => Promise<Output>;
}

/** A change to decide: first whether the caller may make it at all, then its outcome. */
export interface Deciding<Admitted, Output> {
  readonly admit: Admit<Admitted>;
  /** `tried`: the number of earlier attempts, which met concurrent changes. */
  readonly decide: (
    admitted: Admitted,
    tried: number,
  ) => Result<Decision<Output>> | Promise<Result<Decision<Output>>>;
  /** What callers of this process change one after the other (`lockKey`); without it only the store's conflicts separate them. */
  readonly lock?: string;
}

/**
 * Attempts when what a decision was based on was changed meanwhile: of two processes over one record the one that is behind loses several in
 * a row, and of 200 changes at once one lost twenty within 150 ms,
 */
const TRIES = 100;
/** and how long after the call came the last may begin, in milliseconds: a change answers within 6 s (reliability A1). */
const BEGINS_WITHIN_MS = 4_000;

type Deps = Pick<Ports, 'unitOfWork' | 'clock' | 'locks'>;

/**
 * Reads, decides and commits, one caller of this process after the other, and starts over when records changed in between, so that a caller
 * meets a conflict only under a storm of writes by other processes. `admit` and `decide` may run several times: they read what they need
 * afresh each time.
 */
export const decideAndCommit = async <Admitted, Output>(
  deps: Deps,
  context: CallContext,
  deciding: Deciding<Admitted, Output>,
): Promise<Result<Output>> => {
  const untilMs = deps.clock.epochMs() + BEGINS_WITHIN_MS;
  const work = () => decideUntilCommitted(deps, context, deciding, untilMs);
  const done = await (deciding.lock === undefined ? work() : deps.locks.run(deciding.lock, work));
  if (!done.ok) return done;
  const { output, ends } = done.value;
  return ok(ends === undefined ? output : await ends());
};

const decideUntilCommitted = async <Admitted, Output>(
  deps: Deps,
  context: CallContext,
  { admit, decide }: Deciding<Admitted, Output>,
  untilMs: number,
): Promise<Result<Decision<Output>>> => {
  for (let tried = 0; tried < TRIES && deps.clock.epochMs() < untilMs; tried += 1) {
    const entered = await enter(context, admit);
    if (!entered.ok) return entered;
    // The answer was kept by this very operation, so it has its type.
    if (entered.value.repeats) return ok({ output: entered.value.output as Output });
    const decided = await decide(entered.value.admitted, tried);
    if (!decided.ok || decided.value.commit === undefined) return decided;
    const outcome = await commitWithAnswer(deps, context, decided.value, decided.value.commit);
    if (outcome.committed) return decided;
    // The claim expired, and another call has taken it.
    if (outcome.conflict.kind === idempotencyKind.name) return refuse('idempotency_in_progress');
  }
  return refuse('conflict');
};

const commitWithAnswer = async (
  { unitOfWork, clock }: Deps,
  { repeatable }: CallContext,
  { output, ends }: Decision<unknown>,
  commit: CommitBatch,
): Promise<CommitOutcome> => {
  const keeps = ends === undefined ? 'answer' : 'provisional';
  const kept = repeatable?.keeping(output, clock.now(), keeps);
  const changes = kept === undefined ? commit.changes : [...commit.changes, kept];
  const outcome = await unitOfWork.commit({ ...commit, changes, now: () => clock.now() });
  if (outcome.committed) repeatable?.kept(keeps);
  return outcome;
};
