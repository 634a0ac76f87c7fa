import { type AccessReview, type AccessReviewItem, compareText, ok } from '@govgate/domain';
import { accessReviewItemKind } from '@govgate/ports';
import { type CheckpointView, checkpointView } from '../audit/checkpoint-view.js';
import { newestCheckpoint } from '../audit/own-checkpoints.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { everyRecord } from '../paging/every-record.js';
import { type AccessReviewRef, loadAccessReview } from './load-access-review.js';
import { REPORT_FORMATS, type ReportFormat } from './report-formats.js';

export interface ReportAccessReviewInput extends AccessReviewRef {
  readonly format: ReportFormat;
}

/** A report, and the checkpoint of the trail that proves the events it is made of. */
export interface AccessReviewReport {
  readonly schemaVersion: '1.0';
  readonly accessReviewId: string;
  readonly format: ReportFormat;
  readonly content: string;
  /** Null: nothing is signed yet. */
  readonly checkpoint: CheckpointView | null;
}

type Deps = Pick<Ports, 'records' | 'timer' | 'auditTrail' | 'checkpointSigner' | 'verifySignature'>;

/** Writes down an access review with everything that was decided, and the newest checkpoint of the trail. */
export const makeReportAccessReview =
  (deps: Deps): UseCase<ReportAccessReviewInput, AccessReviewReport> =>
  async (context, { format, ...ref }) => {
    const loaded = await loadAccessReview(deps.records, context, {
      ...ref,
      permission: 'access_review.read',
    });
    if (!loaded.ok) return loaded;
    const { accessReviewId } = ref;
    const items = await itemsOf(deps, loaded.value.record);
    const { own } = await newestCheckpoint(deps, ref.tenantId);
    const checkpoint = own === undefined ? null : checkpointView(deps, own);
    const content = REPORT_FORMATS[format]({ review: loaded.value.record, items, checkpoint });
    return ok({ schemaVersion: '1.0', accessReviewId, format, content, checkpoint });
  };

const itemsOf = async (
  deps: Deps,
  { tenantId, accessReviewId }: AccessReview,
): Promise<readonly AccessReviewItem[]> => {
  const query = { where: { is: { accessReviewId } }, most: Number.POSITIVE_INFINITY };
  const items = await everyRecord(deps, accessReviewItemKind, { tenantId }, query);
  return items
    .map(({ record }) => record)
    .sort((a, b) => compareText(a.kind, b.kind) || compareText(a.resourceId, b.resourceId));
};
