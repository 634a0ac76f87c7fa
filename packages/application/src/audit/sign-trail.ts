import {
  type AuditCheckpoint,
  type ChainHead,
  type FoundFault,
  signCheckpointNote,
  type TrailHead,
} from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import { newestCheckpoint, type OwnCheckpoint } from './own-checkpoints.js';
import type { TrailDeps } from './trail-deps.js';
import { type Due, formerDues, headDue, signedDue, TrailDues } from './trail-dues.js';
import { segmentDues } from './trail-segments.js';
import { beginWalk, type StoreWalk, walkOn } from './walk-trail.js';

export interface SigningOptions {
  readonly stop?: StopSignal | undefined;
  /** Walks the whole trail again and replaces its kept subtrees. */
  readonly fromStart?: boolean | undefined;
  /** After this many events an intermediate checkpoint is signed, so that an interrupted first signing does not start over. */
  readonly step?: number;
}

/** The outcome of signing a tenant's trail. */
export interface SigningOutcome {
  /** What was signed now: one checkpoint, or more if the trail had grown long. */
  readonly signed: readonly AuditCheckpoint[];
  /** The newest by our key, signed now or before. */
  readonly newest: AuditCheckpoint | undefined;
  /** Why nothing more is signed: the trail does not continue what was signed before. */
  readonly fault: FoundFault | undefined;
}

const STEP = 131_072;

/**
 * Signs the current head of a tenant's trail if it grew since its last checkpoint: the only place that signs. It signs only what it has
 * verified to continue, event by event, what was signed before, inside and outside the store.
 */
export const signTrail = async (
  deps: TrailDeps,
  tenantId: string,
  { fromStart = false, stop, step = STEP }: SigningOptions = {},
): Promise<SigningOutcome> => {
  const signed: AuditCheckpoint[] = [];
  for (let again = fromStart; ; again = false) {
    const done = await signStep(deps, tenantId, { fromStart: again, stop, step });
    if (done.signed !== undefined) signed.push(done.signed);
    if (!done.more || stop?.aborted) return { signed, newest: done.signed ?? done.newest, fault: done.fault };
  }
};

interface Step {
  readonly more: boolean;
  readonly signed?: AuditCheckpoint;
  readonly newest: AuditCheckpoint | undefined;
  readonly fault?: FoundFault;
}

const signStep = async (
  deps: TrailDeps,
  tenantId: string,
  { fromStart = false, stop, step = STEP }: SigningOptions,
): Promise<Step> => {
  const head = await deps.auditTrail.head(tenantId);
  const kept = deps.keptCheckpoints.newest(tenantId);
  // Nothing changed, as for most trails most of the time.
  if (!fromStart && kept?.size === head.sequence && kept.headHash === head.hash)
    return { more: false, newest: undefined };
  const { own, fault } = await newestCheckpoint(deps, tenantId);
  const size = own?.head.size ?? 0;
  const ended = { more: false, newest: own?.record };
  if (fault !== undefined) return { ...ended, fault };
  if (Math.max(size, kept?.size ?? 0) > head.sequence)
    return { ...ended, fault: { sequence: head.sequence + 1, reasonCode: 'truncated' } };
  if (size === head.sequence && own?.head.headHash === head.hash && !fromStart) return ended;
  const begun = await beginWalk(deps, tenantId, fromStart ? 0 : size);
  if (!('walk' in begun)) return { ...ended, fault: begun };
  const early = own === undefined ? await formerDues(deps, tenantId) : [signedDue(own.head)];
  const sealed = begun.passedUpTo === 0 ? [] : await segmentDues(deps, tenantId);
  const dues = new TrailDues(deps, tenantId, [...early, ...sealed, ...otherDues(begun, kept, head)]);
  const upTo = fromStart ? undefined : size + step;
  await walkOn(deps, tenantId, begun, dues, { upTo, stop });
  return sealStep(deps, tenantId, begun, { own, dues, upTo, stopped: stop?.aborted ?? false });
};

const otherDues = ({ walk }: StoreWalk, kept: TrailHead | undefined, head: ChainHead): Due[] => [
  ...(kept === undefined || kept.size < walk.head.sequence ? [] : [signedDue(kept)]),
  ...(head.sequence === 0 ? [] : [headDue(head.sequence, head.hash)]),
];

interface Walked {
  readonly own: OwnCheckpoint | undefined;
  readonly dues: TrailDues;
  readonly upTo: number | undefined;
  readonly stopped: boolean;
}

const sealStep = async (
  deps: TrailDeps,
  tenantId: string,
  { walk, subtrees }: StoreWalk,
  { own, dues, upTo, stopped }: Walked,
): Promise<Step> => {
  const newest = own?.record;
  const { firstInvalid } = walk.report();
  if (firstInvalid !== null) return { more: false, newest, fault: firstInvalid };
  const { sequence: size, hash: headHash } = walk.head;
  const more = upTo !== undefined && size >= upTo;
  // The head, or a checkpoint, is ahead of the events.
  if (dues.next !== undefined && !more && !stopped)
    return { more: false, newest, fault: { sequence: size + 1, reasonCode: 'truncated' } };
  if (size === 0 || size < (own?.head.size ?? 0)) return { more: false, newest };
  const { publicKey, sign } = deps.checkpointSigner;
  const head = { tenantId, size, root: walk.tree.root(), headHash, signedAt: deps.clock.now() };
  const signed = signCheckpointNote(head, publicKey, sign);
  await deps.auditTrail.addCheckpoint(signed, subtrees.take());
  return { more, signed, newest: signed };
};
