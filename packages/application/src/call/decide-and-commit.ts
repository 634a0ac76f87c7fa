import { ok, type Result, refuse } from '@govgate/domain';
import { type Change, type CommitBatch, type CommitOutcome, idempotencyKind } from '@govgate/ports';
import type { CallContext } from './context.js';
import { type Admit, enter } from './once-allowed.js';
import type { Ports } from './ports.js';
import type { Leave, Turns } from './turns.js';

/** What a decision wants: something to write with the answer to give once it is written, or only an answer. */
export interface Decision<Output> {
  readonly commit?: CommitBatch;
  readonly output: Output;
  /**
   * The call goes on after its commit, and this is how it ends. `output` holds until then: whoever repeats the call
   * meanwhile is told that it is under way.
   */
  readonly ends?: () => Promise<Output>;
  /**
   * Called when the commit is under way: whether who comes next may decide already, on what it will come to. The store writes commits
   * in the order that they came in, and judges each by the versions it was decided on, so that one that builds on a lost one is lost too.
   */
  readonly underway?: () => boolean;
  /** Called when it came to an end: whether it went through. */
  readonly settled?: (committed: boolean) => void;
}

/** A change as it is decided: first whether the caller may make it at all, then what it comes to. */
export interface Deciding<Admitted, Output> {
  readonly admit: Admit<Admitted>;
  /** `tried`: how often it was decided before, by what turned out to be changed. */
  readonly decide: (
    admitted: Admitted,
    tried: number,
  ) => Result<Decision<Output>> | Promise<Result<Decision<Output>>>;
  /** What is changed by one after the other; without it only the store's conflicts keep callers apart. */
  readonly turn?: string;
}

/** How often a decision is made again because somebody changed what it was based on. */
const TRIES = 20;
/** ...and only so long after the first time: a store that answers late, with a conflict, must not have its caller wait for it again and again. */
const START_OVER_MS = 2_000;

type Deps = Pick<Ports, 'unitOfWork' | 'clock' | 'turns'>;

/**
 * Reads, decides and commits, one caller of this process after the other, and starts over when records changed in between, so
 * that a caller meets a conflict only under a storm of writes by other processes. `admit` and `decide` may run several times:
 * they read what they need afresh each time.
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
  if (turn === undefined) return decideUntilCommitted(deps, context, deciding, NO_TURN);
  let leave = deps.turns.take(turn);
  if (leave === undefined) {
    // Only who may make the call stands in line for it.
    const entered = await enter(context, admit);
    if (!entered.ok) return entered;
    if (entered.value.repeats) return ok({ output: entered.value.output as Output });
    leave = await deps.turns.wait(turn);
  }
  if (leave === undefined) return refuse('conflict');
  const held = heldTurn(deps.turns, turn, leave);
  try {
    return await decideUntilCommitted(deps, context, deciding, held);
  } finally {
    held.passOn();
  }
};

/** A turn that may be passed on before what was decided in it is written, and is waited for again where that was lost. */
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
  deciding: Deciding<Admitted, Output>,
  turn: HeldTurn,
): Promise<Result<Decision<Output>>> => {
  const { clock } = deps;
  const began = clock.epochMs();
  for (let tried = 0; tried < TRIES; tried += 1) {
    const leftMs = began + START_OVER_MS - clock.epochMs();
    if (leftMs < 0 || (tried > 0 && !(await turn.again(leftMs)))) break;
    const decided = await decideOnce(deps, context, deciding, { turn, tried });
    if (decided !== 'overtaken') return decided;
  }
  return refuse('conflict');
};

interface Try {
  readonly turn: HeldTurn;
  readonly tried: number;
}

const decideOnce = async <Admitted, Output>(
  deps: Deps,
  context: CallContext,
  { admit, decide }: Deciding<Admitted, Output>,
  { turn, tried }: Try,
): Promise<Result<Decision<Output>> | 'overtaken'> => {
  const entered = await enter(context, admit);
  if (!entered.ok) return entered;
  // The answer was kept by this very operation, so it has its type.
  if (entered.value.repeats) return ok({ output: entered.value.output as Output });
  const decided = await decide(entered.value.admitted, tried);
  if (!decided.ok || decided.value.commit === undefined) return decided;
  const outcome = await commitInTurn(deps, context, decided.value.commit, decided.value, turn);
  if (outcome.committed) return decided;
  // The claim was given up for lost, and another call has taken it.
  return outcome.conflict.kind === idempotencyKind.name ? refuse('idempotency_in_progress') : 'overtaken';
};

const commitInTurn = async (
  deps: Deps,
  context: CallContext,
  commit: CommitBatch,
  decision: Decision<unknown>,
  turn: HeldTurn,
): Promise<CommitOutcome> => {
  let committed = false;
  try {
    const underway = commitWithAnswer(deps, context, commit, decision);
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
  commit: CommitBatch,
  { output, ends }: Decision<unknown>,
): Promise<CommitOutcome> => {
  const keeps = ends === undefined ? 'answer' : 'provisional';
  const kept = repeatable?.keeping(output, clock.now(), keeps);
  const outcome = await unitOfWork.commit({ ...withChange(commit, kept), now: () => clock.now() });
  if (outcome.committed) repeatable?.kept(keeps);
  return outcome;
};

const withChange = (batch: CommitBatch, extra: Change | undefined): CommitBatch =>
  extra === undefined ? batch : { ...batch, changes: [...batch.changes, extra] };
