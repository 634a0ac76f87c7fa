import { readSegment, sameBytes, type TrailSegment } from '@govgate/domain';
import { type After, SEALED_BLOCK, trailSegmentKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { ownKey } from './own-checkpoints.js';
import type { Due } from './trail-dues.js';

export type SegmentDeps = Pick<Ports, 'auditTrail' | 'checkpointSigner' | 'records' | 'verifySignature'>;

/** The segment that was sealed last. */
export const newestSegment = async (
  { records }: Pick<Ports, 'records'>,
  tenantId: string,
): Promise<TrailSegment | undefined> => {
  const order = { by: 'id', direction: 'desc' } as const;
  const { items } = await records.page(trailSegmentKind, { tenantId }, { order, limit: 1 });
  return items[0]?.record;
};

/**
 * The last event that is passed by its hash, because it was sealed and is not there any more; 0: none is. A sealing that was
 * broken off goes on later, so what is there counts, and never more than what was sealed.
 */
export const passedUpTo = async (deps: SegmentDeps, tenantId: string): Promise<number> => {
  const newest = await newestSegment(deps, tenantId);
  if (newest === undefined) return 0;
  const first = (await deps.auditTrail.firstSequence(tenantId)) ?? newest.lastSequence + 1;
  const gone = Math.max(0, Math.min(first - 1, newest.lastSequence));
  return gone - (gone % SEALED_BLOCK);
};

const PAGE = 200;

/** What every segment says of the trail, where it ends. */
export const segmentDues = async (deps: SegmentDeps, tenantId: string): Promise<Due[]> => {
  const dues: Due[] = [];
  for (let after: After | undefined; ; ) {
    const query = { limit: PAGE, ...(after === undefined ? {} : { after }) };
    const { items, more } = await deps.records.page(trailSegmentKind, { tenantId }, query);
    dues.push(...items.map(({ record }) => segmentDue(deps, tenantId, record)));
    const last = items.at(-1)?.record.segmentId;
    if (!more || last === undefined) return dues;
    after = { value: last, id: last };
  }
};

const segmentDue = (deps: SegmentDeps, tenantId: string, segment: TrailSegment): Due => {
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

/** What a segment's note says, where our key signed it and the record says the same. One of a key that was replaced counts by its hashes. */
const isWhole = (deps: SegmentDeps, tenantId: string, segment: TrailSegment) => {
  const read = readSegment(segment.note, [ownKey(deps, tenantId)], deps.verifySignature);
  const { facts, standing } = read ?? {};
  const same =
    facts?.tenantId === tenantId &&
    facts.tenantId === segment.tenantId &&
    facts.firstSequence === segment.firstSequence &&
    facts.lastSequence === segment.lastSequence &&
    facts.rootHash === segment.rootHash &&
    facts.headHash === segment.headHash &&
    facts.sealedAt === segment.sealedAt;
  return same && standing !== 'forged' ? read : undefined;
};

/**
 * Whether what the newest segment says was done by us: our key signed it or, where the key was replaced since, the trail says
 * of it. Only that says that nothing else was taken out.
 */
export const isAttested = async (
  deps: SegmentDeps,
  tenantId: string,
  segment: TrailSegment,
): Promise<boolean> => {
  const standing = isWhole(deps, tenantId, segment)?.standing;
  if (standing !== 'unknown') return standing === 'signed';
  const filter = { eventType: 'audit.sealed', resourceId: segment.segmentId } as const;
  const { items } = await deps.auditTrail.page(tenantId, { filter, direction: 'desc', limit: 1 });
  return items[0]?.resource.version === String(segment.lastSequence);
};
