import type { McpServer, McpSubmission, Permission, Result, Scope } from '@govgate/domain';
import { refuse } from '@govgate/domain';
import { mcpServerKind, mcpSubmissionKind, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import { type Admitted, admitRecord, present, type RecordAccess } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';

/** The server a call concerns. */
export interface ServerRef {
  readonly scope: Scope;
  readonly serverId: string;
}

/** The submission it concerns. */
export interface SubmissionRef extends ServerRef {
  readonly submissionId: string;
}

/** The server to load, and the required permission. */
export const serverAccess = (
  { scope, serverId }: ServerRef,
  permission: Permission,
): RecordAccess<typeof mcpServerKind> => ({
  kind: mcpServerKind,
  permission,
  scope,
  within: scope,
  id: serverId,
  ownerTeamOf: (server) => server.ownerTeam,
});

type Records = Ports['records'];

/** A server's submission; one of another server is absent. */
export const submissionOf = async (
  records: Records,
  { scope, serverId }: ServerRef,
  submissionId: string,
): Promise<Stored<McpSubmission> | undefined> => {
  const stored = await records.get(mcpSubmissionKind, scope, submissionId);
  return stored?.record.serverId === serverId ? stored : undefined;
};

/** A server's pending submission, if any. */
export const pendingOf = async (
  records: Records,
  server: McpServer,
): Promise<Stored<McpSubmission> | undefined> =>
  server.pendingSubmissionId === null
    ? undefined
    : records.get(mcpSubmissionKind, scopeOf(server), server.pendingSubmissionId);

/** The live submission, if any. */
export const liveOf = async (
  records: Records,
  server: McpServer,
): Promise<Stored<McpSubmission> | undefined> =>
  server.liveSnapshot === null
    ? undefined
    : records.get(mcpSubmissionKind, scopeOf(server), server.liveSnapshot.submissionId);

/** A server and one of its submissions. */
export interface LoadedSubmission {
  readonly server: Stored<McpServer>;
  readonly submission: Stored<McpSubmission>;
}

/** Loads a submission whose server the caller may read. */
export const loadSubmission = async (
  records: Records,
  context: CallContext,
  ref: SubmissionRef,
): Promise<Result<LoadedSubmission>> => {
  const admitted = await admitRecord(records, context, serverAccess(ref, 'mcp_server.read'));
  return admitted.ok ? findSubmission(records, admitted.value, ref) : admitted;
};

/** Loads a submission of an admitted server. */
export const findSubmission = async (
  records: Records,
  admitted: Admitted<McpServer>,
  ref: SubmissionRef,
): Promise<Result<LoadedSubmission>> => {
  const loaded = present(admitted);
  if (!loaded.ok) return loaded;
  const submission = await submissionOf(records, ref, ref.submissionId);
  if (submission === undefined) return refuse('not_found');
  return { ok: true, value: { server: loaded.value.stored, submission } };
};

const scopeOf = ({ tenantId, environmentId }: McpServer): Scope => ({ tenantId, environmentId });
