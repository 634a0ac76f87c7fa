import type { AuditCheckpoint, ChainHead, FoundFault, TrailHead } from '@govgate/domain';
import { signCheckpointNote } from '@govgate/domain/internal';
import type { StopSignal } from '@govgate/ports';
import type { CommittedEvent } from '../call/committed-events.js';
import { committedConditions, committedFault } from './committed-conditions.js';
import { newestCheckpoint, type OwnCheckpoint } from './own-checkpoints.js';
import { headCondition, signedCondition, type TrailCondition, TrailConditions } from './trail-conditions.js';
import type { TrailDeps } from './trail-deps.js';
import { segmentConditions } from './trail-segments.js';
import { beginWalk, type StoreWalk, walkOn } from './walk-trail.js';

export interface SigningOptions {
  readonly stop?: StopSignal | undefined;
  /** Walks the whole trail again and replaces its kept subtrees. */
  readonly fromStart?: boolean | undefined;
  /** Signs events without our MAC too: an operator continues with new keys over what is there. */
  readonly asFound?: boolean | undefined;
}

/** The outcome of signing a tenant's trail. */
export interface SigningOutcome {
  readonly signed?: AuditCheckpoint | undefined;
  /** The newest by our key, signed now or before. */
  readonly newest: AuditCheckpoint | undefined;
  /** Why nothing more is signed: the trail does not continue what was signed before, or is not what was committed. */
  readonly fault?: FoundFault | undefined;
}

/**
 * Signs the current head of a tenant's trail if it grew since its last checkpoint: the only place that signs. It signs only what it has
 * verified to continue, event by event, what was signed before, inside and outside the store, and what carries this installation's MAC.
 * The whole unsigned tail is read first: an interrupted walk signs nothing.
 */
export const signTrail = async (
  deps: TrailDeps,
  tenantId: string,
  options: SigningOptions = {},
): Promise<SigningOutcome> => {
  const committed = deps.committedEvents.of(tenantId);
  const head = await deps.auditTrail.head(tenantId);
  const kept = deps.keptCheckpoints.newest(tenantId);
  const mayBeNew = options.fromStart === true || committed.length > 0;
  // Nothing changed, as for most trails most of the time.
  if (!mayBeNew && isHead(kept, head)) return { newest: undefined };
  const { own, fault } = await newestCheckpoint(deps, tenantId);
  const newest = own?.record;
  if (fault !== undefined) return { newest, fault };
  const signedSize = Math.max(own?.head.size ?? 0, kept?.size ?? 0);
  if (signedSize > head.sequence)
    return { newest, fault: { sequence: head.sequence + 1, reasonCode: 'truncated' } };
  if (!mayBeNew && isHead(own?.head, head)) return { newest };
  return signTail(deps, { tenantId, committed, head, kept, own, signedSize }, options);
};

const isHead = (signed: TrailHead | undefined, head: ChainHead): boolean =>
  signed?.size === head.sequence && signed.headHash === head.hash;

/** Where a trail ends: in the store, by what was signed, and by what this process committed. */
interface TrailEnds {
  readonly tenantId: string;
  readonly committed: readonly CommittedEvent[];
  readonly head: ChainHead;
  readonly kept: TrailHead | undefined;
  readonly own: OwnCheckpoint | undefined;
  readonly signedSize: number;
}

const signTail = async (
  deps: TrailDeps,
  ends: TrailEnds,
  { fromStart = false, asFound = false, stop }: SigningOptions,
): Promise<SigningOutcome> => {
  const { tenantId, own, committed } = ends;
  const newest = own?.record;
  const begun = await beginWalk(deps, tenantId, fromStart ? 0 : (own?.head.size ?? 0));
  if (!('walk' in begun)) return { newest, fault: begun };
  const altered = await committedFault(begun, committed);
  if (altered !== undefined) return { newest, fault: altered };
  const early = own === undefined ? [] : [signedCondition(own.head)];
  const sealed = begun.passedUpTo === 0 ? [] : await segmentConditions(deps, tenantId);
  const due = endConditions(ends, begun.walk.head.sequence);
  const conditions = new TrailConditions(begun, [...early, ...sealed, ...due]);
  const unsignedAfter = asFound ? undefined : ends.signedSize;
  await walkOn(begun, conditions, { stop, unsignedAfter });
  if (stop?.aborted) return { newest };
  const outcome = await signWalked(begun, conditions, { own, fromStart });
  if (outcome.fault === undefined) deps.committedEvents.found(tenantId, committed, begun.walk.head.sequence);
  return outcome;
};

const endConditions = ({ kept, head, committed }: TrailEnds, after: number): TrailCondition[] => [
  ...(kept === undefined || kept.size < after ? [] : [signedCondition(kept)]),
  ...(head.sequence === 0 ? [] : [headCondition(head.sequence, head.hash)]),
  ...committedConditions(committed, after),
];

const signWalked = async (
  { deps, tenantId, walk, subtrees }: StoreWalk,
  conditions: TrailConditions,
  { own, fromStart }: { readonly own: OwnCheckpoint | undefined; readonly fromStart: boolean },
): Promise<SigningOutcome> => {
  const newest = own?.record;
  const { firstInvalid } = walk.report();
  if (firstInvalid !== null) return { newest, fault: firstInvalid };
  const { sequence: size, hash: headHash } = walk.head;
  // The head, a checkpoint or what was committed is ahead of the events.
  if (conditions.next !== undefined)
    return { newest, fault: { sequence: size + 1, reasonCode: 'truncated' } };
  if (size === 0 || (size === own?.head.size && !fromStart)) return { newest };
  const { publicKey, sign } = deps.checkpointSigner;
  const head = { tenantId, size, root: walk.tree.root(), headHash, signedAt: deps.clock.now() };
  const signed = signCheckpointNote(head, publicKey, sign);
  await deps.auditTrail.addCheckpoint(signed, subtrees.take());
  return { signed, newest: signed };
};
