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

/** One reference in a manifest and its place. */
export interface ManifestReference {
  readonly kind: ReferenceKind;
  readonly id: string;
  readonly path: string;
  /** Of a tool: the servers that its rule names, the same list for all tools of the rule; undefined: any. */
  readonly serverIds?: readonly string[] | undefined;
}

/** Every reference of a manifest in document order, excluding `"*"` and non-texts. Accepts any value. */
export function* manifestReferences(body: unknown): Generator<ManifestReference> {
  const rules = ownMember(body, 'rules');
  if (!Array.isArray(rules)) return;
  for (let i = 0; i < rules.length; i += 1) yield* ruleReferences(rules[i], `/rules/${i}`);
}

function* ruleReferences(rule: unknown, path: string): Generator<ManifestReference> {
  // One list for all tools of the rule: a list for each would grow with the product of two lists.
  const serverIds = namedServers(rule);
  for (const kind of REFERENCE_KINDS) {
    const [part, list] = REFERENCE_LISTS[kind];
    const ids = ownMember(ownMember(rule, part), list);
    if (!Array.isArray(ids)) continue;
    for (let i = 0; i < ids.length; i += 1) {
      const id: unknown = ids[i];
      if (typeof id !== 'string' || id === ANY) continue;
      const reference = { kind, id, path: `${path}/${part}/${list}/${i}` };
      yield kind === 'tool' ? { ...reference, serverIds } : reference;
    }
  }
}

const namedServers = (rule: unknown): readonly string[] | undefined => {
  const ids = ownMember(ownMember(rule, 'targets'), 'server_ids');
  if (!Array.isArray(ids) || ids.includes(ANY)) return undefined;
  return ids.filter((id): id is string => typeof id === 'string');
};
