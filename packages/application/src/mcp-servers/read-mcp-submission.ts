import { ok, refuse } from '@govgate/domain';
import { diffSubmissions, type SubmissionDiff } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { loadSubmission, type SubmissionRef, submissionOf } from './load-server.js';
import { type SubmissionView, submissionView } from './submission-view.js';

type Deps = Pick<Ports, 'records'>;

/** Reads one submission with its manifest, which a reviewer approves by its hash. */
export const makeReadMcpSubmission =
  ({ records, settings }: Deps & Pick<Ports, 'settings'>): UseCase<SubmissionRef, SubmissionView> =>
  async (context, ref) => {
    const loaded = await loadSubmission(records, context, ref);
    if (!loaded.ok) return loaded;
    const { server, submission } = loaded.value;
    return ok(submissionView(context, { server: server.record, submission }, settings));
  };

export interface DiffMcpSubmissionsInput extends SubmissionRef {
  readonly against: string;
}

/** The differences between two submissions of a server: `against` is the earlier, the path's the later. */
export interface SubmissionDiffView extends SubmissionDiff {
  readonly schemaVersion: '1.0';
  readonly serverId: string;
  readonly submissionId: string;
  readonly against: string;
}

export const makeDiffMcpSubmissions =
  ({ records }: Deps): UseCase<DiffMcpSubmissionsInput, SubmissionDiffView> =>
  async (context, { against, ...ref }) => {
    const loaded = await loadSubmission(records, context, ref);
    if (!loaded.ok) return loaded;
    const before = await submissionOf(records, ref, against);
    if (before === undefined) return refuse('not_found');
    const diff = diffSubmissions(before.record.manifest, loaded.value.submission.record.manifest);
    const { serverId, submissionId } = ref;
    return ok({ schemaVersion: '1.0', serverId, submissionId, against, ...diff });
  };
