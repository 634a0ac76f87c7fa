import { decideApproveSubmission, type ToolReview } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { SubmissionDeps } from './commit-submission.js';
import { type CloseSubmissionInput, reviewSubmission } from './review-mcp-submission.js';
import { freeRegistryName } from './server-json/registry-name.js';
import type { SubmissionView } from './submission-view.js';

/** A reviewer's decision on one tool. */
export type ToolReviewInput = { readonly toolId: string } & {
  readonly [K in Exclude<keyof ToolReview, 'toolId'>]?: ToolReview[K] | undefined;
};

export interface ApproveSubmissionInput extends CloseSubmissionInput {
  /** The hash of the manifest the reviewer read. */
  readonly manifestHash: string;
  readonly toolReviews?: readonly ToolReviewInput[] | undefined;
}

/** Approves a submission: it becomes the live snapshot. The reviewer names the hash of what they read. */
export const makeApproveMcpSubmission =
  (deps: SubmissionDeps): UseCase<ApproveSubmissionInput, SubmissionView> =>
  (context, input) => {
    const snapshotId = deps.ids.mint('snapshot');
    const { manifestHash, toolReviews = [] } = input;
    return reviewSubmission(deps, context, {
      input,
      how: {
        permission: 'mcp_server.review',
        eventType: 'mcp_server.approved',
        action: 'approve',
        decide: async ({ server, submission }, live, request) => {
          const decided = decideApproveSubmission(server.record, submission.record, live, {
            ...request,
            manifestHash,
            snapshotId,
            toolReviews: toolReviews.map(toolReviewOf),
            fourEyes: deps.settings.fourEyes,
          });
          const free = await freeRegistryName(deps.records, submission.record.manifest);
          return decided.ok && !free.ok ? free : decided;
        },
      },
    });
  };

const toolReviewOf = ({ toolId, riskTier, gatewayStatus, deniedReason }: ToolReviewInput): ToolReview => ({
  toolId: toolId.normalize('NFC'),
  ...(riskTier === undefined ? {} : { riskTier }),
  ...(gatewayStatus === undefined ? {} : { gatewayStatus }),
  ...(deniedReason === undefined ? {} : { deniedReason }),
});
