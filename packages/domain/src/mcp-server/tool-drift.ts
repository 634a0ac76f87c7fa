import { canonicalHash, type Json, type Sha256Hex } from '../canonical-json.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import type { Manifest, ManifestTool } from './manifest.js';
import type { DriftedTool, McpServer } from './mcp-server.js';
import type { PinnedReading, PinnedTool } from './pin-reading.js';
import { withSortedSets } from './schema-sets.js';
import { type McpSubmission, reviewedTools } from './submission.js';
import { DEFINITION_FIELD_NAMES, differingParts } from './tool-definition.js';

/** The hash identifying a tool's input schema. */
export const toolSchemaHash = (inputSchema: Json, hash?: Sha256Hex): string =>
  canonicalHash(withSortedSets(inputSchema), hash);

const HASH_REF = /^sha256:[0-9a-f]{64}$/;

/** The outcome of reading a live server, except the server's own record. */
export interface Drift {
  readonly decided: Decided<McpServer>;
  /** Tools to revoke now; each is reported for the first time unless it was imported. */
  readonly revoked: readonly DriftedTool[];
  /** Tools that match their approval again, with the revocation to lift. */
  readonly restored: readonly DriftedTool[];
  /** What newly differs in the server itself, and what matches again: names of fields. */
  readonly differing: readonly string[];
  readonly settled: readonly string[];
  /** Whether more is left for another decision. */
  readonly more: boolean;
}

interface DriftAsked {
  readonly now: Instant;
  readonly hash: Sha256Hex;
  readonly newRevocationId: () => string;
}

/** Limit of tools revoked and restored per decision, and so per commit. */
export const DRIFTS_AT_ONCE = 100;
/** Limit of unapproved tools recorded per server; the registry allows no further ones to be called. */
const MOST_UNKNOWN = 500;

/**
 * Compares a live server with what was approved (decisions, section 16). An approved tool whose definition differs in any part is
 * `changed`, one not in the snapshot is `pending`; neither is callable, and each is revoked once. Different instructions change every
 * tool's definition, as a model reads them with each. A tool that matches its approval again is restored; one the server does not list now
 * is unchanged.
 */
export const decideDrift = (
  server: McpServer,
  live: McpSubmission,
  reading: PinnedReading,
  asked: DriftAsked,
): Drift => {
  const seen = new Map(reading.tools.map((tool) => [tool.name, tool]));
  const saysOther = instructionsDiffer(live.manifest, reading);
  const approved = reviewedTools(live).filter(({ gatewayStatus }) => gatewayStatus === 'approved');
  const known = new Map(server.driftedTools.map((tool) => [tool.toolId, tool]));
  const compared = approved.flatMap((tool): Compared[] => {
    const listed = seen.get(tool.name);
    return listed === undefined ? [] : [compare(tool, listed, { saysOther, hash: asked.hash })];
  });
  const drifted = [...compared.filter(isDifferent), ...unknownTools(live, reading, known)];
  const toRevoke = drifted.filter(({ toolId }) => (known.get(toolId)?.revocationId ?? null) === null);
  const revoked = toRevoke.slice(0, DRIFTS_AT_ONCE).map((tool) => ({
    ...(known.get(tool.toolId) ?? { ...tool, detectedAt: asked.now }),
    revocationId: asked.newRevocationId(),
  }));
  const same = new Set(compared.filter((tool) => !isDifferent(tool)).map(({ toolId }) => toolId));
  const toRestore = server.driftedTools.filter(({ toolId }) => same.has(toolId));
  const restored = toRestore.slice(0, DRIFTS_AT_ONCE);
  return {
    decided: decidedBy(
      server,
      { revoked, restored, fields: differingNames(live.manifest, reading) },
      asked.now,
    ),
    revoked,
    restored,
    ...fieldsTold(server, differingNames(live.manifest, reading)),
    more: revoked.length < toRevoke.length || restored.length < toRestore.length,
  };
};

type Compared = Pick<DriftedTool, 'toolId' | 'gatewayStatus' | 'observedHash' | 'changedFields'>;

const isDifferent = ({ changedFields }: Compared): boolean => changedFields.length > 0;

interface Comparison {
  readonly saysOther: boolean;
  readonly hash: Sha256Hex;
}

const compare = (tool: ManifestTool, listed: PinnedTool, { saysOther, hash }: Comparison): Compared => {
  const changedFields = [...changedParts(tool, listed, hash), ...(saysOther ? ['instructions'] : [])];
  return {
    toolId: tool.toolId,
    gatewayStatus: 'changed',
    observedHash: listed.definitionHash,
    changedFields,
  };
};

// For a tool described by hand, only the schema is known to be the server's.
const changedParts = (tool: ManifestTool, pin: PinnedTool, hash: Sha256Hex): string[] => {
  if (tool.definitionHash !== undefined)
    return tool.definitionHash === pin.definitionHash
      ? []
      : differingParts(tool.fieldHashes ?? {}, pin.fieldHashes);
  const approved = approvedSchemaHash(tool, hash);
  const isSame = approved === undefined || approved === pin.fieldHashes.inputSchema;
  return isSame ? [] : [DEFINITION_FIELD_NAMES.inputSchema];
};

const unknownTools = (
  live: McpSubmission,
  { tools }: PinnedReading,
  known: ReadonlyMap<string, DriftedTool>,
): Compared[] => {
  const names = new Set(live.manifest.tools.map(({ name }) => name));
  const room = MOST_UNKNOWN - [...known.values()].filter((tool) => tool.gatewayStatus === 'pending').length;
  const unknown = tools
    .filter(({ name }) => !names.has(name))
    .map(
      ({ toolId, definitionHash }): Compared => ({
        toolId,
        gatewayStatus: 'pending',
        observedHash: definitionHash,
        changedFields: ['name'],
      }),
    );
  const isKnown = ({ toolId }: Compared): boolean => known.has(toolId);
  return [
    ...unknown.filter(isKnown),
    ...unknown.filter((tool) => !isKnown(tool)).slice(0, Math.max(0, room)),
  ];
};

// A hand-written manifest says nothing about a server's instructions.
const instructionsDiffer = ({ definition }: Manifest, seen: PinnedReading): boolean =>
  definition !== undefined && definition.instructionsHash !== seen.definition.instructionsHash;

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

const fieldsTold = (
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
    fields,
  }: Pick<Drift, 'revoked' | 'restored'> & { readonly fields: ReadonlyMap<string, boolean> },
  now: Instant,
): Decided<McpServer> => {
  const replaced = new Set([...revoked, ...restored].map(({ toolId }) => toolId));
  const driftedTools = [...server.driftedTools.filter(({ toolId }) => !replaced.has(toolId)), ...revoked];
  const { differing, settled } = fieldsTold(server, fields);
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

/** The hash of the approved schema, or undefined if the snapshot has none to compare with. */
const approvedSchemaHash = (tool: ManifestTool, hash?: Sha256Hex): string | undefined => {
  if (tool.inputSchema !== undefined) return toolSchemaHash(tool.inputSchema, hash);
  return HASH_REF.test(tool.inputSchemaRef) ? tool.inputSchemaRef : undefined;
};
