import {
  decideSubmit,
  handOf,
  type Manifest,
  manifestFromReading,
  manifestRefusal,
  ok,
  type Result,
  refuse,
  type SubmissionFinding,
} from '@govgate/domain';
import { mcpServerKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { submissionDecision } from './commit-submission.js';
import { readOnce } from './live-reading.js';
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
  /** Whether the tools are read from the live server; the manifest then lists none. */
  readonly fromLive?: boolean | undefined;
}

/** Registers a server with its first submission, pending review. */
export const makeRegisterMcpServer =
  (deps: ReadLiveDeps): UseCase<RegisterMcpServerInput, SubmissionView> =>
  (context, input) => {
    const read = readOnce(deps, context, input.scope);
    return decideAndCommit(deps, context, {
      admit: () =>
        mayCreate(context, 'mcp_server.register', {
          ...input.scope,
          resourceId: input.serverId,
          ownerTeam: input.manifest.owner.team,
        }),
      decide: async () => {
        const named = namedManifest(deps, input);
        if (!named.ok) return named;
        if ((await deps.records.get(mcpServerKind, input.scope, input.serverId)) !== undefined)
          return refuse('already_exists', 'server_id');
        if (input.fromLive !== true) return registration(deps, context, { input, manifest: named.value });
        const reading = await read(named.value.endpoint ?? '');
        if (!reading.ok) return reading;
        const manifest = manifestFromReading(named.value, reading.value, []);
        return registration(deps, context, { input, manifest, findings: reading.value.findings });
      },
    });
  };

interface Registration {
  readonly input: RegisterMcpServerInput;
  readonly manifest: Manifest;
  readonly findings?: readonly SubmissionFinding[];
}

const registration = (
  deps: ReadLiveDeps,
  context: CallContext,
  { input: { reasonCode, reason }, manifest, findings = [] }: Registration,
): Result<Decision<SubmissionView>> => {
  const decided = decideSubmit(undefined, undefined, manifest, {
    findings,
    submissionId: deps.ids.mint('submission'),
    by: handOf(context.principal),
    now: deps.clock.now(),
    hash: deps.hash,
  });
  if (!decided.ok) return decided;
  const told = { eventType: 'mcp_server.registered', action: 'register', reasonCode, reason } as const;
  return ok(submissionDecision(deps, context, { before: undefined, submitted: decided.value, told }));
};

// Tools are either listed or read, never both: it would be unclear which count. What must never be stored is not sent out either.
const namedManifest = (deps: ReadLiveDeps, input: RegisterMcpServerInput): Result<Manifest> => {
  const { tools, endpoint } = input.manifest;
  const areRead = input.fromLive === true;
  if (areRead ? (tools?.length ?? 0) > 0 : tools === undefined)
    return refuse('invalid_request', 'manifest.tools');
  if (areRead && endpoint === undefined) return refuse('invalid_request', 'manifest.endpoint');
  const manifest = manifestOf(input, input.manifest, deps.hash);
  if (!manifest.ok) return manifest;
  return manifestRefusal(manifest.value) ?? manifest;
};
