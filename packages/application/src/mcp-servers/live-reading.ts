import { type McpReadRequest, type ReadCredential, type Result, refuse, type Scope } from '@govgate/domain';
import { type PinnedReading, pinningReading, type ReadFailure } from '@govgate/domain/internal';
import {
  type JobHandler,
  jobIdOf,
  type McpBackendProbe,
  type McpTarget,
  mcpReadRequestKind,
  PortUnavailable,
} from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { inSlices } from '../call/in-slices.js';
import type { Ports } from '../call/ports.js';
import { isWithin } from '../call/quotas.js';

/** The job that reads a live server for a caller. */
export const READ_MCP_SERVER = 'read_mcp_server';

type Deps = Pick<
  Ports,
  'records' | 'unitOfWork' | 'jobQueue' | 'clock' | 'ids' | 'takeQuota' | 'liveReadings'
>;

/** How long a caller waits: well within the time an Idempotency-Key's claim lasts. */
const WAIT_MS = 20_000;

/** The same, once per call, however often the decision is repeated. */
export const readOnce = (
  deps: Deps,
  context: CallContext,
  scope: Scope,
): ((endpoint: string, credential: ReadCredential | null) => Promise<Result<PinnedReading>>) => {
  let read: Promise<Result<PinnedReading>> | undefined;
  return (endpoint, credential) => {
    read ??= readLive(deps, context, { scope, endpoint, credential });
    return read;
  };
};

/** Reads a live server for a caller, unless it was already read or nobody waits for it any more. */
export const makeRunReadRequest =
  (
    deps: Pick<Ports, 'records' | 'unitOfWork' | 'hash' | 'clock' | 'tenantQueue'> & {
      readonly mcpProbe: Pick<McpBackendProbe, 'read'>;
    },
  ): JobHandler['run'] =>
  async ({ tenantId, environmentId, subjectId }) => {
    const scope = { tenantId, environmentId: environmentId ?? '' };
    const wanted = await deps.records.get(mcpReadRequestKind, scope, subjectId);
    if (wanted === undefined || wanted.record.outcome !== null) return;
    const { endpoint, credential } = wanted.record;
    const seen = await deps.mcpProbe.read({ scope, endpoint, credential });
    const outcome = seen.read
      ? {
          read: true as const,
          reading: await inSlices(deps, tenantId, pinningReading(seen.reading, deps.hash)),
        }
      : seen;
    const record: McpReadRequest = { ...wanted.record, outcome };
    await deps.unitOfWork.observe([{ kind: mcpReadRequestKind, record, expectedVersion: wanted.version }]);
  };

/**
 * Lets a worker read a live server, and returns the result: processes that serve calls connect to nothing. Reading changes nothing, so it
 * is no event; what is made of it is.
 */
const readLive = async (
  deps: Deps,
  context: CallContext,
  target: McpTarget,
): Promise<Result<PinnedReading>> => {
  if (!(await isWithinQuota(deps, context))) return refuse('rate_limited');
  const giveBack = deps.liveReadings.take(target.scope.tenantId);
  if (giveBack === undefined) return refuse('rate_limited');
  try {
    return await readByWorker(deps, context, target);
  } finally {
    giveBack();
  }
};

const readByWorker = async (
  deps: Deps,
  context: CallContext,
  { scope, endpoint, credential }: McpTarget,
): Promise<Result<PinnedReading>> => {
  const requestId = deps.ids.mint('outbox');
  const request: McpReadRequest = {
    ...scope,
    requestId,
    endpoint,
    credential,
    requestedAt: deps.clock.now(),
    outcome: null,
  };
  await deps.unitOfWork.observe([{ kind: mcpReadRequestKind, record: request, expectedVersion: null }]);
  try {
    return await outcomeOf(deps, scope, { request, requestId: context.requestId });
  } finally {
    const removed = { scope, id: requestId };
    await deps.unitOfWork.observe([{ kind: mcpReadRequestKind, removed, expectedVersion: 'any' }]);
  }
};

// A hanging server occupies a worker for half a minute, so each caller has a share, and no tenant more than a few at a time.
const isWithinQuota = async (
  { takeQuota }: Deps,
  { onRateUsage, principal: { tenantId, actorType, actorId } }: CallContext,
): Promise<boolean> => {
  const current = await takeQuota('delivery_tests', tenantId, actorType, actorId, 'mcp/servers');
  if (current !== undefined) onRateUsage?.(current);
  return isWithin(current);
};

interface RequestedReading {
  readonly request: McpReadRequest;
  readonly requestId: string;
}

const outcomeOf = async (
  { records, jobQueue }: Deps,
  scope: Scope,
  { request: { requestId: subjectId }, requestId }: RequestedReading,
): Promise<Result<PinnedReading>> => {
  const jobId = jobIdOf(subjectId, 1);
  try {
    await jobQueue.enqueue({ job: READ_MCP_SERVER, jobId, ...scope, subjectId, requestId });
    if (await jobQueue.hasWorker()) await jobQueue.endOf(jobId, WAIT_MS);
  } catch (fault) {
    if (fault instanceof PortUnavailable && fault.port === 'queue') return refuse('dependency_unavailable');
    throw fault;
  }
  const outcome = (await records.get(mcpReadRequestKind, scope, subjectId))?.record.outcome ?? undefined;
  if (outcome === undefined)
    return (await jobQueue.hasWorker()) ? notRead('timeout') : refuse('dependency_unavailable');
  return outcome.read ? { ok: true, value: outcome.reading } : notRead(outcome.because);
};

const notRead = (because: ReadFailure): Result<never> => refuse(because, 'manifest.endpoint');
