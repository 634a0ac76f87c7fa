import { authorize, ok, type Result, refuse, type Scope, type SequencedRevocation } from '@govgate/domain';
import { holdsGrantIn } from '@govgate/domain/internal';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { pollPauseMs } from './poll-pause.js';
import { type RevocationProof, revocationProof } from './revocation-planes.js';
import { WaitingCallers } from './waiting-callers.js';

export interface ReadRevocationsInput {
  readonly scope: Scope;
  /** The last sequence the caller has applied; 0 before the first. */
  readonly after: number;
  /** How long to wait for one if there is none yet; at most 30. */
  readonly waitSeconds: number;
  /** Whether to show which planes have applied each. Gateways, which poll the feed constantly, do not ask. */
  readonly withPlanes?: boolean;
}

/** A revocation in the feed, with its progress on request. */
export interface FeedItem extends SequencedRevocation {
  readonly planes?: RevocationProof;
}

/** The next part of the feed (docs/spec/sessions.md). */
export interface RevocationsView {
  readonly schemaVersion: '1.0';
  readonly items: readonly FeedItem[];
  /** The sequence to continue after. Below the requested one: the feed is shorter than the caller believes. */
  readonly lastSequence: number;
}

type Deps = Pick<Ports, 'records' | 'revocations' | 'revisions' | 'timer' | 'notifications' | 'clock'>;

const MAX_ITEMS = 200;
/** With planes, an answer takes one query per revocation. */
const MAX_ITEMS_WITH_PLANES = 20;

/**
 * Answers with what follows in an environment's revocation feed, as soon as there is something or the wait is over. If too many callers
 * wait already, the answer is immediate: the feed must not be late for anybody.
 */
export const makeReadRevocations = (deps: Deps): UseCase<ReadRevocationsInput, RevocationsView> => {
  const readEnd = makeSharedRead(deps);
  const waiting = new WaitingCallers();
  return async (context, input) => {
    const allowed = mayReadFeed(context, input.scope);
    if (!allowed.ok) return allowed;
    const leave = input.waitSeconds === 0 ? undefined : waiting.enter(context.principal);
    try {
      return await readFeed(deps, readEnd, leave === undefined ? { ...input, waitSeconds: 0 } : input);
    } finally {
      leave?.();
    }
  };
};

/** Whether somebody may read an environment's feed. */
export const mayReadFeed = ({ principal }: CallContext, scope: Scope): Result<undefined> => {
  if (principal.tenantId !== scope.tenantId || !holdsGrantIn(principal, scope.environmentId))
    return refuse('scope_forbidden');
  const target = { ...scope, resourceId: null, ownerTeam: null };
  return authorize(principal, 'session.read', target) ? ok(undefined) : refuse('permission_denied');
};

/** The end of a feed, and whether rights are unchanged: read in this order, and once for all waiting callers. */
interface Seen {
  readonly last: number;
  readonly authorization: number;
}

type ReadFeedEnd = (scope: Scope, leftMs: number) => Promise<Seen | 'stopping'>;

/** Waits, then reads the end of an environment's feed; all who wait for the same environment share one read. */
const makeSharedRead = (deps: Deps): ReadFeedEnd => {
  const underway = new Map<string, Promise<Seen | 'stopping'>>();
  return (scope, leftMs) => {
    const key = JSON.stringify([scope.tenantId, scope.environmentId]);
    const before = underway.get(key);
    if (before !== undefined) return before;
    const pauseMs = Math.min(pollPauseMs(underway.size + 1), leftMs);
    const readEnd = readAfterPause(deps, scope, pauseMs).finally(() => underway.delete(key));
    underway.set(key, readEnd);
    return readEnd;
  };
};

const readAfterPause = async (
  { revocations, revisions, timer, notifications }: Deps,
  scope: Scope,
  pauseMs: number,
): Promise<Seen | 'stopping'> => {
  const waited = await notifications.sooner(timer.wait(pauseMs), 'revocations', scope);
  if (waited === 'stopping') return waited;
  const last = await revocations.lastSequence(scope);
  return { last, authorization: (await revisions.revisions(scope.tenantId)).authorization };
};

const readFeed = async (
  deps: Deps,
  readEnd: ReadFeedEnd,
  { scope, after, waitSeconds, withPlanes = false }: ReadRevocationsInput,
): Promise<Result<RevocationsView>> => {
  const until = deps.clock.epochMs() + waitSeconds * 1000;
  const { authorization } = await deps.revisions.revisions(scope.tenantId);
  let last = await deps.revocations.lastSequence(scope);
  while (last <= after && deps.clock.epochMs() < until) {
    const seen = await readEnd(scope, until - deps.clock.epochMs());
    if (seen === 'stopping') break;
    // Somebody's rights changed meanwhile, perhaps the caller's: authenticate them again before answering.
    if (seen.authorization !== authorization)
      return ok({ schemaVersion: '1.0', items: [], lastSequence: Math.min(after, seen.last) });
    last = seen.last;
  }
  const most = withPlanes ? MAX_ITEMS_WITH_PLANES : MAX_ITEMS;
  const read = last > after ? await deps.revocations.after(scope, after, most) : [];
  const items = withPlanes ? await withProofs(deps, scope, read) : read;
  return ok({ schemaVersion: '1.0', items, lastSequence: items.at(-1)?.sequence ?? last });
};

const withProofs = async (
  deps: Deps,
  scope: Scope,
  revocations: readonly SequencedRevocation[],
): Promise<FeedItem[]> => {
  const items: FeedItem[] = [];
  for (const one of revocations)
    items.push({ ...one, planes: await revocationProof(deps, scope, one.sequence) });
  return items;
};
