import { canonicalHash, type Sha256Hex } from '../canonical-json.js';
import { isId } from '../ids.js';
import type { ServerDefinition } from './manifest.js';
import { shownJson, shownText } from './shown-json.js';
import { type SubmissionFinding, submissionFinding } from './submission-findings.js';
import {
  type FieldHashes,
  type JsonObject,
  type LiveReading,
  pinOf,
  type ToolDefinition,
} from './tool-definition.js';

/** A live tool by its hashes, with the part of its definition that may be stored and shown. */
export interface PinnedTool {
  readonly toolId: string;
  /** Without its text if that looks like a secret; nobody can approve such a tool. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Omitted if it looks like a secret as a whole. */
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly definitionHash: string;
  readonly fieldHashes: FieldHashes;
}

/** A live server's definitions as they may be stored: whole definitions by their hashes, texts without secrets. */
export interface PinnedReading {
  readonly tools: readonly PinnedTool[];
  readonly definition: ServerDefinition;
  /** What was omitted, and where. */
  readonly findings: readonly SubmissionFinding[];
}

/** Maximum length of a live server's text when shown, in UTF-16 units. */
const LONGEST_TEXT = 16_384;

/**
 * Pins a live server's definitions (decisions, section 16). It never refuses: a server must not escape comparison by saying something odd.
 * `hashes` omits the texts: comparing needs none, and scanning a megabyte for secrets is slow.
 */
export const pinReading = (
  reading: LiveReading,
  hash: Sha256Hex,
  keep: 'hashes' | 'texts' = 'texts',
): PinnedReading => {
  const findings: SubmissionFinding[] = [];
  const { instructions, ...compared } = reading;
  const shown = keep === 'texts' ? reading : compared;
  const tools = reading.tools.map((tool) => pinTool(tool, { hash, kept: keep, findings })).sort(byId);
  return { tools, definition: serverDefinition(shown, instructions, { tools, hash, findings }), findings };
};

// Sorted, so that listing them in another order gives the same manifest.
const byId = (a: PinnedTool, b: PinnedTool): number =>
  a.toolId < b.toolId ? -1 : Number(a.toolId > b.toolId);

interface Pinning {
  readonly hash: Sha256Hex;
  readonly kept: 'hashes' | 'texts';
  readonly findings: SubmissionFinding[];
}

const pinTool = (tool: ToolDefinition, { hash, kept, findings }: Pinning): PinnedTool => {
  const name = shownText(tool.name);
  // Its name if that is a valid identifier, else one derived from the name's hash.
  const toolId = isId(tool.name) && !name.heldSecret ? tool.name : `tool-${hash(tool.name).slice(0, 16)}`;
  const keep = keeper(toolId, findings);
  const named = { toolId, name: keep.text('name', tool.name) ?? '', ...pinOf(tool, hash) };
  if (kept === 'hashes') return named;
  return {
    ...named,
    ...given('title', keep.text('title', tool.title)),
    ...given('description', keep.text('description', tool.description)),
    ...given('inputSchema', keep.json('input_schema', tool.inputSchema)),
    ...given('outputSchema', keep.json('output_schema', tool.outputSchema)),
    ...given('annotations', keep.json('annotations', tool.annotations)),
  };
};

const given = <Name extends string, T>(name: Name, value: T | undefined): { readonly [K in Name]?: T } =>
  value === undefined ? {} : ({ [name]: value } as { readonly [K in Name]?: T });

const keeper = (toolId: string | null, findings: SubmissionFinding[]) => {
  const told = <T>(
    field: string,
    { value, heldSecret }: { readonly value: T; readonly heldSecret: boolean },
  ): T => {
    if (heldSecret) findings.push(submissionFinding('secret_material', toolId, field));
    return value;
  };
  const text = (field: string, whole: string | undefined): string | undefined => {
    if (whole === undefined) return undefined;
    const shown = told(field, shownText(whole));
    if (shown.length <= LONGEST_TEXT) return shown;
    findings.push(submissionFinding('text_cut', toolId, field));
    return cut(shown);
  };
  return {
    text,
    json: (field: string, document: JsonObject | undefined): JsonObject | undefined =>
      document === undefined ? undefined : told(field, shownJson(document)),
    names: (field: string, names: readonly string[] | undefined): readonly string[] | undefined =>
      names === undefined ? undefined : [...new Set(names.map((name) => text(field, name) ?? ''))].sort(),
  };
};

// Not between the halves of a surrogate pair.
const cut = (text: string): string => text.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, '');

const serverDefinition = (
  shown: LiveReading,
  instructions: string | undefined,
  {
    tools,
    hash,
    findings,
  }: {
    readonly tools: readonly PinnedTool[];
    readonly hash: Sha256Hex;
    readonly findings: SubmissionFinding[];
  },
): ServerDefinition => {
  const keep = keeper(null, findings);
  const instructionsHash = instructions === undefined ? undefined : canonicalHash(instructions, hash);
  const named = {
    ...given('prompts', keep.names('prompts', shown.prompts)),
    ...given('resources', keep.names('resources', shown.resources)),
  };
  const hashes = Object.fromEntries(tools.map(({ toolId, definitionHash }) => [toolId, definitionHash]));
  return {
    definitionHash: canonicalHash({ tools: hashes, instructions: instructionsHash ?? null, ...named }, hash),
    ...given('instructions', keep.text('instructions', shown.instructions)),
    ...given('instructionsHash', instructionsHash),
    ...named,
  };
};
