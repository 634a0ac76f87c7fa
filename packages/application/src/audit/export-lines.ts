import type { Instant } from '@govgate/domain';
import type { JsonLines } from '@govgate/domain/internal';
import type { StopSignal } from '@govgate/ports';
import { ExportedPart, type TrailLine } from './exported-part.js';
import { newestCheckpoint, type OwnCheckpoint } from './own-checkpoints.js';
import { signNow } from './sign-checkpoint.js';
import type { TrailDeps } from './trail-deps.js';
import { newestSegment } from './trail-segments.js';

/** The subject of an export. */
export interface ExportAuditInput {
  readonly tenantId: string;
  /** Inclusive. */
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly to?: Instant | undefined;
}

/**
 * The lines of an export, oldest event first, in batches. A part begins with the first event of its time range and ends before the first
 * one of a later time, so that adjacent time ranges are adjacent in the chain. Its events are followed by the checkpoint that covers them,
 * signed now if there was none; so it reflects the trail at the start of the export.
 */
export async function* exportLines(
  deps: TrailDeps,
  { tenantId, from, to }: ExportAuditInput,
  stop?: StopSignal,
): AsyncGenerator<JsonLines<TrailLine>> {
  const { fault } = await signNow(deps, tenantId, { stop });
  const { own } = await newestCheckpoint(deps, tenantId);
  // If nothing is signed any more, all existing events are exported, and the last line states what is not covered.
  const isCovered = own !== undefined && fault === undefined;
  const end = isCovered ? own.head.size : (await deps.auditTrail.head(tenantId)).sequence;
  const segment = await newestSegment(deps, tenantId);
  const part = new ExportedPart(deps, { tenantId, from, to, end, segment }, own);
  for await (const batch of deps.auditTrail.stored(tenantId, await startOf(deps, { tenantId, from }, own))) {
    const lines = await part.take(batch);
    if (lines !== '') yield lines;
    if (part.isOver || stop?.aborted) break;
  }
  const last = await part.lastLines();
  if (last !== '') yield last;
}

/** The lines of the events between two sequences, archived before removal; signed checkpoints cover them. */
export async function* linesBefore(
  deps: TrailDeps,
  tenantId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<JsonLines<TrailLine>> {
  const { own } = await newestCheckpoint(deps, tenantId);
  const segment = await newestSegment(deps, tenantId);
  const part = new ExportedPart(deps, { tenantId, end: upTo, segment }, own);
  for await (const batch of deps.auditTrail.stored(tenantId, after)) {
    yield await part.take(batch);
    if (part.isOver) break;
  }
  yield await part.lastLines();
}

/** Where reading starts so that it misses no event at or after a time: a few hundred events before the first one, by an index. */
const startOf = async (
  { auditTrail }: TrailDeps,
  { tenantId, from }: { readonly tenantId: string; readonly from?: Instant | undefined },
  own: OwnCheckpoint | undefined,
): Promise<number> => {
  if (from === undefined || own === undefined) return 0;
  const subtree = await auditTrail.subtreeAt(tenantId, from);
  const place = subtree?.place ?? Math.floor(own.head.size / BLOCK);
  return place * BLOCK;
};

/** Events in the smallest kept subtree. */
const BLOCK = 256;
