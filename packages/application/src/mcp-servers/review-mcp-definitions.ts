import { type DefinitionReview, ok, reviewDefinitions } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { liveOf, loadSubmission, type SubmissionRef } from './load-server.js';

/** What a reviewer compares: each definition that differs, old next to new, as text that nobody vouches for. */
export interface DefinitionReviewView extends DefinitionReview {
  readonly schemaVersion: '1.0';
  readonly serverId: string;
  readonly submissionId: string;
  /** The approved submission that it is compared with; null while there is none. */
  readonly against: string | null;
}

/** Shows a submission next to what is approved (decisions, section 16). */
export const makeReviewMcpDefinitions =
  ({ records }: Pick<Ports, 'records'>): UseCase<SubmissionRef, DefinitionReviewView> =>
  async (context, ref) => {
    const loaded = await loadSubmission(records, context, ref, 'mcp_server.read');
    if (!loaded.ok) return loaded;
    const { server, submission } = loaded.value;
    const live = await liveOf(records, server.record);
    const { serverId, submissionId } = ref;
    return ok({
      schemaVersion: '1.0',
      serverId,
      submissionId,
      against: live?.record.submissionId ?? null,
      ...reviewDefinitions(live?.record.manifest, submission.record),
    });
  };
