import type { Json } from '../canonical-json.js';
import { hidesCharacters, turnsDirection } from './hidden-characters.js';
import { lookAlikeNames } from './look-alike-names.js';
import type { Manifest, ManifestTool } from './manifest.js';
import { speaksToModel } from './model-instructions.js';
import { DEFINITION_FIELD_NAMES, DEFINITION_FIELDS } from './tool-definition.js';

export const SUBMISSION_FINDING_CODES = [
  'invisible_characters',
  'bidirectional_characters',
  'model_instructions',
  'secret_material',
  'text_cut',
  'big_integer',
  'unreadable_tool',
  'look_alike_name',
  'inconsistent_definitions',
] as const;
export type SubmissionFindingCode = (typeof SUBMISSION_FINDING_CODES)[number];

export const SUBMISSION_FINDING_SEVERITIES = ['info', 'warning'] as const;

/** What a reviewer should notice (docs/spec/mcp-servers.md). It names the place, never its content. */
export interface SubmissionFinding {
  readonly severity: (typeof SUBMISSION_FINDING_SEVERITIES)[number];
  readonly code: SubmissionFindingCode;
  /** Null: it concerns the server itself. */
  readonly toolId: string | null;
  /** In the API's spelling. */
  readonly field: string;
}

/**
 * Properties of a manifest's texts that a reviewer would not notice by reading them. What was omitted from it is reported when it is read.
 */
export const findingsOf = (manifest: Manifest): SubmissionFinding[] => [
  ...lookAlikes(manifest.tools),
  ...textFindings(null, 'name', manifest.name),
  ...textFindings(null, 'instructions', manifest.definition?.instructions ?? ''),
  ...(manifest.definition?.prompts ?? []).flatMap((name) => textFindings(null, 'prompts', name)).slice(0, 1),
  ...(manifest.definition?.resources ?? [])
    .flatMap((name) => textFindings(null, 'resources', name))
    .slice(0, 1),
  ...manifest.tools.flatMap(toolFindings),
];

const lookAlikes = (tools: readonly ManifestTool[]): SubmissionFinding[] => {
  const alike = lookAlikeNames(tools.map(({ name }) => name));
  return tools.flatMap(({ toolId, name }) =>
    alike.has(name) ? [submissionFinding('look_alike_name', toolId, 'name')] : [],
  );
};

/** A finding that is a warning. */
export const submissionFinding = (
  code: SubmissionFindingCode,
  toolId: string | null,
  field: string,
): SubmissionFinding => ({ severity: 'warning', code, toolId, field });

const toolFindings = (tool: ManifestTool): SubmissionFinding[] => [
  ...textFindings(tool.toolId, 'name', tool.name),
  ...textFindings(tool.toolId, 'title', tool.title ?? ''),
  ...textFindings(tool.toolId, 'description', tool.description),
  ...JSON_FIELDS.flatMap((field) =>
    textFindings(tool.toolId, DEFINITION_FIELD_NAMES[field], textsOf(tool[field] ?? null).join('\n')),
  ),
];

const JSON_FIELDS = DEFINITION_FIELDS.filter((field) => field !== 'title' && field !== 'description');

const textFindings = (toolId: string | null, field: string, text: string): SubmissionFinding[] => {
  if (text === '') return [];
  const speaks = speaksToModel(text);
  return [
    ...(hidesCharacters(text) ? [submissionFinding('invisible_characters', toolId, field)] : []),
    ...(turnsDirection(text) ? [submissionFinding('bidirectional_characters', toolId, field)] : []),
    ...(speaks === undefined
      ? []
      : [{ ...submissionFinding('model_instructions', toolId, field), severity: speaks }]),
  ];
};

// Keys too: a model reads them like the values.
const textsOf = (value: Json): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsOf(member as Json)]);
};
