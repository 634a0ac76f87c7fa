import type { McpServer, McpSubmission, Permission, Result, Scope } from '@govgate/domain';
import { refuse } from '@govgate/domain';
import { mcpServerKind, mcpSubmissionKind, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import {
  type Admitted,
  admitRecord,
  type Loaded,
  loadRecord,
  present,
  type Wanted,
} from '../call/load-record.js';
import type { Ports } from '../call/ports.js';

/** Which server a call is about. */
export interface ServerRef {
  readonly scope: Scope;
  readonly serverId: string;
}

/** Which submission of it. */
export interface SubmissionRef extends ServerRef {
  readonly submissionId: string;
}

/** The server that a call wants, and the right it takes. */
export const wantedServer = (
  { scope, serverId }: ServerRef,
  permission: Permission,
): Wanted<typeof mcpServerKind> => ({
  kind: mcpServerKind,
  permission,
  scope,
  within: scope,
  id: serverId,
  ownerTeamOf: (server) => server.ownerTeam,
});

type Records = Ports['records'];

/** Finds a server that the caller may act on. */
export const loadServer = (
  records: Records,
  context: CallContext,
  ref: ServerRef,
  permission: Permission,
): Promise<Result<Loaded<McpServer>>> => loadRecord(records, context, wantedServer(ref, permission));

/** A submission of a server; one of another server is absent. */
export const submissionOf = async (
  records: Records,
  { scope, serverId }: ServerRef,
  submissionId: string,
): Promise<Stored<McpSubmission> | undefined> => {
  const stored = await records.get(mcpSubmissionKind, scope, submissionId);
  return stored?.record.serverId === serverId ? stored : undefined;
};

/** The submission that waits for a server's review, if one does. */
export const pendingOf = async (
  records: Records,
  server: McpServer,
): Promise<Stored<McpSubmission> | undefined> =>
  server.pendingSubmissionId === null
    ? undefined
    : records.get(mcpSubmissionKind, scopeOf(server), server.pendingSubmissionId);

/** The submission that is live, if one is. */
export const liveOf = async (
  records: Records,
  server: McpServer,
): Promise<Stored<McpSubmission> | undefined> =>
  server.liveSnapshot === null
    ? undefined
    : records.get(mcpSubmissionKind, scopeOf(server), server.liveSnapshot.submissionId);

const scopeOf = ({ tenantId, environmentId }: McpServer): Scope => ({ tenantId, environmentId });

/** A server and one of its submissions. */
export interface LoadedSubmission {
  readonly server: Stored<McpServer>;
  readonly submission: Stored<McpSubmission>;
}

/** Finds a submission whose server the caller may act on. */
export const loadSubmission = async (
  records: Records,
  context: CallContext,
  ref: SubmissionRef,
  permission: Permission,
): Promise<Result<LoadedSubmission>> => {
  const admitted = await admitRecord(records, context, wantedServer(ref, permission));
  return admitted.ok ? findSubmission(records, admitted.value, ref) : admitted;
};

/** Finds a submission of a server that was admitted. */
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
