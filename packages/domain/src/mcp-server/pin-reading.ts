import { canonicalHash, type ExactJson, type Json, type Sha256Hex } from '../canonical-json.js';
import { holdsSecretMaterial } from '../policy/secret-material.js';
import type { ServerDefinition } from './manifest.js';
import { type Shown, showingJson, shownText } from './shown-json.js';
import { type SubmissionFinding, submissionFinding } from './submission-findings.js';
import {
  DEFINITION_FIELD_NAMES,
  type DefinitionField,
  type FieldHashes,
  fieldsOf,
  type JsonObject,
  type LiveReading,
  pinOfAll,
  type ToolDefinition,
  type ToolVariants,
  type UnreadableTool,
} from './tool-definition.js';

/** A live tool by its hashes, with the part of its definition that may be stored and shown. */
export interface PinnedTool {
  /** Its name in NFC. */
  readonly toolId: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** Omitted if it looks like a secret as a whole; so are the following. */
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly icons?: readonly Json[];
  readonly execution?: JsonObject;
  readonly _meta?: JsonObject;
  readonly other?: JsonObject;
  readonly definitionHash: string;
  readonly fieldHashes: FieldHashes;
}

/** A live server's definitions as they may be stored: whole definitions by their hashes, texts without secrets. */
export interface PinnedReading {
  readonly tools: readonly PinnedTool[];
  /** Ids of listed tools that are not among them. */
  readonly unreadable: readonly string[];
  readonly definition: ServerDefinition;
  /** What was omitted, and where. */
  readonly findings: readonly SubmissionFinding[];
}

/** Maximum length of a live server's text when shown, in UTF-16 units. */
const LONGEST_TEXT = 16_384;

/**
 * Pins a live server's definitions (docs/spec/mcp-servers.md). It never refuses: a server must not escape comparison by saying something odd.
 * `hashes` omits the texts: comparing needs none, and scanning a megabyte for secrets is slow. In steps of a few milliseconds, for callers
 * with other work in between: a reading is a stranger's, of up to a megabyte.
 */
export function* pinningReading(
  reading: LiveReading,
  hash: Sha256Hex,
  keep: 'hashes' | 'texts' = 'texts',
): Generator<undefined, PinnedReading> {
  const unreadable = unreadableOf(reading);
  const variants = new Map(reading.variants?.map((variant) => [variant.toolId, variant]));
  const findings = [
    ...unreadable.map(({ toolId, field }) => submissionFinding('unreadable_tool', toolId, field)),
    ...[...variants.values()].flatMap(({ toolId, byRevision }) =>
      byRevision ? [] : submissionFinding('inconsistent_definitions', shownText(toolId).value, 'definition'),
    ),
    ...(reading.variesInstructions === true
      ? [submissionFinding('inconsistent_definitions', null, 'instructions')]
      : []),
  ];
  const { instructions, ...compared } = reading;
  const shown = keep === 'texts' ? reading : compared;
  const tools: PinnedTool[] = [];
  for (const tool of reading.tools.filter(hasOpenName)) {
    tools.push(yield* pinTool(tool, { hash, kept: keep, findings, variants }));
    yield;
  }
  tools.sort(byId);
  return {
    tools,
    unreadable: unreadable.map(({ toolId }) => toolId),
    definition: serverDefinition(shown, instructions, { tools, hash, findings }),
    findings,
  };
}

// A name cannot be omitted, as it is what the tool is called by; so a tool whose name looks like a secret is.
const hasOpenName = ({ name }: ToolDefinition): boolean => !holdsSecretMaterial(name);

const unreadableOf = ({ tools, unreadable = [] }: LiveReading): readonly UnreadableTool[] => [
  ...unreadable.map(({ toolId, field }) => ({ toolId: shownText(toolId).value, field })),
  ...tools.flatMap((tool, index) => (hasOpenName(tool) ? [] : [{ toolId: `#${index + 1}`, field: 'name' }])),
];

// Sorted, so that listing them in another order gives the same manifest.
const byId = (a: PinnedTool, b: PinnedTool): number =>
  a.toolId < b.toolId ? -1 : Number(a.toolId > b.toolId);

interface Pinning {
  readonly hash: Sha256Hex;
  readonly kept: 'hashes' | 'texts';
  readonly findings: SubmissionFinding[];
  readonly variants: ReadonlyMap<string, ToolVariants>;
}

function* pinTool(
  tool: ToolDefinition,
  { hash, kept, findings, variants }: Pinning,
): Generator<undefined, PinnedTool> {
  const toolId = tool.name.normalize('NFC');
  const keep = keeper(toolId, findings);
  const { definitions = [], byRevision } = variants.get(toolId) ?? {};
  const named = { toolId, name: tool.name, ...pinOfAll([tool, ...definitions], hash, byRevision) };
  yield;
  return kept === 'hashes' ? named : { ...named, ...(yield* shownFields(tool, keep)) };
}

function* shownFields(
  tool: ToolDefinition,
  keep: Keeper,
): Generator<undefined, Partial<Pick<PinnedTool, DefinitionField>>> {
  const fields: [string, unknown][] = [];
  for (const [field, part] of Object.entries(fieldsOf(tool))) {
    const name = DEFINITION_FIELD_NAMES[field as DefinitionField];
    const shown = typeof part === 'string' ? keep.text(name, part) : yield* keep.json(name, part);
    if (shown !== undefined) fields.push([field, shown]);
    yield;
  }
  return Object.fromEntries(fields);
}

const given = <Name extends string, T>(name: Name, value: T | undefined): { readonly [K in Name]?: T } =>
  value === undefined ? {} : ({ [name]: value } as { readonly [K in Name]?: T });

type Keeper = ReturnType<typeof keeper>;

const keeper = (toolId: string | null, findings: SubmissionFinding[]) => {
  const noted = <T>(field: string, { value, heldSecret, heldBigInteger = false }: Shown<T>): T => {
    if (heldSecret) findings.push(submissionFinding('secret_material', toolId, field));
    if (heldBigInteger) findings.push(submissionFinding('big_integer', toolId, field));
    return value;
  };
  const text = (field: string, whole: string | undefined): string | undefined => {
    if (whole === undefined) return undefined;
    const shown = noted(field, shownText(whole));
    if (shown.length <= LONGEST_TEXT) return shown;
    findings.push(submissionFinding('text_cut', toolId, field));
    return cut(shown);
  };
  return {
    text,
    *json(field: string, document: ExactJson): Generator<undefined, Json | undefined> {
      return noted(field, yield* showingJson(document));
    },
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
