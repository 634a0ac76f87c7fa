import type { TrailSegment } from '@govgate/domain';
import { readSegment, sameBytes } from '@govgate/domain/internal';
import { type After, SEALED_BLOCK, trailSegmentKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { ownKey } from './own-checkpoints.js';
import type { TrailCondition } from './trail-conditions.js';

export type SegmentDeps = Pick<Ports, 'auditTrail' | 'checkpointSigner' | 'records' | 'verifySignature'>;

/** The last sealed segment. */
export const newestSegment = async (
  { records }: Pick<Ports, 'records'>,
  tenantId: string,
): Promise<TrailSegment | undefined> => {
  const order = { by: 'id', direction: 'desc' } as const;
  const { items } = await records.page(trailSegmentKind, { tenantId }, { order, limit: 1 });
  return items[0]?.record;
};

/**
 * The last event passed by its hash because it was sealed and removed; 0: none. An interrupted sealing resumes later, so actual presence
 * counts, and never more than what was sealed.
 */
export const passedUpTo = async (deps: SegmentDeps, tenantId: string): Promise<number> => {
  const newest = await newestSegment(deps, tenantId);
  if (newest === undefined) return 0;
  const first = (await deps.auditTrail.firstSequence(tenantId)) ?? newest.lastSequence + 1;
  const gone = Math.max(0, Math.min(first - 1, newest.lastSequence));
  return gone - (gone % SEALED_BLOCK);
};

const PAGE = 200;

/** What every segment states about the trail at its end. */
export const segmentConditions = async (deps: SegmentDeps, tenantId: string): Promise<TrailCondition[]> => {
  const conditions: TrailCondition[] = [];
  for (let after: After | undefined; ; ) {
    const query = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const { items, more } = await deps.records.page(trailSegmentKind, { tenantId }, query);
    conditions.push(...items.map(({ record }) => segmentCondition(deps, tenantId, record)));
    const last = items.at(-1)?.record.segmentId;
    if (!more || last === undefined) return conditions;
    after = { value: last, id: last };
  }
};

/**
 * Whether the newest segment is ours: our key signed it or, if the key was replaced since, the trail records it. Only that proves that
 * nothing else was removed.
 */
export const isAttested = async (
  deps: SegmentDeps,
  tenantId: string,
  segment: TrailSegment,
): Promise<boolean> => {
  const signatureStatus = isWhole(deps, tenantId, segment)?.signatureStatus;
  if (signatureStatus !== 'unknown') return signatureStatus === 'signed';
  const filter = { eventType: 'audit.sealed', resourceId: segment.segmentId } as const;
  const { items } = await deps.auditTrail.page(tenantId, { filter, direction: 'desc', limit: 1 });
  return items[0]?.resource.version === String(segment.lastSequence);
};

const segmentCondition = (deps: SegmentDeps, tenantId: string, segment: TrailSegment): TrailCondition => {
  const { lastSequence: sequence } = segment;
  const read = isWhole(deps, tenantId, segment);
  return {
    sequence,
    hold: (walk) => {
      const holds =
        read !== undefined &&
        sameBytes(walk.tree.root(), read.root) &&
        walk.head.hash === read.facts.headHash;
      if (!holds) walk.fail({ sequence, reasonCode: 'segment_mismatch' });
      return false;
    },
  };
};

/** A segment's note, if our key signed it and the record agrees. One by a replaced key counts by its hashes. */
const isWhole = (deps: SegmentDeps, tenantId: string, segment: TrailSegment) => {
  const read = readSegment(segment.note, [ownKey(deps, tenantId)], deps.verifySignature);
  const { facts, signatureStatus } = read ?? {};
  const same =
    facts?.tenantId === tenantId &&
    facts.tenantId === segment.tenantId &&
    facts.firstSequence === segment.firstSequence &&
    facts.lastSequence === segment.lastSequence &&
    facts.rootHash === segment.rootHash &&
    facts.headHash === segment.headHash &&
    facts.sealedAt === segment.sealedAt;
  return same && signatureStatus !== 'forged' ? read : undefined;
};
