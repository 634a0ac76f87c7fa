import {
  type Instant,
  type McpServer,
  type McpServerHealth,
  type McpSubmission,
  type ReadCredential,
  withoutSecrets,
} from '@govgate/domain';
import {
  acceptReadCredential,
  type DriftedTool,
  type LiveSnapshot,
  mcpServerClasses,
  mcpServerHealthClasses,
  mcpSubmissionClasses,
  type ReadCredentialInput,
  UNHEALTHY_FROM,
} from '@govgate/domain/internal';
import {
  type Change,
  mcpServerHealthKind,
  mcpServerKind,
  mcpSubmissionKind,
  type RecordStore,
} from '@govgate/ports';
import { findStored } from '../find-stored.js';
import { eachShown, pairedById, type Shown, withoutNulls } from '../giving.js';
import { defineSection, type TakeFacts, type Written } from '../section.js';
import { checkRegistryNames } from './mcp-registry-names.js';
import { type SubmissionItem, submissionItems, submissionsOf } from './mcp-submissions.js';

/** An MCP server in a bundle. Its credential is write-only: accepted, never exported. Only bundles have `disabledAt`, `driftedTools` and `driftedFields`, and only if not empty. */
export interface McpServerItem extends ReadCredentialInput {
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly disabledAt?: Instant | null;
  readonly driftedTools?: readonly Omit<DriftedTool, 'revocationId'>[];
  readonly driftedFields?: readonly string[];
  readonly submissions: readonly SubmissionItem[];
  readonly health?: Omit<McpServerHealth, 'serverId' | 'tenantId' | 'environmentId' | 'failuresInARow'>;
}

/** MCP servers with all their submissions and last health. The live manifest is derived from the approved submission. */
export const mcpServersSection = defineSection<McpServerItem, McpServer>({
  eventType: 'mcp_server.imported',
  kind: mcpServerKind,
  keyOf: ({ tenantId, environmentId, serverId }) => ({ tenantId, environmentId, id: serverId }),
  take: (item, facts) => {
    const submissions = submissionsOf(item, item.submissions, facts);
    if (submissions.length === 0) facts.note('missing_field', 'submissions');
    const parts: Change[] = submissions.map((record) => ({
      kind: mcpSubmissionKind,
      record,
      expectedVersion: 'any',
    }));
    if (item.health !== undefined)
      parts.push({ kind: mcpServerHealthKind, record: healthOf(item, item.health), expectedVersion: 'any' });
    return { record: serverOf(item, submissions, facts), parts };
  },
  check: async (written, records) => {
    await checkSubmissionIds(written, records);
    await checkRegistryNames(written, records);
  },
  leftovers,
  async *give(records) {
    const servers = eachShown(records, mcpServerKind, mcpServerClasses);
    const healths = eachShown(records, mcpServerHealthKind, mcpServerHealthClasses);
    for await (const [server, health] of pairedById(servers, healths, (record) => record.serverId))
      yield serverItem(server, await storedSubmissions(records, server), health);
  },
});

const serverOf = (
  item: McpServerItem,
  submissions: readonly McpSubmission[],
  facts: TakeFacts<McpServer>,
): McpServer => {
  const { before, now } = facts;
  const live = submissions.find(({ status }) => status === 'approved');
  const shown = (live ?? submissions.at(-1))?.manifest;
  // A live manifest with status `disabled` comes from a disabled server.
  const isDisabled = shown?.registrationStatus === 'disabled';
  return {
    serverId: item.serverId,
    tenantId: item.tenantId,
    environmentId: item.environmentId,
    name: shown?.name ?? '',
    ownerTeam: shown?.owner.team ?? '',
    lastSequence: submissions.at(-1)?.sequence ?? 0,
    pendingSubmissionId: submissions.find(({ status }) => status === 'pending')?.submissionId ?? null,
    liveSnapshot: live === undefined ? null : snapshotOf(live),
    driftedTools: driftedIn(item, before),
    driftedFields: item.driftedFields ?? [],
    readCredential: readCredentialFrom(item, shown?.endpoint, facts),
    disabledAt: item.disabledAt ?? (isDisabled ? (submissions.at(-1)?.submittedAt ?? now) : null),
    createdAt: submissions[0]?.submittedAt ?? before?.createdAt ?? now,
    updatedAt: now,
  };
};

// An omitted one keeps its value, as exports never carry any.
const readCredentialFrom = (
  item: McpServerItem,
  endpoint: string | undefined,
  { before, note }: TakeFacts<McpServer>,
): ReadCredential | null => {
  const accepted = acceptReadCredential(item, endpoint);
  if (accepted.ok) return accepted.value === undefined ? (before?.readCredential ?? null) : accepted.value;
  note('invalid_value', 'readCredentialRef');
  return null;
};

// A revocation belongs to its own feed: one in this feed is kept, as nothing else could lift it; one from elsewhere is restored by the next
// reading.
const driftedIn = (item: McpServerItem, before: McpServer | undefined): DriftedTool[] => {
  const { driftedTools: brought = [] } = item;
  const revoked = (before?.driftedTools ?? []).filter(({ revocationId }) => revocationId !== null);
  const byId = new Map(revoked.map(({ toolId, revocationId }) => [toolId, revocationId]));
  const named = new Set(brought.map(({ toolId }) => toolId));
  return [
    ...brought.map((tool) => ({ ...tool, revocationId: byId.get(tool.toolId) ?? null })),
    ...revoked.filter(({ toolId }) => !named.has(toolId)),
  ];
};

const snapshotOf = (live: McpSubmission): LiveSnapshot => ({
  snapshotId: live.snapshotId ?? '',
  submissionId: live.submissionId,
  manifestHash: live.manifestHash,
  version: live.manifest.version,
  registrationStatus: live.manifest.registrationStatus === 'deprecated' ? 'deprecated' : 'active',
  activatedAt: live.reviewedAt ?? live.submittedAt,
  ...(live.manifest.serverJson && { registryName: live.manifest.serverJson.name }),
});

const FAILURES = { healthy: 0, unknown: 0, degraded: 1, unhealthy: UNHEALTHY_FROM } as const;

// Bundles do not carry the count of failures, so it restarts from the fewest the status implies.
const healthOf = (item: McpServerItem, health: NonNullable<McpServerItem['health']>): McpServerHealth => ({
  serverId: item.serverId,
  tenantId: item.tenantId,
  environmentId: item.environmentId,
  ...health,
  failuresInARow: FAILURES[health.status],
});

const submissionsIn = ({ parts }: Written<McpServer>): McpSubmission[] =>
  parts.flatMap((part) => (part.kind === mcpSubmissionKind && 'record' in part ? [part.record] : []));

/** A submission's identifier is unique in an environment, across servers. */
async function checkSubmissionIds(
  written: readonly Written<McpServer>[],
  records: RecordStore,
): Promise<void> {
  const owners = new Map<string, string>();
  const stored = await findStored(
    records,
    written.flatMap((server) =>
      submissionsIn(server).map(({ submissionId: id }) => ({
        kind: mcpSubmissionKind,
        key: { ...server.key, id },
      })),
    ),
  );
  for (const { record } of stored.values()) {
    const { submissionId, serverId, ...place } = record as McpSubmission;
    owners.set(ownerKey(place, submissionId), serverId);
  }
  for (const server of written) noteForeignIds(server, owners);
}

const noteForeignIds = (server: Written<McpServer>, owners: Map<string, string>): void => {
  const { record, note } = server;
  const seen = new Set<string>();
  for (const [place, { submissionId }] of submissionsIn(server).entries()) {
    const name = ownerKey(record, submissionId);
    const isForeign = (owners.get(name) ?? record.serverId) !== record.serverId;
    if (isForeign || seen.has(name)) note('duplicate_id', 'submissions', place, 'submissionId');
    owners.set(name, record.serverId);
    seen.add(name);
  }
};

const ownerKey = (place: Pick<McpServer, 'tenantId' | 'environmentId'>, id: string): string =>
  JSON.stringify([place.tenantId, place.environmentId, id]);

async function leftovers(written: Written<McpServer>, records: RecordStore): Promise<Change[]> {
  const { record: server } = written;
  const scope = { tenantId: server.tenantId, environmentId: server.environmentId };
  const kept = new Set(submissionsIn(written).map(({ submissionId }) => submissionId));
  const changes: Change[] = [];
  for (const { submissionId: id } of await storedSubmissions(records, server))
    if (!kept.has(id))
      changes.push({ kind: mcpSubmissionKind, removed: { scope, id }, expectedVersion: 'any' });
  if (!written.parts.some(({ kind }) => kind === mcpServerHealthKind))
    changes.push({
      kind: mcpServerHealthKind,
      removed: { scope, id: server.serverId },
      expectedVersion: 'any',
    });
  return changes;
}

const PAGE = 200;

const storedSubmissions = async (
  records: RecordStore,
  { tenantId, environmentId, serverId }: Pick<McpServer, 'tenantId' | 'environmentId' | 'serverId'>,
): Promise<Shown<McpSubmission, typeof mcpSubmissionClasses>[]> => {
  const found: Shown<McpSubmission, typeof mcpSubmissionClasses>[] = [];
  for (let more = true; more; ) {
    const last = found.at(-1);
    const page = await records.page(
      mcpSubmissionKind,
      { tenantId, environmentId },
      {
        where: { is: { serverId } },
        order: { by: 'sequence', direction: 'asc' },
        ...(last === undefined ? {} : { after: { value: last.sequence, id: last.submissionId } }),
        limit: PAGE,
      },
    );
    for (const { record } of page.items)
      found.push(
        withoutSecrets(mcpSubmissionClasses, record) as Shown<McpSubmission, typeof mcpSubmissionClasses>,
      );
    more = page.more;
  }
  return found;
};

const serverItem = (
  server: Shown<McpServer, typeof mcpServerClasses>,
  submissions: readonly Shown<McpSubmission, typeof mcpSubmissionClasses>[],
  health: Shown<McpServerHealth, typeof mcpServerHealthClasses> | undefined,
): McpServerItem => ({
  serverId: server.serverId,
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  ...withoutNulls({ disabledAt: server.disabledAt }, 'disabledAt'),
  ...(server.driftedTools.length === 0
    ? {}
    : { driftedTools: server.driftedTools.map(({ revocationId: _, ...tool }) => tool) }),
  ...(server.driftedFields.length === 0 ? {} : { driftedFields: server.driftedFields }),
  submissions: submissionItems(submissions),
  ...(health === undefined ? {} : { health }),
});
