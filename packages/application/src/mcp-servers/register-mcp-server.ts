import { ok, type ReadCredential, type Result, refuse } from '@govgate/domain';
import {
  contributorOf,
  decideSubmit,
  type Manifest,
  manifestFromReading,
  manifestRefusal,
  type ReadCredentialInput,
  type SubmissionFinding,
} from '@govgate/domain/internal';
import { mcpServerKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { submissionDecision } from './commit-submission.js';
import { readOnce } from './live-reading.js';
import type { ServerRef } from './load-server.js';
import { type ManifestInput, manifestOf } from './manifest-input.js';
import { readCredentialOf } from './read-credential-input.js';
import type { ReadLiveDeps } from './read-mcp-tools.js';
import { freeRegistryName } from './server-json/registry-name.js';
import type { SubmissionView } from './submission-view.js';

export interface SubmitManifestInput extends ServerRef, ReadCredentialInput {
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
      admit: () => mayCreate(context, 'mcp_server.register', resourceOf(input)),
      decide: async () => {
        const named = namedManifest(deps, input);
        if (!named.ok) return named;
        if ((await deps.records.get(mcpServerKind, input.scope, input.serverId)) !== undefined)
          return refuse('already_exists', 'server_id');
        const free = await freeRegistryName(deps.records, named.value);
        if (!free.ok) return free;
        const made = await filled(context, { input, manifest: named.value }, read);
        return made.ok ? registration(deps, context, made.value) : made;
      },
    });
  };

/** The manifest with its tools, which the worker reads where the caller lists none. */
const filled = async (
  context: CallContext,
  { input, manifest }: Pick<Registration, 'input' | 'manifest'>,
  read: ReturnType<typeof readOnce>,
): Promise<Result<Registration>> => {
  const { endpoint = '' } = manifest;
  const credential = readCredentialOf(context, input, {
    ...resourceOf(input),
    endpoint: manifest.endpoint,
  });
  if (!credential.ok) return credential;
  const { value: readCredential } = credential;
  if (input.fromLive !== true) return ok({ input, manifest, readCredential });
  const reading = await read(endpoint, readCredential ?? null);
  if (!reading.ok) return reading;
  const { findings } = reading.value;
  return ok({ input, manifest: manifestFromReading(manifest, reading.value, []), readCredential, findings });
};

const resourceOf = ({ scope, serverId, manifest }: RegisterMcpServerInput) => ({
  ...scope,
  resourceId: serverId,
  ownerTeam: manifest.owner.team,
});

interface Registration {
  readonly input: RegisterMcpServerInput;
  readonly manifest: Manifest;
  readonly readCredential: ReadCredential | null | undefined;
  readonly findings?: readonly SubmissionFinding[];
}

const registration = (
  deps: ReadLiveDeps,
  context: CallContext,
  { input: { reasonCode, reason }, manifest, readCredential, findings = [] }: Registration,
): Result<Decision<SubmissionView>> => {
  const decided = decideSubmit(undefined, undefined, manifest, {
    findings,
    readCredential,
    submissionId: deps.ids.mint('submission'),
    by: contributorOf(context.principal),
    now: deps.clock.now(),
    hash: deps.hash,
  });
  if (!decided.ok) return decided;
  const facts = { eventType: 'mcp_server.registered', action: 'register', reasonCode, reason } as const;
  return ok(submissionDecision(deps, context, { before: undefined, submitted: decided.value, facts }));
};

// Tools are either listed or read, never both: it would be unclear which count. What must never be stored is not sent out either.
const namedManifest = (deps: ReadLiveDeps, input: RegisterMcpServerInput): Result<Manifest> => {
  const { tools } = input.manifest;
  const areRead = input.fromLive === true;
  if (areRead ? (tools?.length ?? 0) > 0 : tools === undefined)
    return refuse('invalid_request', 'manifest.tools');
  const manifest = manifestOf(input, input.manifest, deps.hash);
  if (!manifest.ok) return manifest;
  if (areRead && manifest.value.endpoint === undefined) return refuse('invalid_request', 'manifest.endpoint');
  return manifestRefusal(manifest.value) ?? manifest;
};
