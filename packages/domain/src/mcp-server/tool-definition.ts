import { canonicalHash, type ExactJson, type Json, type Sha256Hex, sha256Hex } from '../canonical-json.js';
import { canonicalMembers, canonicalOf, type ReceivedTool, statedMembers } from './canonical-definition.js';

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

type ExactObject = { readonly [key: string]: ExactJson };

/**
 * A tool as defined by a live server, with whatever else the server gives it. Its texts and hints are the server's own and prove nothing.
 */
export type ToolDefinition = ReceivedTool & {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: ExactObject;
  readonly outputSchema?: ExactObject;
  readonly annotations?: ExactObject;
  readonly icons?: readonly ExactJson[];
  readonly execution?: ExactObject;
  readonly _meta?: ExactObject;
};

/** A tool that is listed in a form that cannot be stored or compared. */
export interface UnreadableTool {
  /** Its name, or `#` and its position in the list if it has none. */
  readonly toolId: string;
  /** The first part that is at fault, in the API's spelling. */
  readonly field: string;
}

/** A tool that a server shows to some only, or otherwise to some. */
export interface ToolVariants {
  readonly toolId: string;
  /** The definitions besides the one that is among the tools; none where some do not see it. */
  readonly definitions: readonly ToolDefinition[];
  /** Whether each revision shows the same tool in its own form: then each form counts, and the tool is all of them together. */
  readonly byRevision?: true;
}

/** A live server's statements about itself: all of them are part of its identity (docs/spec/mcp-servers.md). */
export interface LiveReading {
  readonly tools: readonly ToolDefinition[];
  /** Listed tools that no definition could be made of; omitted if there are none. */
  readonly unreadable?: readonly UnreadableTool[];
  readonly instructions?: string;
  /** Tools that the server does not show alike to every client and revision, each time; omitted if there are none. */
  readonly variants?: readonly ToolVariants[];
  /** Whether it says other instructions to some of them. */
  readonly variesInstructions?: boolean;
  /** Names of prompts and resources; omitted if the server did not allow reading them. */
  readonly prompts?: readonly string[];
  readonly resources?: readonly string[];
}

/** The parts of a definition besides the name, which identifies the tool. `other`: members that the protocol does not name. */
export const DEFINITION_FIELDS = [
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'icons',
  'execution',
  '_meta',
  'other',
] as const;
export type DefinitionField = (typeof DEFINITION_FIELDS)[number];

/** The parts in the API's spelling. */
export const DEFINITION_FIELD_NAMES: Readonly<Record<DefinitionField, string>> = {
  title: 'title',
  description: 'description',
  inputSchema: 'input_schema',
  outputSchema: 'output_schema',
  annotations: 'annotations',
  icons: 'icons',
  execution: 'execution',
  _meta: '_meta',
  other: 'other',
};

/** The hash of each present part. */
export type FieldHashes = { readonly [F in DefinitionField]?: string };

/** A definition's identity: a hash of all of it, independent of member order, and one per part. */
export interface DefinitionPin {
  readonly definitionHash: string;
  readonly fieldHashes: FieldHashes;
}

/** Pins a definition: the SHA-256 of its canonical form, and one of each part of it. */
const pinOf = (tool: ToolDefinition, hash: Sha256Hex = sha256Hex): DefinitionPin => {
  const members = canonicalMembers(tool);
  return {
    definitionHash: `sha256:${hash(canonicalOf(members))}`,
    fieldHashes: Object.fromEntries(
      Object.entries(inParts(members, canonicalOf)).map(([field, text]) => [field, `sha256:${hash(text)}`]),
    ),
  };
};

/**
 * Pins a tool that is shown by several definitions: each part by all that are shown of it. By revision each definition counts as approved,
 * else no single one.
 */
export const pinOfAll = (
  tools: readonly ToolDefinition[],
  hash: Sha256Hex = sha256Hex,
  byRevision = false,
): DefinitionPin => {
  const pins = tools.map((tool) => pinOf(tool, hash));
  const hashes = pins.map((pin) => pin.definitionHash);
  const together = (hashes: readonly (string | undefined)[]): string | undefined => {
    const [first, ...others] = [...new Set(hashes)];
    if (others.length === 0) return first;
    return canonicalHash([first ?? '', ...others.map((one) => one ?? '')].sort(), hash);
  };
  return {
    definitionHash: (byRevision ? [...new Set(hashes)].sort().join() : together(hashes)) ?? '',
    fieldHashes: Object.fromEntries(
      DEFINITION_FIELDS.flatMap((field) => {
        const hashed = together(pins.map(({ fieldHashes }) => fieldHashes[field]));
        return hashed === undefined ? [] : [[field, hashed]];
      }),
    ),
  };
};

/** A definition by its parts: what the protocol does not name is in `other`, if there is any. */
export const fieldsOf = (tool: ToolDefinition): { readonly [F in DefinitionField]?: ExactJson } =>
  inParts(statedMembers(tool), (others): ExactJson => others);

const inParts = <T>(
  { name: _, ...parts }: { readonly [member: string]: T },
  together: (others: { readonly [member: string]: T }) => T,
): { readonly [F in DefinitionField]?: T } => {
  const members = Object.entries(parts);
  const others = members.filter(([member]) => !NAMED.has(member));
  return {
    ...Object.fromEntries(members.filter(([member]) => NAMED.has(member))),
    ...(others.length === 0 ? {} : { other: together(Object.fromEntries(others)) }),
  };
};

const NAMED: ReadonlySet<string> = new Set(DEFINITION_FIELDS.filter((field) => field !== 'other'));

/** The parts in which two definitions differ, in the API's spelling. */
export const differingParts = (approved: FieldHashes, seen: FieldHashes): string[] =>
  DEFINITION_FIELDS.filter((field) => approved[field] !== seen[field]).map(
    (field) => DEFINITION_FIELD_NAMES[field],
  );
