import { ok } from '@govgate/domain';
import type { SubmissionStatus } from '@govgate/domain/internal';
import { mcpSubmissionKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { everyRecord } from '../paging/every-record.js';
import { type ServerRef, serverAccess } from './load-server.js';
import { type SubmissionSummary, submissionSummary } from './submission-view.js';

export interface ListMcpSubmissionsInput extends ServerRef {
  readonly status?: SubmissionStatus | undefined;
}

/** The list is not paged, and an answer is at most 4 MB. */
const MOST_SUBMISSIONS = 1_000;

/** Lists the newest submissions of a server, newest first (docs/spec/mcp-servers.md#submissions). */
export const makeListMcpSubmissions =
  (deps: Pick<Ports, 'records' | 'timer'>): UseCase<ListMcpSubmissionsInput, readonly SubmissionSummary[]> =>
  async (context, { status, ...ref }) => {
    const loaded = await loadRecord(deps.records, context, serverAccess(ref, 'mcp_server.read'));
    if (!loaded.ok) return loaded;
    const submissions = await everyRecord(deps, mcpSubmissionKind, ref.scope, {
      where: { is: { serverId: ref.serverId, ...(status === undefined ? {} : { status }) } },
      order: { by: 'sequence', direction: 'desc' },
      most: MOST_SUBMISSIONS,
    });
    return ok(submissions.map(({ record }) => submissionSummary(record)));
  };
