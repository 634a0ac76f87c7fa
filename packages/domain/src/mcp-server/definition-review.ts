import { canonicalJson, type Json } from '../canonical-json.js';
import { shownPlainly } from './hidden-characters.js';
import { type Manifest, type ManifestTool, manifestDocument } from './manifest.js';
import type { McpSubmission } from './submission.js';
import type { SubmissionFinding } from './submission-findings.js';
import { DEFINITION_FIELD_NAMES, DEFINITION_FIELDS } from './tool-definition.js';

/** A part of a definition, old beside new. The texts are untrusted: they are displayed, and nothing else. */
export interface ShownChange {
  /** In the API's spelling. */
  readonly field: string;
  /** Null: absent. Invisible characters are written as `\u{…}`. */
  readonly old: string | null;
  readonly new: string | null;
}

export interface ReviewedTool {
  readonly toolId: string;
  readonly change: 'added' | 'changed' | 'removed';
  readonly parts: readonly ShownChange[];
}

/** A reviewer's comparison of a submission: everything that differs from what is approved, and what to notice. */
export interface DefinitionReview {
  readonly server: readonly ShownChange[];
  readonly tools: readonly ReviewedTool[];
  readonly unchangedTools: readonly string[];
  readonly findings: readonly SubmissionFinding[];
}

/** Compares a submission with the approved manifest, definition by definition (docs/spec/mcp-servers.md). */
export const reviewDefinitions = (
  approved: Manifest | undefined,
  submission: Pick<McpSubmission, 'manifest' | 'findings'>,
): DefinitionReview => {
  const before = new Map((approved?.tools ?? []).map((tool) => [tool.toolId, tool]));
  const after = new Map(submission.manifest.tools.map((tool) => [tool.toolId, tool]));
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
  const tools = ids.map((toolId) => reviewedTool(toolId, before.get(toolId), after.get(toolId)));
  return {
    server: [
      ...(approved === undefined
        ? []
        : partsThatDiffer(registrationParts(approved), registrationParts(submission.manifest))),
      ...partsThatDiffer(serverParts(approved), serverParts(submission.manifest)),
    ],
    tools: tools.filter((tool): tool is ReviewedTool => tool.change !== 'none'),
    unchangedTools: tools.filter(({ change }) => change === 'none').map(({ toolId }) => toolId),
    findings: submission.findings,
  };
};

const reviewedTool = (
  toolId: string,
  before: ManifestTool | undefined,
  after: ManifestTool | undefined,
): Omit<ReviewedTool, 'change'> & { readonly change: ReviewedTool['change'] | 'none' } => {
  const parts = partsThatDiffer(toolParts(before), toolParts(after));
  if (before === undefined) return { toolId, change: 'added', parts };
  if (after === undefined) return { toolId, change: 'removed', parts };
  return { toolId, change: parts.length > 0 ? 'changed' : 'none', parts };
};

/** A part as displayed, with its comparison key: the hash of the whole if some of the text was omitted. */
interface Part {
  readonly shown: string;
  readonly compared: string;
}
type Parts = ReadonlyMap<string, Part>;

const toolParts = (tool: ManifestTool | undefined): Parts => {
  if (tool === undefined) return new Map();
  const parts = DEFINITION_FIELDS.flatMap((field): [string, Part][] => {
    const [value, hash] = [tool[field], tool.fieldHashes?.[field]];
    if ((value === undefined || value === '') && hash === undefined) return [];
    const shown = value === undefined ? `[left out: ${hash}]` : textOf(value);
    return [[DEFINITION_FIELD_NAMES[field], { shown, compared: hash ?? shown }]];
  });
  const name = textOf(tool.name);
  return new Map([['name', { shown: name, compared: name }], ...parts]);
};

// Of a first submission they are shown as facts. A deprecation is a submission that differs in its status alone.
const REGISTRATION = ['registration_status', 'name', 'endpoint', 'credential_mode', 'owner', 'docs_url'];

const registrationParts = (manifest: Manifest): Parts => {
  const document = manifestDocument(manifest);
  return new Map(
    REGISTRATION.flatMap((field) => {
      const value = document[field];
      if (value === undefined) return [];
      const shown = textOf(value);
      return [[field, { shown, compared: shown }] as const];
    }),
  );
};

const serverParts = (manifest: Manifest | undefined): Parts => {
  const { instructions, instructionsHash, prompts, resources } = manifest?.definition ?? {};
  const named = Object.entries({ prompts, resources }).flatMap(([field, names]): [string, Part][] => {
    if (names === undefined) return [];
    const shown = names.map(textOf).join('\n');
    return [[field, { shown, compared: shown }]];
  });
  if (instructions === undefined) return new Map(named);
  const shown = textOf(instructions);
  return new Map([['instructions', { shown, compared: instructionsHash ?? shown }], ...named]);
};

const textOf = (value: Json): string =>
  shownPlainly(typeof value === 'string' ? value : canonicalJson(value));

const partsThatDiffer = (before: Parts, after: Parts): ShownChange[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((field) => before.get(field)?.compared !== after.get(field)?.compared)
    .map((field) => ({
      field,
      old: before.get(field)?.shown ?? null,
      new: after.get(field)?.shown ?? null,
    }));
