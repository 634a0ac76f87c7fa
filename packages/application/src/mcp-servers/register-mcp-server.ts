import {
  decideSubmit,
  handOf,
  type Manifest,
  manifestFromReading,
  manifestRefusal,
  ok,
  type PinnedReading,
  type Result,
  refuse,
} from '@govgate/domain';
import { mcpServerKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { submissionDecision } from './commit-submission.js';
import { readLive } from './live-reading.js';
import type { ServerRef } from './load-server.js';
import { type ManifestInput, manifestOf } from './manifest-input.js';
import type { ReadLiveDeps } from './read-mcp-tools.js';
import type { SubmissionView } from './submission-view.js';

export interface SubmitManifestInput extends ServerRef {
  readonly manifest: ManifestInput;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

export interface RegisterMcpServerInput extends SubmitManifestInput {
  /** Whether the tools are read from the live server; the manifest then names none. */
  readonly fromLive?: boolean | undefined;
}

/** Registers a server with its first submission, which then waits for its review. */
export const makeRegisterMcpServer =
  (deps: ReadLiveDeps): UseCase<RegisterMcpServerInput, SubmissionView> =>
  (context, input) => {
    let read: Promise<Result<PinnedReading>> | undefined;
    return decideAndCommit(deps, context, {
      admit: () =>
        mayCreate(context, 'mcp_server.register', input.scope, {
          resourceId: input.serverId,
          ownerTeam: input.manifest.owner.team,
        }),
      decide: async () => {
        const { scope, serverId, reasonCode, reason } = input;
        const named = namedManifest(deps, input);
        if (!named.ok) return named;
        if ((await deps.records.get(mcpServerKind, scope, serverId)) !== undefined)
          return refuse('already_exists', 'server_id');
        // Once for the call, however often it is decided anew.
        if (input.fromLive === true) read ??= readFrom(deps, context, input, named.value);
        const reading = await read;
        if (reading?.ok === false) return reading;
        const manifest = reading === undefined ? named : manifestFromReading(named.value, reading.value, []);
        if (!manifest.ok) return manifest;
        const decided = decideSubmit(undefined, undefined, manifest.value, {
          findings: reading?.value.findings ?? [],
          submissionId: deps.ids.mint('submission'),
          by: handOf(context.principal),
          now: deps.clock.now(),
          hash: deps.hash,
        });
        if (!decided.ok) return decided;
        const told = { eventType: 'mcp_server.registered', action: 'register', reasonCode, reason } as const;
        return ok(submissionDecision(deps, context, undefined, decided.value, told));
      },
    });
  };

// Tools are named or read, never both: which of them would count could not be told.
const namedManifest = (deps: ReadLiveDeps, input: RegisterMcpServerInput): Result<Manifest> => {
  const { tools } = input.manifest;
  const areRead = input.fromLive === true;
  if (areRead ? (tools?.length ?? 0) > 0 : tools === undefined)
    return refuse('invalid_request', 'manifest.tools');
  if (areRead && input.manifest.endpoint === undefined) return refuse('invalid_request', 'manifest.endpoint');
  return manifestOf(input, input.manifest, deps.hash);
};

const readFrom = (
  deps: ReadLiveDeps,
  context: CallContext,
  { scope }: RegisterMcpServerInput,
  manifest: Manifest,
): Promise<Result<PinnedReading>> => {
  // What must never be stored is not sent out either.
  const refusal = manifestRefusal(manifest);
  return refusal === undefined
    ? readLive(deps, context, scope, manifest.endpoint ?? '')
    : Promise.resolve(refusal);
};
