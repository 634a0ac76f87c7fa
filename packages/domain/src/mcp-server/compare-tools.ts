import { canonicalHash, type Json, type Sha256Hex } from '../canonical-json.js';
import { isPinned } from './governed-tool.js';
import type { ReadFailure } from './health.js';
import type { Manifest, ManifestTool } from './manifest.js';
import type { DriftedTool, UnverifiedReason } from './mcp-server.js';
import type { PinnedReading, PinnedTool } from './pin-reading.js';
import { withSortedSets } from './schema-sets.js';
import { type McpSubmission, reviewedTools } from './submission.js';
import { DEFINITION_FIELD_NAMES, differingParts } from './tool-definition.js';

/** The hash identifying a tool's input schema. */
export const toolSchemaHash = (inputSchema: Json, hash?: Sha256Hex): string =>
  canonicalHash(withSortedSets(inputSchema), hash);

const HASH_REF = /^sha256:[0-9a-f]{64}$/;

/** Limit of unapproved tools recorded per server; the registry allows no further ones to be called. */
const MOST_UNKNOWN = 500;

/** A tool beside its approval. */
export type Compared = Pick<
  DriftedTool,
  'toolId' | 'gatewayStatus' | 'observedHash' | 'changedFields' | 'failureReason'
>;

/** Whether it is not as approved, as far as the server shows. */
export const isDifferent = ({ gatewayStatus, changedFields }: Compared): boolean =>
  gatewayStatus === 'unverified' || changedFields.length > 0;

const approvedTools = (live: McpSubmission): ManifestTool[] =>
  reviewedTools(live).filter(({ gatewayStatus }) => gatewayStatus === 'approved');

const unseenTool = (toolId: string, failureReason: UnverifiedReason): Compared => ({
  toolId,
  gatewayStatus: 'unverified',
  observedHash: '',
  changedFields: [],
  failureReason,
});

/** The approved tools of a server that shows none. */
export const unseenTools = (live: McpSubmission, because: ReadFailure): Compared[] =>
  approvedTools(live).map(({ toolId }) => unseenTool(toolId, because));

/** The approved tools as a server shows them. */
export const compareTools = (live: McpSubmission, reading: PinnedReading, hash: Sha256Hex): Compared[] => {
  const seen = new Map(reading.tools.map((tool) => [tool.toolId, tool]));
  const unreadable = new Set(reading.unreadable);
  const saysOther = instructionsDiffer(live.manifest, reading);
  return approvedTools(live).map((tool) => {
    const toolId = tool.name.normalize('NFC');
    const listed = seen.get(toolId);
    return listed === undefined
      ? unseenTool(tool.toolId, unreadable.has(toolId) ? 'unreadable_tool' : 'not_listed')
      : compare(tool, listed, { saysOther, hash });
  });
};

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
  if (tool.definitionHash !== undefined) {
    if (isPinned(tool.definitionHash, pin.definitionHash)) return [];
    const parts = differingParts(tool.fieldHashes ?? {}, pin.fieldHashes);
    return parts.length > 0 ? parts : ['name'];
  }
  const approved = approvedSchemaHash(tool, hash);
  const isSame = approved === undefined || approved === pin.fieldHashes.inputSchema;
  return isSame ? [] : [DEFINITION_FIELD_NAMES.inputSchema];
};

/** The tools that nobody has reviewed. */
export const unknownTools = (
  live: McpSubmission,
  { tools }: PinnedReading,
  known: ReadonlyMap<string, DriftedTool>,
): Compared[] => {
  const names = new Set(live.manifest.tools.map(({ name }) => name.normalize('NFC')));
  const room = MOST_UNKNOWN - [...known.values()].filter((tool) => tool.gatewayStatus === 'pending').length;
  const unknown = tools
    .filter(({ toolId }) => !names.has(toolId))
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

/** The hash of the approved schema, or undefined if the snapshot has none to compare with. */
const approvedSchemaHash = (tool: ManifestTool, hash?: Sha256Hex): string | undefined => {
  if (tool.inputSchema !== undefined) return toolSchemaHash(tool.inputSchema, hash);
  return HASH_REF.test(tool.inputSchemaRef) ? tool.inputSchemaRef : undefined;
};
