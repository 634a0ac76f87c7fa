import { addSeconds, type DeliveryTest, type Scope } from '@govgate/domain';
import { MOST_GENERATIONS } from '@govgate/domain/internal';
import { type After, deliveryTestKind, type JobHandler, jobIdOf, type Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { eachEnvironment } from '../jobs/each-environment.js';
import { DELIVERY_CHECK, taken } from '../jobs/enqueue-entries.js';
import { completeTest } from './complete-test.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'jobQueue' | 'clock' | 'ids'>;

const BATCH = 100;
/** What was handed out just now is left to its worker. */
const LEAVE_SECONDS = 10;

/**
 * Hands out again what a queue lost: every pending check that the queue does not hold. The queue is
 * disposable; what is to do stands in the store. A check comes up by a commit, and is looked at in every round until it is done.
 */
export const makeSweepDeliveryTests =
  (deps: Deps): JobHandler['run'] =>
  async (_, stop) => {
    for await (const scope of eachEnvironment(deps, stop))
      for await (const stored of pendingOf(deps, scope))
        if (stop.aborted || !(await taken(sweep(deps, scope, stored)))) return;
  };

async function* pendingOf({ records }: Deps, scope: Scope): AsyncGenerator<Stored<DeliveryTest>> {
  for (let after: After | undefined; ; ) {
    const where = { is: { state: 'queued' } };
    const query = { where, limit: BATCH, ...(after === undefined ? {} : { after }) };
    const { items, more } = await records.page(deliveryTestKind, scope, query);
    yield* items;
    const last = items.at(-1);
    if (!more || last === undefined) return;
    after = { value: last.record.testId, id: last.record.testId };
  }
}

const sweep = async (
  deps: Deps,
  scope: Scope,
  { record: test, version }: Stored<DeliveryTest>,
): Promise<void> => {
  const now = deps.clock.now();
  if (test.handedOutAt > addSeconds(now, -LEAVE_SECONDS)) return;
  if (await deps.jobQueue.holds(jobIdOf(test.testId, test.generation))) return;
  if (test.generation >= MOST_GENERATIONS)
    return completeTest(deps, scope, { testId: test.testId, reasonCode: 'retries_exhausted' });
  const generation = test.generation + 1;
  const record: DeliveryTest = { ...test, generation, handedOutAt: now };
  const change = { kind: deliveryTestKind, record, expectedVersion: version };
  // Of several sweepers one wins; the others leave it to that one.
  if (!(await deps.unitOfWork.observe([change])).committed) return;
  await deps.jobQueue.enqueue({
    job: DELIVERY_CHECK,
    jobId: jobIdOf(test.testId, generation),
    ...scope,
    subjectId: test.testId,
    requestId: test.requestId,
  });
};
