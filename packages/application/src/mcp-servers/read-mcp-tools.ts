import { type McpServer, ok, type ReadCredential, type Result, refuse } from '@govgate/domain';
import {
  contributorOf,
  credentialFor,
  decideSubmit,
  type Manifest,
  manifestFromReading,
  type PinnedReading,
  type ReadCredentialInput,
  reviewedTools,
} from '@govgate/domain/internal';
import { mcpServerKind } from '@govgate/ports';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { admitRecord, presentIfMatch } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type SubmitDeps, submissionDecision } from './commit-submission.js';
import { type CurrentServer, currentServer } from './current-server.js';
import { readOnce } from './live-reading.js';
import { type ServerRef, serverAccess } from './load-server.js';
import { readCredentialOf } from './read-credential-input.js';
import type { SubmissionView } from './submission-view.js';

export interface ReadMcpToolsInput extends ServerRef, ReadCredentialInput {
  /** The submission's version; by default that of the previous manifest. */
  readonly version?: string | undefined;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

/** Dependencies of reading a live server. */
export type ReadLiveDeps = SubmitDeps & Pick<Ports, 'jobQueue' | 'takeQuota' | 'liveReadings'>;

/**
 * Submits a registered server's current definitions (docs/spec/mcp-servers.md): everything else is taken from the pending submission, or from
 * the live one. Definitions unchanged since their approval stay approved; a reviewer decides the rest.
 */
export const makeReadMcpTools =
  (deps: ReadLiveDeps): UseCase<ReadMcpToolsInput, SubmissionView> =>
  (context, input) => {
    const read = readOnce(deps, context, input.scope);
    return decideAndCommit(deps, context, {
      admit: () => admitRecord(deps.records, context, serverAccess(input, 'mcp_server.register')),
      decide: async (admitted) => {
        const request = presentIfMatch(context, admitted);
        if (!request.ok) return request;
        const base = baseOf(await currentServer(deps.records, request.value.stored));
        if (!base.ok) return base;
        const { record } = request.value.stored;
        const { endpoint = '' } = base.value;
        const given = readCredentialOf(context, input, { ...resourceOf(record), endpoint });
        if (!given.ok) return given;
        const readCredential = given.value === undefined ? record.readCredential : given.value;
        const reading = await read(endpoint, credentialFor(readCredential, endpoint));
        if (!reading.ok) return reading;
        return submission(deps, context, {
          input,
          base: base.value,
          reading: reading.value,
          readCredential: given.value,
        });
      },
    });
  };

const resourceOf = ({ tenantId, environmentId, serverId, ownerTeam }: McpServer) => ({
  ...{ tenantId, environmentId, ownerTeam },
  resourceId: serverId,
});

interface LiveReading {
  readonly input: ReadMcpToolsInput;
  readonly base: Manifest;
  readonly reading: PinnedReading;
  readonly readCredential: ReadCredential | null | undefined;
}

// Reading takes time: earlier reads of the store may be out of date.
const submission = async (
  deps: SubmitDeps,
  context: CallContext,
  made: LiveReading,
): Promise<Result<Decision<SubmissionView>>> => {
  const { input } = made;
  const stored = await deps.records.get(mcpServerKind, input.scope, input.serverId);
  if (stored === undefined) return refuse('not_found');
  const current = await currentServer(deps.records, stored);
  const decided = submit(deps, context.principal, { ...made, current });
  if (!decided.ok) return decided;
  const { reasonCode, reason } = input;
  const facts = { eventType: 'mcp_server.registered', action: 'read_tools', reasonCode, reason } as const;
  return ok(submissionDecision(deps, context, { before: current, submitted: decided.value, facts }));
};

const baseOf = ({ live, pending }: CurrentServer): Result<Manifest> => {
  const base = pending?.record.manifest ?? live?.record.manifest;
  if (base === undefined) return refuse('invalid_state');
  return base.endpoint === undefined ? refuse('invalid_request', 'manifest.endpoint') : ok(base);
};

interface ReadingOfServer extends LiveReading {
  readonly current: CurrentServer;
}

const submit = (
  { ids, clock, hash }: SubmitDeps,
  principal: Parameters<typeof contributorOf>[0],
  { current: { server, live, pending }, base, input, reading, readCredential }: ReadingOfServer,
) => {
  const known = live === undefined ? [] : reviewedTools(live.record);
  // Deprecation has an operation of its own.
  const edited = { ...base, registrationStatus: 'active', version: input.version ?? base.version } as const;
  const manifest = manifestFromReading(edited, reading, known);
  return decideSubmit(server.record, pending?.record, manifest, {
    submissionId: ids.mint('submission'),
    by: contributorOf(principal),
    now: clock.now(),
    hash,
    live: live?.record,
    findings: reading.findings,
    readCredential,
  });
};
