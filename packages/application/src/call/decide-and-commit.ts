import { type Result, refuse } from '@govgate/domain';
import type { Change, CommitBatch } from '@govgate/ports';
import type { CallContext } from './context.js';
import type { Ports } from './ports.js';

/** What a decision wants: something to write with the answer to give once it is written, or only an answer. */
export interface Decision<Output> {
  readonly commit?: CommitBatch;
  readonly output: Output;
}

/** How often a decision is taken anew when somebody else changed what it was based on. */
const TRIES = 5;
/** ...and only so long after the first time: a store that answers late, with a conflict, must not have its caller wait five times. */
const START_OVER_MS = 2_000;

/**
 * Reads, decides and commits, and starts over when the records changed in between, so that a caller meets a conflict only
 * under a storm of writes. `decide` runs several times: it reads what it needs afresh each time.
 */
export const decideAndCommit = async <Output>(
  { unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>,
  context: CallContext,
  decide: () => Promise<Result<Decision<Output>>>,
): Promise<Result<Output>> => {
  const began = clock.epochMs();
  for (let tried = 0; tried < TRIES && clock.epochMs() - began <= START_OVER_MS; tried += 1) {
    const decided = await decide();
    if (!decided.ok) return decided;
    const { commit, output } = decided.value;
    if (commit === undefined) return { ok: true, value: output };
    const remembered = context.repeatable?.remember(output, clock.now());
    const outcome = await unitOfWork.commit({ ...withChange(commit, remembered), now: () => clock.now() });
    if (outcome.committed) return { ok: true, value: output };
  }
  return refuse('conflict');
};

const withChange = (batch: CommitBatch, extra: Change | undefined): CommitBatch =>
  extra === undefined ? batch : { ...batch, changes: [...batch.changes, extra] };
