import type { ExactJson } from '@govgate/domain';
import {
  DEFINITION_FIELD_NAMES,
  type DefinitionField,
  isToolName,
  isWellFormed,
  type ToolDefinition,
  type UnreadableTool,
} from '@govgate/domain/internal';
import { isJsonObject, type JsonObject } from './json-rpc.js';

/** Deeper nesting breaks code that walks it later. */
const MAX_DEPTH = 64;
/** In one part of a tool: hashing a part is one slice of the approval's work. */
const MOST_VALUES = 20_000;

type TypeCheck = (value: ExactJson) => boolean;
const isText: TypeCheck = (value) => typeof value === 'string';

/** What the protocol says of each part; whatever else a tool has may be anything. */
const TYPES: Readonly<Record<Exclude<DefinitionField, 'other'>, TypeCheck>> = {
  title: isText,
  description: isText,
  inputSchema: isJsonObject,
  outputSchema: isJsonObject,
  annotations: isJsonObject,
  icons: Array.isArray,
  execution: isJsonObject,
  _meta: isJsonObject,
};

export interface ListedTools {
  readonly tools: readonly ToolDefinition[];
  readonly unreadable: readonly UnreadableTool[];
}

/** Reads tools one by one (docs/spec/mcp-servers.md): what is wrong with one of them leaves out that one, and says so. */
export const readTools = (items: readonly ExactJson[]): ListedTools => {
  const names = new Map<string, number>();
  for (const name of items.flatMap((item) => idIn(item) ?? [])) names.set(name, (names.get(name) ?? 0) + 1);
  const tools: ToolDefinition[] = [];
  const unreadable: UnreadableTool[] = [];
  items.forEach((item, index) => {
    const id = idIn(item);
    // Of two tools with one name nobody can say which one is called.
    const field = id === undefined || (names.get(id) ?? 0) > 1 ? 'name' : faultyField(item as JsonObject);
    if (field === undefined) tools.push(item as ToolDefinition);
    else unreadable.push({ toolId: id ?? `#${index + 1}`, field });
  });
  return { tools, unreadable };
};

const idIn = (item: ExactJson): string | undefined =>
  isJsonObject(item) && typeof item.name === 'string' && isToolName(item.name)
    ? item.name.normalize('NFC')
    : undefined;

/** The first part that is missing, of another type, or cannot be stored; in the API's spelling. */
const faultyField = (tool: JsonObject): string | undefined => {
  if (!isJsonObject(tool.inputSchema)) return DEFINITION_FIELD_NAMES.inputSchema;
  const faulty = Object.entries(tool).find(([member, value]) => {
    const hasType = Object.hasOwn(TYPES, member) ? TYPES[member as keyof typeof TYPES] : undefined;
    return value !== null && !((hasType?.(value) ?? true) && isStorable(member) && isStorable(value));
  });
  if (faulty === undefined) return undefined;
  return Object.hasOwn(TYPES, faulty[0]) ? DEFINITION_FIELD_NAMES[faulty[0] as DefinitionField] : 'other';
};

// A value without a canonical form cannot be hashed, and stores cut texts at a NUL.
const isStorable = (part: ExactJson): boolean => {
  let values = 0;
  const isFine = (value: ExactJson, depth: number): boolean => {
    values += 1;
    if (typeof value === 'string') return isWellFormed(value) && !value.includes('\0');
    if (typeof value === 'number') return Number.isFinite(value);
    if (typeof value !== 'object' || value === null) return true;
    if (depth > MAX_DEPTH || values > MOST_VALUES) return false;
    return Array.isArray(value)
      ? value.every((item: ExactJson) => isFine(item, depth + 1))
      : Object.entries(value).every(([key, item]) => isFine(key, depth) && isFine(item, depth + 1));
  };
  return isFine(part, 1) && values <= MOST_VALUES;
};
