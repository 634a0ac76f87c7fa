import { authorize, type McpServer, type Result, refuse } from '@govgate/domain';
import { contributorOf, decideSubmit, type Submitted } from '@govgate/domain/internal';
import { mcpServerKind } from '@govgate/ports';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { type Admitted, admitRecord, presentIfMatch } from '../call/load-record.js';
import { type SubmitDeps, submissionDecision } from './commit-submission.js';
import { type CurrentServer, currentServer } from './current-server.js';
import { serverAccess } from './load-server.js';
import { manifestOf } from './manifest-input.js';
import { readCredentialOf } from './read-credential-input.js';
import type { SubmitManifestInput } from './register-mcp-server.js';
import { freeRegistryName } from './server-json/registry-name.js';
import type { SubmissionView } from './submission-view.js';

/** Submits an edit of a registered server. It supersedes the pending one; the live state stays. */
export const makeSubmitMcpManifest =
  (deps: SubmitDeps): UseCase<SubmitManifestInput, SubmissionView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(mcpServerKind, input.scope, input.serverId),
      admit: () => admit(deps, context, input),
      decide: async (admitted) => {
        const loaded = presentIfMatch(context, admitted);
        if (!loaded.ok) return loaded;
        const { stored } = loaded.value;
        const current = await currentServer(deps.records, stored);
        const decided = decide(deps, context, { current, input });
        if (!decided.ok) return decided;
        const free = await freeRegistryName(deps.records, decided.value.submission.manifest);
        if (!free.ok) return free;
        const { reasonCode, reason } = input;
        const facts = {
          eventType: 'mcp_server.registered',
          action: 'submit',
          reasonCode,
          reason,
        } as const;
        return {
          ok: true,
          value: submissionDecision(deps, context, { before: current, submitted: decided.value, facts }),
        };
      },
    });

// Transferring a server to another team requires the permission to register there.
const admit = async (
  { records }: SubmitDeps,
  context: CallContext,
  input: SubmitManifestInput,
): Promise<Result<Admitted<McpServer>>> => {
  const { scope, serverId, manifest } = input;
  const admitted = await admitRecord(records, context, serverAccess(input, 'mcp_server.register'));
  if (!admitted.ok) return admitted;
  const given = { ...scope, resourceId: serverId, ownerTeam: manifest.owner.team };
  return authorize(context.principal, 'mcp_server.register', given) ? admitted : refuse('permission_denied');
};

interface Edit {
  readonly current: CurrentServer;
  readonly input: SubmitManifestInput;
}

const decide = (
  { clock, ids, hash }: SubmitDeps,
  context: CallContext,
  { current: { server, live, pending }, input }: Edit,
): Result<Submitted> => {
  const manifest = manifestOf(input, input.manifest, hash);
  if (!manifest.ok) return manifest;
  const { tenantId, environmentId, serverId: resourceId, ownerTeam } = server.record;
  const target = { tenantId, environmentId, resourceId, ownerTeam };
  const read = readCredentialOf(context, input, { ...target, endpoint: manifest.value.endpoint });
  if (!read.ok) return read;
  return decideSubmit(server.record, pending?.record, manifest.value, {
    submissionId: ids.mint('submission'),
    by: contributorOf(context.principal),
    now: clock.now(),
    hash,
    live: live?.record,
    readCredential: read.value,
  });
};
