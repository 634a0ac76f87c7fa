import type { Json } from '@govgate/domain';
import { hintsOf, type Manifest, type ManifestTool, shownPlainly } from '@govgate/domain/internal';
import { type Widened, widened } from './widened-schema.js';

/** What made an approved tool more dangerous. */
export const RISK_RISE_CODES = [
  'scope_added',
  'hint_withdrawn',
  'argument_added',
  'argument_optional',
  'values_widened',
] as const;

/** One of them, and where: a part of the definition, and a place in it. */
export interface RiskRise {
  readonly toolId: string;
  readonly code: (typeof RISK_RISE_CODES)[number];
  readonly field: string;
}

/** No reviewer reads more of a tool. */
const MOST_OF_A_TOOL = 50;

/** What a submission asks more of an approved tool: wider scopes, hints that are gone, and arguments that allow more. */
export const riskRises = (approved: Manifest | undefined, submitted: Manifest): readonly RiskRise[] => {
  const before = new Map((approved?.tools ?? []).map((tool) => [tool.toolId, tool]));
  return submitted.tools.flatMap((tool) => {
    const old = before.get(tool.toolId);
    return old === undefined ? [] : risesOf(old, tool).slice(0, MOST_OF_A_TOOL);
  });
};

const risesOf = (old: ManifestTool, now: ManifestTool): readonly RiskRise[] => {
  const rise = (code: RiskRise['code'], field: string): RiskRise => ({
    toolId: now.toolId,
    code,
    // Names of arguments are the server's own words.
    field: shownPlainly(field),
  });
  return [
    ...scopesAdded(old, now).map((field) => rise('scope_added', field)),
    ...hintsWithdrawn(old, now).map((hint) => rise('hint_withdrawn', `annotations/${hint}`)),
    ...widened(old.inputSchema, now.inputSchema ?? (old.inputSchema && {})).map(({ code, place }: Widened) =>
      rise(code, place === '' ? 'input_schema' : `input_schema/${place}`),
    ),
  ];
};

/** What makes a tool harmless as long as its server says so. */
const REASSURING = {
  readOnlyHint: true,
  destructiveHint: false,
  openWorldHint: false,
} as const;

const hintsWithdrawn = (old: ManifestTool, now: ManifestTool): readonly string[] => {
  const [before, after] = [hintsOf(old.annotations), hintsOf(now.annotations)];
  return (Object.keys(REASSURING) as (keyof typeof REASSURING)[]).filter(
    (hint) => before?.[hint] === REASSURING[hint] && after?.[hint] !== REASSURING[hint],
  );
};

/** Where servers say which scopes a call wants: `_meta`, `execution`, or a member of their own such as `securitySchemes`. */
const PARTS = ['_meta', 'execution', 'annotations', 'other'] as const;
const NAMES_SCOPES = /^(required|oauth)?[_-]?scopes?$/i;

const scopesAdded = (old: ManifestTool, now: ManifestTool): readonly string[] =>
  PARTS.filter((part) => {
    const before = new Set(scopesIn(old[part]));
    return scopesIn(now[part]).some((scope) => !before.has(scope));
  });

const scopesIn = (value: Json | undefined): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(scopesIn);
  return Object.entries(value).flatMap(([key, below]) =>
    NAMES_SCOPES.test(key) ? wordsIn(below) : scopesIn(below),
  );
};

/** Scopes as a list, as the keys of an object, or as OAuth's text with blanks between them. */
const wordsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return value.split(/\s+/).filter((word) => word !== '');
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
};
