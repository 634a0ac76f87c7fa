import type { AuditEventType, McpServer } from '@govgate/domain';
import { changedFields, type Submitted } from '@govgate/domain/internal';
import { type Change, mcpServerKind, mcpSubmissionKind, type Stored } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext } from '../call/context.js';
import type { Decision } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import type { CurrentServer } from './current-server.js';
import { type SubmissionView, submissionView } from './submission-view.js';

/** Dependencies of changing submissions. */
export type SubmissionDeps = ChangeDeps & Pick<Ports, 'settings'>;

/** Dependencies of creating one. */
export type SubmitDeps = SubmissionDeps & Pick<Ports, 'hash'>;

/** How the trail records a submission. */
export interface SubmissionFacts {
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | null | undefined;
}

interface SubmissionMade {
  readonly before: CurrentServer | undefined;
  readonly submitted: Submitted;
  readonly facts: SubmissionFacts;
}

/** The commit of a new submission: with its server, and with the pending one it supersedes. */
export const submissionDecision = (
  deps: SubmissionDeps,
  context: CallContext,
  { before, submitted: { server, submission, superseded }, facts }: SubmissionMade,
): Decision<SubmissionView> => {
  const event = auditEvent(deps, context, {
    ...facts,
    environmentId: server.environmentId,
    resourceId: server.serverId,
    version: submission.manifest.version,
    changedFields: fieldsChanged(before?.server, server),
    relatedIds: [submission.submissionId, ...(superseded === null ? [] : [superseded.submissionId])],
  });
  const changes: Change[] = [
    { kind: mcpServerKind, record: server, expectedVersion: before?.server.version ?? null },
    { kind: mcpSubmissionKind, record: submission, expectedVersion: null },
  ];
  if (superseded !== null && before?.pending !== undefined)
    changes.push({ kind: mcpSubmissionKind, record: superseded, expectedVersion: before.pending.version });
  return {
    commit: { changes, audit: [event] },
    output: submissionView(context, { server, submission: afterWrite(undefined, submission) }, deps.settings),
  };
};

const fieldsChanged = (before: Stored<McpServer> | undefined, after: McpServer): readonly string[] =>
  before === undefined ? Object.keys(after).sort() : changedFields(before.record, after);
