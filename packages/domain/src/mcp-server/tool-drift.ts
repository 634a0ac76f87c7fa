import { canonicalHash, type Json, type Sha256Hex } from '../canonical-json.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import type { ManifestTool } from './manifest.js';
import type { DriftedTool, McpServer } from './mcp-server.js';
import { type McpSubmission, reviewedTools } from './submission.js';

/** A tool as a live server lists it: its name and the hash of its input schema, nothing more is kept. */
export interface ObservedTool {
  readonly name: string;
  readonly schemaHash: string;
}

/** The hash that a tool's input schema goes by. */
export const toolSchemaHash = (inputSchema: Json, hash?: Sha256Hex): string =>
  canonicalHash(inputSchema, hash);

const HASH_REF = /^sha256:[0-9a-f]{64}$/;

/** The hash of the schema that was approved, or undefined where the snapshot does not hold one to compare with. */
export const approvedSchemaHash = (tool: ManifestTool, hash?: Sha256Hex): string | undefined => {
  if (tool.inputSchema !== undefined) return toolSchemaHash(tool.inputSchema, hash);
  return HASH_REF.test(tool.inputSchemaRef) ? tool.inputSchemaRef : undefined;
};

/**
 * Compares a live server's tools with the approved ones: a tool whose schema hash differs is `changed` and not callable
 * (decisions, section 8). One that equals the approved schema again is no longer drifted; a tool that the server does
 * not list now stays as it was.
 */
export const decideDrift = (
  server: McpServer,
  live: McpSubmission,
  observed: readonly ObservedTool[],
  asked: { readonly now: Instant; readonly hash?: Sha256Hex },
): Decided<McpServer> => {
  const listed = new Map(observed.map((tool) => [tool.name, tool.schemaHash]));
  const driftedTools = reviewedTools(live).flatMap((tool): DriftedTool[] => {
    const known = server.driftedTools.find((drifted) => drifted.toolId === tool.toolId);
    const seen = listed.get(tool.name);
    if (seen === undefined) return known === undefined ? [] : [known];
    const approved = approvedSchemaHash(tool, asked.hash);
    if (approved === undefined || approved === seen) return [];
    if (known?.observedSchemaHash === seen) return [known];
    return [{ toolId: tool.toolId, observedSchemaHash: seen, detectedAt: asked.now }];
  });
  const decided = moved(server, { ...server, driftedTools, updatedAt: asked.now });
  return decided.kind === 'moved' && decided.changedFields.length === 0 ? noChange(server) : decided;
};
