import { decideWithdrawSubmission } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { SubmissionDeps } from './commit-submission.js';
import { type CloseSubmissionInput, reviewSubmission } from './review-mcp-submission.js';
import type { SubmissionView } from './submission-view.js';

/** Withdraws a pending submission. */
export const makeWithdrawMcpSubmission =
  (deps: SubmissionDeps): UseCase<CloseSubmissionInput, SubmissionView> =>
  (context, input) =>
    reviewSubmission(deps, context, {
      input,
      how: {
        permission: 'mcp_server.register',
        eventType: 'mcp_server.withdrawn',
        action: 'withdraw',
        decide: ({ server, submission }, _, request) =>
          decideWithdrawSubmission(server.record, submission.record, request),
      },
    });
