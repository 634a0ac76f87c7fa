import {
  authorize,
  decideSubmit,
  type McpServer,
  type Result,
  refuse,
  type Submitted,
} from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { checkIfMatch } from '../call/record-tag.js';
import { submissionDecision } from './commit-submission.js';
import { loadServer } from './load-server.js';
import { manifestOf } from './manifest-input.js';
import type { SubmitManifestInput } from './register-mcp-server.js';
import { type StandingServer, standingOf } from './standing-server.js';
import type { SubmissionView } from './submission-view.js';

type Deps = ChangeDeps & Pick<Ports, 'hash'>;

/** Submits an edit of a registered server. It takes the place of the one that waits; what is live stays. */
export const makeSubmitMcpManifest =
  (deps: Deps): UseCase<SubmitManifestInput, SubmissionView> =>
  (context, input) =>
    decideAndCommit(deps, context, async () => {
      const loaded = await loadServer(deps.records, context, input, 'mcp_server.register');
      if (!loaded.ok) return loaded;
      const { stored } = loaded.value;
      if (!mayOwn(context, stored, input)) return refuse('permission_denied');
      const matches = checkIfMatch(context, stored);
      if (!matches.ok) return matches;
      const standing = await standingOf(deps.records, stored);
      const decided = decide(deps, context, standing, input);
      if (!decided.ok) return decided;
      const { reasonCode, reason } = input;
      const told = { eventType: 'mcp_server.registered', action: 'submit', reasonCode, reason } as const;
      return { ok: true, value: submissionDecision(deps, context, standing, decided.value, told) };
    });

// Giving a server to another team is registering one there.
const mayOwn = (
  { principal }: CallContext,
  { record }: Stored<McpServer>,
  { scope, manifest }: SubmitManifestInput,
): boolean =>
  authorize(principal, 'mcp_server.register', {
    ...scope,
    resourceId: record.serverId,
    ownerTeam: manifest.owner.team,
  });

const decide = (
  { clock, ids, hash }: Deps,
  { principal }: CallContext,
  { server, live, pending }: StandingServer,
  input: SubmitManifestInput,
): Result<Submitted> => {
  const manifest = manifestOf(input, input.manifest, hash);
  if (!manifest.ok) return manifest;
  return decideSubmit(server.record, pending?.record, manifest.value, {
    submissionId: ids.mint('submission'),
    actorId: principal.actorId,
    now: clock.now(),
    hash,
    live: live?.record,
  });
};
