import { ANY } from './manifest.js';
import { ownMember } from './manifest-checks.js';

/** Things a manifest can refer to, with the rule lists that do so. */
const REFERENCE_LISTS = {
  agent: ['subjects', 'agents'],
  client_surface: ['subjects', 'client_surfaces'],
  group: ['subjects', 'groups'],
  user: ['subjects', 'users'],
  mcp_server: ['targets', 'server_ids'],
  tool: ['targets', 'tool_ids'],
  api_source: ['targets', 'api_source_ids'],
  operation: ['targets', 'operation_ids'],
} as const;

export type ReferenceKind = keyof typeof REFERENCE_LISTS;
const REFERENCE_KINDS = Object.keys(REFERENCE_LISTS) as ReferenceKind[];

/** What exists. Kinds of which the host keeps no records must be answered with true. */
export interface KnownReferences {
  has(kind: ReferenceKind, id: string): boolean;
}

/** One reference in a manifest and its place. */
export interface ManifestReference {
  readonly kind: ReferenceKind;
  readonly id: string;
  readonly path: string;
}

/**
 * Every reference of a manifest in document order, excluding `"*"` and non-texts. Accepts any value, so that a host can look up what exists
 * before it validates.
 */
export function* manifestReferences(body: unknown): Generator<ManifestReference> {
  const rules = ownMember(body, 'rules');
  if (!Array.isArray(rules)) return;
  for (let i = 0; i < rules.length; i += 1) yield* ruleReferences(rules[i], `/rules/${i}`);
}

function* ruleReferences(rule: unknown, path: string): Generator<ManifestReference> {
  for (const kind of REFERENCE_KINDS) {
    const [part, list] = REFERENCE_LISTS[kind];
    const ids = ownMember(ownMember(rule, part), list);
    if (!Array.isArray(ids)) continue;
    for (let i = 0; i < ids.length; i += 1) {
      const id: unknown = ids[i];
      if (typeof id === 'string' && id !== ANY) yield { kind, id, path: `${path}/${part}/${list}/${i}` };
    }
  }
}
