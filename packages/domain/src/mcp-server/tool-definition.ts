import { canonicalHash, type Json, type Sha256Hex } from '../canonical-json.js';

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** A tool as defined by a live server. Its texts and hints are the server's own and prove nothing. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
}

/** A live server's statements about itself: all of them are part of its identity (decisions, section 16). */
export interface LiveReading {
  readonly tools: readonly ToolDefinition[];
  readonly instructions?: string;
  /** Names of prompts and resources; omitted if the server did not allow reading them. */
  readonly prompts?: readonly string[];
  readonly resources?: readonly string[];
}

/** The parts of a definition besides the name, which identifies the tool. */
export const DEFINITION_FIELDS = [
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
] as const;
export type DefinitionField = (typeof DEFINITION_FIELDS)[number];

/** The parts in the API's spelling. */
export const DEFINITION_FIELD_NAMES: Readonly<Record<DefinitionField, string>> = {
  title: 'title',
  description: 'description',
  inputSchema: 'input_schema',
  outputSchema: 'output_schema',
  annotations: 'annotations',
};

/** The hash of each present part. */
export type FieldHashes = { readonly [F in DefinitionField]?: string };

/** A definition's identity: a hash of all of it, independent of member order, and one per part. */
export interface DefinitionPin {
  readonly definitionHash: string;
  readonly fieldHashes: FieldHashes;
}

/** Pins a definition: the SHA-256 of the RFC 8785 form of name, title, description, both schemas and annotations. */
export const pinOf = (tool: ToolDefinition, hash?: Sha256Hex): DefinitionPin => {
  const given = DEFINITION_FIELDS.flatMap((field) => {
    const part = tool[field];
    return part === undefined ? [] : [[field, part] as const];
  });
  return {
    definitionHash: canonicalHash({ name: tool.name, ...Object.fromEntries(given) }, hash),
    fieldHashes: Object.fromEntries(given.map(([field, part]) => [field, canonicalHash(part, hash)])),
  };
};

/** The parts in which two definitions differ, in the API's spelling. */
export const differingParts = (approved: FieldHashes, seen: FieldHashes): string[] =>
  DEFINITION_FIELDS.filter((field) => approved[field] !== seen[field]).map(
    (field) => DEFINITION_FIELD_NAMES[field],
  );
