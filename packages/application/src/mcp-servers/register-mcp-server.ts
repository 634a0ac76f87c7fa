import { decideSubmit, handOf, refuse } from '@govgate/domain';
import { mcpServerKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { type SubmitDeps, submissionDecision } from './commit-submission.js';
import type { ServerRef } from './load-server.js';
import { type ManifestInput, manifestOf } from './manifest-input.js';
import type { SubmissionView } from './submission-view.js';

export interface SubmitManifestInput extends ServerRef {
  readonly manifest: ManifestInput;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

/** Registers a server with its first submission, which then waits for its review. */
export const makeRegisterMcpServer =
  (deps: SubmitDeps): UseCase<SubmitManifestInput, SubmissionView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      admit: () =>
        mayCreate(context, 'mcp_server.register', input.scope, {
          resourceId: input.serverId,
          ownerTeam: input.manifest.owner.team,
        }),
      decide: async () => {
        const { scope, serverId, reasonCode, reason } = input;
        const manifest = manifestOf(input, input.manifest, deps.hash);
        if (!manifest.ok) return manifest;
        const decided = decideSubmit(undefined, undefined, manifest.value, {
          submissionId: deps.ids.mint('submission'),
          by: handOf(context.principal),
          now: deps.clock.now(),
          hash: deps.hash,
        });
        if (!decided.ok) return decided;
        if ((await deps.records.get(mcpServerKind, scope, serverId)) !== undefined)
          return refuse('already_exists', 'server_id');
        const told = { eventType: 'mcp_server.registered', action: 'register', reasonCode, reason } as const;
        return { ok: true, value: submissionDecision(deps, context, undefined, decided.value, told) };
      },
    });
