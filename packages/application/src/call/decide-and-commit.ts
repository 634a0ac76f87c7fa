import { ok, type Result, refuse } from '@govgate/domain';
import { type Change, type CommitBatch, type CommitOutcome, idempotencyKind } from '@govgate/ports';
import type { CallContext } from './context.js';
import { type Admit, type Entered, enter } from './once-allowed.js';
import type { Ports } from './ports.js';
import type { Leave, Turns } from './turns.js';

/** The outcome of a decision: something to write with the answer to give once written, or only an answer. */
export interface Decision<Output> {
  readonly commit?: CommitBatch;
  readonly output: Output;
  /**
   * The call continues after its commit, and this is how it ends. `output` holds until then: repeating the call meanwhile reports that it
   * is in progress.
   */
  readonly ends?: () => Promise<Output>;
  /**
   * Called when the commit has been handed over, so that the next in line may already decide on its expected result. The store writes
   * commits in order and judges each by the versions it was based on, so one built on a failed commit fails too.
   */
  readonly underway?: () => boolean;
  /** Called at the end: whether it went through. */
  readonly settled?: (committed: boolean) => void;
}

/** A change to decide: first whether the caller may make it at all, then its outcome. */
export interface Deciding<Admitted, Output> {
  readonly admit: Admit<Admitted>;
  /** `tried`: the number of earlier attempts, which met concurrent changes. */
  readonly decide: (
    admitted: Admitted,
    tried: number,
  ) => Result<Decision<Output>> | Promise<Result<Decision<Output>>>;
  /**
   * Nobody else in the line is likely to change what `admit` reads, so it is read while waiting, together with what the others read. The
   * decision writes it, and the commit judges by its version.
   */
  readonly admitsEarly?: boolean;
  /** Key of the line in which changes wait for each other; without it only the store's conflicts separate callers. */
  readonly turn?: string;
}

/** Attempts when what a decision was based on keeps changing, */
const TRIES = 40;
/** and by when, in milliseconds since the call came, one more must be expected to end: a change answers within 6 s (reliability A1). */
const START_OVER_MS = 5_000;

type Deps = Pick<Ports, 'unitOfWork' | 'clock' | 'turns'>;

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
  const done = await whenItsTurn(deps, context, deciding);
  if (!done.ok) return done;
  const { output, ends } = done.value;
  return ok(ends === undefined ? output : await ends());
};

const whenItsTurn = async <Admitted, Output>(
  deps: Deps,
  context: CallContext,
  deciding: Deciding<Admitted, Output>,
): Promise<Result<Decision<Output>>> => {
  const { turn, admit } = deciding;
  const came = deps.clock.epochMs();
  if (turn === undefined) return decideUntilCommitted(deps, context, { deciding, turn: NO_TURN, came });
  let leave = deps.turns.take(turn);
  let early: Result<Entered<Admitted>> | undefined;
  if (leave === undefined) {
    // Only admitted callers wait in line.
    const entered = await enter(context, admit);
    if (!entered.ok) return entered;
    if (entered.value.repeats) return ok({ output: entered.value.output as Output });
    if (deciding.admitsEarly) early = entered;
    leave = await deps.turns.wait(turn);
  }
  if (leave === undefined) return refuse('conflict');
  const held = heldTurn(deps.turns, turn, leave);
  try {
    return await decideUntilCommitted(deps, context, { deciding, turn: held, came, early });
  } finally {
    held.passOn();
  }
};

interface Place<Admitted, Output> {
  readonly deciding: Deciding<Admitted, Output>;
  readonly turn: HeldTurn;
  /** When the call came, in milliseconds since 1970. */
  readonly came: number;
  /** What was admitted while waiting. */
  readonly early?: Result<Entered<Admitted>> | undefined;
}

/** A turn that may be passed on before its decision is written, and is awaited again if that write failed. */
interface HeldTurn {
  passOn(): void;
  again(mostMs: number): Promise<boolean>;
}

const NO_TURN: HeldTurn = { passOn: () => undefined, again: async () => true };

const heldTurn = (turns: Turns, key: string, leave: Leave): HeldTurn => {
  let held: Leave | undefined = leave;
  return {
    passOn: () => {
      const passed = held;
      held = undefined;
      passed?.();
    },
    again: async (mostMs) => {
      held ??= await turns.waitAgain(key, mostMs);
      return held !== undefined;
    },
  };
};

const decideUntilCommitted = async <Admitted, Output>(
  deps: Deps,
  context: CallContext,
  { deciding, turn, came, early }: Place<Admitted, Output>,
): Promise<Result<Decision<Output>>> => {
  const { clock } = deps;
  let entered = early;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const began = clock.epochMs();
    const decided = await decideOnce(deps, context, { deciding, turn, tried, entered });
    if (decided !== 'overtaken') return decided;
    const now = clock.epochMs();
    // A store that is slow to report conflicts must not keep its caller waiting again and again.
    const leftMs = came + START_OVER_MS - now - (now - began);
    if (leftMs < 0) break;
    const reading = deciding.admitsEarly ? enter(context, deciding.admit) : undefined;
    reading?.catch(() => undefined);
    if (!(await turn.again(leftMs))) break;
    entered = await reading;
  }
  return refuse('conflict');
};

interface Try<Admitted, Output> {
  readonly deciding: Deciding<Admitted, Output>;
  readonly turn: HeldTurn;
  readonly tried: number;
  readonly entered: Result<Entered<Admitted>> | undefined;
}

const decideOnce = async <Admitted, Output>(
  deps: Deps,
  context: CallContext,
  { deciding: { admit, decide }, turn, tried, entered: early }: Try<Admitted, Output>,
): Promise<Result<Decision<Output>> | 'overtaken'> => {
  const entered = early ?? (await enter(context, admit));
  if (!entered.ok) return entered;
  // The answer was kept by this very operation, so it has its type.
  if (entered.value.repeats) return ok({ output: entered.value.output as Output });
  const decided = await decide(entered.value.admitted, tried);
  if (!decided.ok || decided.value.commit === undefined) return decided;
  const { commit } = decided.value;
  const outcome = await commitInTurn(deps, context, { decision: decided.value, commit, turn });
  if (outcome.committed) return decided;
  // The claim expired, and another call has taken it.
  return outcome.conflict.kind === idempotencyKind.name ? refuse('idempotency_in_progress') : 'overtaken';
};

interface Written {
  readonly decision: Decision<unknown>;
  readonly commit: CommitBatch;
}

const commitInTurn = async (
  deps: Deps,
  context: CallContext,
  { decision, commit, turn }: Written & { readonly turn: HeldTurn },
): Promise<CommitOutcome> => {
  let committed = false;
  try {
    const underway = commitWithAnswer(deps, context, { decision, commit });
    underway.catch(() => undefined);
    if (decision.underway?.()) turn.passOn();
    const outcome = await underway;
    ({ committed } = outcome);
    return outcome;
  } finally {
    decision.settled?.(committed);
  }
};

const commitWithAnswer = async (
  { unitOfWork, clock }: Deps,
  { repeatable }: CallContext,
  { decision: { output, ends }, commit }: Written,
): Promise<CommitOutcome> => {
  const keeps = ends === undefined ? 'answer' : 'provisional';
  const kept = repeatable?.keeping(output, clock.now(), keeps);
  const outcome = await unitOfWork.commit({ ...withChange(commit, kept), now: () => clock.now() });
  if (outcome.committed) repeatable?.kept(keeps);
  return outcome;
};

const withChange = (batch: CommitBatch, extra: Change | undefined): CommitBatch =>
  extra === undefined ? batch : { ...batch, changes: [...batch.changes, extra] };
