import { decideRejectSubmission } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { SubmissionDeps } from './commit-submission.js';
import { type CloseSubmissionInput, reviewSubmission } from './review-mcp-submission.js';
import type { SubmissionView } from './submission-view.js';

/** Rejects a pending submission. */
export const makeRejectMcpSubmission =
  (deps: SubmissionDeps): UseCase<CloseSubmissionInput, SubmissionView> =>
  (context, input) =>
    reviewSubmission(deps, context, {
      input,
      how: {
        permission: 'mcp_server.review',
        eventType: 'mcp_server.rejected',
        action: 'reject',
        decide: ({ server, submission }, _, request) =>
          decideRejectSubmission(server.record, submission.record, request),
      },
    });
