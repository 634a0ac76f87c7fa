import type { Sha256Hex } from '../canonical-json.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { type Compared, compareTools, isDifferent, unknownTools, unseenTools } from './compare-tools.js';
import type { ReadFailure } from './health.js';
import type { Manifest } from './manifest.js';
import type { DriftedTool, McpServer } from './mcp-server.js';
import type { PinnedReading } from './pin-reading.js';
import { isGraceOver } from './server-reading.js';
import type { McpSubmission } from './submission.js';

/** The outcome of reading a live server, except the server's own record. */
export interface Drift {
  readonly decided: Decided<McpServer>;
  /** Tools that may not be called from now on; each is reported for the first time unless it was imported. */
  readonly revoked: readonly DriftedTool[];
  /** Tools that match their approval again, with the revocation to lift, if there is one. */
  readonly restored: readonly DriftedTool[];
  /** Tools that cannot be compared with their approval, reported for the first time. */
  readonly unverified: readonly DriftedTool[];
  /** What newly differs in the server itself, and what matches again: names of fields. */
  readonly differing: readonly string[];
  readonly settled: readonly string[];
  /** Whether more is left for another decision. */
  readonly more: boolean;
}

/** What reading a live server gave: its list, or why it shows none. */
export type SeenServer = PinnedReading | ReadFailure;

interface DriftRequest {
  readonly now: Instant;
  readonly hash: Sha256Hex;
  readonly newRevocationId: () => string;
  /** How long a tool that cannot be compared may still be called. */
  readonly graceSeconds: number;
  /** Whether the server's list was ever read; a server that nobody could ever read was approved without. */
  readonly wasListed: boolean;
}

/** Limit of tools revoked and restored per decision, and so per commit. */
export const DRIFTS_AT_ONCE = 100;
/**
 * Compares a live server with what was approved (docs/spec/mcp-servers.md). An approved tool whose definition differs in any part is
 * `changed`, one not in the snapshot is `pending`; neither is callable, and each is revoked once. Different instructions change every
 * tool's definition, as a model reads them with each. An approved tool that the server does not show is `unverified`, and revoked after the
 * grace: a server must not keep a tool callable by hiding it. A tool that matches its approval again is restored.
 */
export const decideDrift = (
  server: McpServer,
  live: McpSubmission,
  seen: SeenServer,
  request: DriftRequest,
): Drift => {
  const known = new Map(server.driftedTools.map((tool) => [tool.toolId, tool]));
  const compared =
    typeof seen === 'string' ? unseenOf(live, seen, request) : compareTools(live, seen, request.hash);
  const unknown = typeof seen === 'string' ? [] : unknownTools(live, seen, known);
  const entries = [...compared.filter(isDifferent), ...unknown].flatMap(
    (tool) => entryOf(tool, known.get(tool.toolId), { ...request, seen }) ?? [],
  );
  const unverified = entries.filter(mayBeCalled);
  const toRevoke = entries.filter((tool) => !mayBeCalled(tool));
  const revoked = toRevoke.slice(0, DRIFTS_AT_ONCE);
  const same = new Set(compared.filter((tool) => !isDifferent(tool)).map(({ toolId }) => toolId));
  const toRestore = server.driftedTools.filter(({ toolId }) => same.has(toolId));
  const restored = toRestore.slice(0, DRIFTS_AT_ONCE);
  const fields = typeof seen === 'string' ? new Map() : differingNames(live.manifest, seen);
  return {
    decided: decidedBy(server, { revoked, restored, unverified, fields }, request.now),
    revoked,
    restored,
    unverified,
    ...fieldsReported(server, fields),
    more: revoked.length < toRevoke.length || restored.length < toRestore.length,
  };
};

const unseenOf = (live: McpSubmission, because: ReadFailure, { wasListed }: DriftRequest): Compared[] =>
  wasListed || live.manifest.definition !== undefined ? unseenTools(live, because) : [];

const mayBeCalled = ({ gatewayStatus, revocationId }: DriftedTool): boolean =>
  gatewayStatus === 'unverified' && revocationId === null;

/** A drifted tool as it is recorded from now on; undefined if nothing about it is new. */
const entryOf = (
  tool: Compared,
  known: DriftedTool | undefined,
  { now, newRevocationId, graceSeconds, seen }: DriftRequest & { readonly seen: SeenServer },
): DriftedTool | undefined => {
  if (tool.gatewayStatus !== 'unverified') {
    if (known === undefined || known.gatewayStatus === 'unverified')
      return { ...tool, detectedAt: now, revocationId: known?.revocationId ?? newRevocationId() };
    return known.revocationId === null ? { ...known, revocationId: newRevocationId() } : undefined;
  }
  if (known === undefined) return { ...tool, detectedAt: now, revocationId: null };
  const failureReason = typeof seen === 'string' ? seen : '';
  return isGraceOver(known, { failureReason, now, graceSeconds })
    ? { ...known, revocationId: newRevocationId() }
    : undefined;
};

const differingNames = ({ definition }: Manifest, reading: PinnedReading): ReadonlyMap<string, boolean> => {
  const fields = new Map<string, boolean>();
  for (const field of ['prompts', 'resources'] as const) {
    const [approved, seen] = [definition?.[field], reading.definition[field]];
    // What could not be read then or now counts as no difference.
    if (approved === undefined || seen === undefined) continue;
    fields.set(field, JSON.stringify(approved) !== JSON.stringify(seen));
  }
  return fields;
};

const fieldsReported = (
  server: McpServer,
  fields: ReadonlyMap<string, boolean>,
): Pick<Drift, 'differing' | 'settled'> => ({
  differing: [...fields].flatMap(([name, differs]) =>
    differs && !server.driftedFields.includes(name) ? [name] : [],
  ),
  settled: [...fields].flatMap(([name, differs]) =>
    !differs && server.driftedFields.includes(name) ? [name] : [],
  ),
});

const decidedBy = (
  server: McpServer,
  {
    revoked,
    restored,
    unverified,
    fields,
  }: Pick<Drift, 'revoked' | 'restored' | 'unverified'> & { readonly fields: ReadonlyMap<string, boolean> },
  now: Instant,
): Decided<McpServer> => {
  const replaced = new Set([...revoked, ...restored, ...unverified].map(({ toolId }) => toolId));
  const kept = server.driftedTools.filter(({ toolId }) => !replaced.has(toolId));
  const driftedTools = [...kept, ...unverified, ...revoked];
  const { differing, settled } = fieldsReported(server, fields);
  const driftedFields = [
    ...server.driftedFields.filter((name) => !settled.includes(name)),
    ...differing,
  ].sort();
  const decided = moved(
    server,
    { ...server, driftedTools, driftedFields, updatedAt: now },
    revoked.length > 0,
  );
  return decided.kind === 'moved' && decided.changedFields.length === 0 ? noChange(server) : decided;
};
