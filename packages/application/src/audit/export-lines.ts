import type { Instant } from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import { ExportedPart } from './exported-part.js';
import { newestCheckpoint, type OwnCheckpoint } from './own-checkpoints.js';
import { signNow } from './sign-checkpoint.js';
import type { TrailDeps } from './trail-deps.js';
import { newestSegment } from './trail-segments.js';

/** What an export is of. */
export interface ExportAuditInput {
  readonly tenantId: string;
  /** Inclusive. */
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly to?: Instant | undefined;
}

/**
 * The lines of an export, oldest event first, many in one piece. A part begins with the first event of its time and ends
 * before the first one of a later time, so that parts which meet in time meet in the chain. Behind its events stands the
 * checkpoint that covers them, signed now where none did; so it holds the trail as it is when the export begins.
 */
export async function* exportLines(
  deps: TrailDeps,
  { tenantId, from, to }: ExportAuditInput,
  stop?: StopSignal,
): AsyncGenerator<string> {
  const { fault } = await signNow(deps, tenantId, stop);
  const { own } = await newestCheckpoint(deps, tenantId);
  // Where nothing is signed any more, everything goes out that is there, and the last line says what is not covered.
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

/** The lines of the events between two sequences, for an archive of what is about to leave; signed checkpoints cover them. */
export async function* linesBefore(
  deps: TrailDeps,
  tenantId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<string> {
  const { own } = await newestCheckpoint(deps, tenantId);
  const segment = await newestSegment(deps, tenantId);
  const part = new ExportedPart(deps, { tenantId, end: upTo, segment }, own);
  for await (const batch of deps.auditTrail.stored(tenantId, after)) {
    yield await part.take(batch);
    if (part.isOver) break;
  }
  yield await part.lastLines();
}

/** Where reading begins so that it misses no event of an instant or later: a few hundred events before the first, by an index. */
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

/** Events of the smallest subtree that is kept. */
const BLOCK = 256;
