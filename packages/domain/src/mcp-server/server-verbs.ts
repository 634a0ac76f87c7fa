import { allowedActions, defineActions, mayOn } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import { contributorOf } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { ok, type Result } from '../result.js';
import { type Verbs, verbActions } from '../verb/verbs.js';
import type { Manifest } from './manifest.js';
import type { McpServer } from './mcp-server.js';
import { registrationActions, serverSwitchMachine, submissionActions } from './mcp-server.machine.js';
import { isSubmitter } from './review-submission.js';
import type { McpSubmission } from './submission.js';

/** Disables a server, which stops all calls; idempotent. */
export const decideDisableServer = (
  server: McpServer,
  { now }: { readonly now: Instant },
): Result<Decided<McpServer>> =>
  ok(
    server.disabledAt === null
      ? moved(server, { ...server, disabledAt: now, updatedAt: now })
      : noChange(server),
  );

/** Allows calls again, as far as the live snapshot does. */
export const decideEnableServer = (
  server: McpServer,
  { now }: { readonly now: Instant },
): Result<Decided<McpServer>> =>
  ok(
    server.disabledAt === null
      ? noChange(server)
      : moved(server, { ...server, disabledAt: null, updatedAt: now }),
  );

/** The verbs of a server. */
export const serverVerbs = {
  disable: {
    permission: 'mcp_server.disable',
    eventType: 'mcp_server.disabled',
    summary: 'Stops all calls to an MCP server',
    decide: decideDisableServer,
  },
  enable: {
    permission: 'mcp_server.disable',
    eventType: 'mcp_server.enabled',
    summary: 'Allows calls to an MCP server again',
    decide: decideEnableServer,
  },
} as const satisfies Verbs<McpServer, { readonly now: Instant }>;

const serverSwitchActions = defineActions(serverSwitchMachine, [
  ...verbActions(serverVerbs, ['disable', 'enable']),
]);

/** What the caller may do with a server now, sorted. A pending deprecation cannot be requested again. */
export const mcpServerAllowedActions = (
  principal: Principal,
  server: McpServer,
  pending: { readonly manifest: Pick<Manifest, 'registrationStatus'> } | undefined,
): string[] => {
  const may = mayOn(principal, targetOf(server));
  const registration = { state: server.liveSnapshot?.registrationStatus ?? 'draft', facts: {} } as const;
  const current = { state: server.disabledAt === null ? 'enabled' : 'disabled', facts: {} } as const;
  return [
    ...allowedActions(registrationActions, registration, may),
    ...allowedActions(serverSwitchActions, current, may),
  ]
    .filter((action) => action !== 'deprecate' || pending?.manifest.registrationStatus !== 'deprecated')
    .sort();
};

/** What the caller may do with a submission now, sorted. Under four eyes, approval is not offered to its submitter. */
export const submissionAllowedActions = (
  principal: Principal,
  server: McpServer,
  submission: Pick<McpSubmission, 'status' | 'hands' | 'submittedBy'>,
  rules: { readonly fourEyes: boolean },
): string[] => {
  const facts = { another_person: !(rules.fourEyes && isSubmitter(submission, contributorOf(principal))) };
  const now = { state: submission.status, facts };
  return allowedActions(submissionActions, now, mayOn(principal, targetOf(server)));
};

const targetOf = (server: McpServer) => ({
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  resourceId: server.serverId,
  ownerTeam: server.ownerTeam,
});
