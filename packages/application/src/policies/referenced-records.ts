import type { ManifestReference, ReferenceKind, Scope } from '@govgate/domain';
import type { ExistingRecords } from '@govgate/domain/internal';
import {
  type AnyKind,
  agentKind,
  clientSurfaceKind,
  groupKind,
  mcpServerKind,
  mcpSubmissionKind,
  type RecordFor,
  type ScopeOfKind,
  userKind,
} from '@govgate/ports';
import type { Ports } from '../call/ports.js';

export type ReferenceDeps = Pick<Ports, 'records'>;

/** Names of a kind that are looked through for a near one, and for the beginning of one. */
const MOST_NAMES = 1_000;
const A_PAGE = 250;
/** Manifests of servers are large. */
const SUBMISSIONS_AT_ONCE = 25;

/** Of what references name, what exists, with names among which a near one may be. What cannot be told is not in it. */
export const referencedRecords = async (
  deps: ReferenceDeps,
  scope: Scope,
  references: readonly ManifestReference[],
): Promise<ExistingRecords> => {
  const { tenantId, environmentId } = scope;
  const find = (kind: ReferenceKind, lookUp: LookUp) => existingIds(lookUp, idsOf(references, kind));
  const here = { tenantId, environmentId };
  const surfaces = ({ allowedEnvironmentIds }: RecordFor<typeof clientSurfaceKind>): boolean =>
    allowedEnvironmentIds.includes(environmentId);
  const [agents, groups, users, servers, clients] = await Promise.all([
    find('agent', lookUpOf(deps, agentKind, here)),
    find('group', lookUpOf(deps, groupKind, { tenantId })),
    find('user', lookUpOf(deps, userKind, { tenantId })),
    find('mcp_server', lookUpOf(deps, mcpServerKind, here)),
    find('client_surface', lookUpOf(deps, clientSurfaceKind, { tenantId }, surfaces)),
  ]);
  const found: readonly (readonly [ReferenceKind, ReadonlySet<string> | undefined])[] = [
    ['agent', agents],
    ['group', groups],
    ['user', users],
    ['mcp_server', servers],
    ['client_surface', clients],
  ];
  return {
    ids: new Map(found.flatMap(([kind, ids]) => (ids === undefined ? [] : [[kind, ids] as const]))),
    tools: await toolsOf(deps, scope, references),
  };
};

const idsOf = (references: readonly ManifestReference[], kind: ReferenceKind): readonly string[] => [
  ...new Set(references.filter((one) => one.kind === kind).map(({ id }) => id)),
];

interface Names {
  readonly ids: readonly string[];
  readonly isWhole: boolean;
}

interface LookUp {
  readonly these: (ids: readonly string[]) => Promise<readonly string[]>;
  readonly all: () => Promise<Names>;
}

const lookUpOf = <K extends AnyKind>(
  { records }: ReferenceDeps,
  kind: K,
  scope: ScopeOfKind<K>,
  isHere: (record: RecordFor<K>) => boolean = () => true,
): LookUp => ({
  these: async (ids) =>
    (await records.getMany(kind, scope, ids))
      .filter(({ record }) => isHere(record))
      .map(({ record }) => kind.idOf(record)),
  all: async () => {
    const ids: string[] = [];
    for (let last: string | undefined; ; ) {
      const after = last === undefined ? {} : { after: { value: last, id: last } };
      const { items, more } = await records.page(kind, scope, { limit: A_PAGE, ...after });
      ids.push(...items.filter(({ record }) => isHere(record)).map(({ record }) => kind.idOf(record)));
      const end = items.at(-1);
      if (!more || end === undefined) return { ids, isWhole: true };
      if (ids.length >= MOST_NAMES) return { ids, isWhole: false };
      last = kind.idOf(end.record);
    }
  },
});

/** Undefined: it cannot be told of all of them. */
const existingIds = async (
  lookUp: LookUp,
  ids: readonly string[],
): Promise<ReadonlySet<string> | undefined> => {
  const found = await lookUp.these(ids);
  if (found.length === ids.length) return new Set(found);
  const all = await lookUp.all();
  if (!all.isWhole && ids.some((id) => id.endsWith('*'))) return undefined;
  return new Set([...found, ...all.ids]);
};

/** The tools of the servers that rules with tools mean: of those named, or of all. */
const toolsOf = async (
  deps: ReferenceDeps,
  scope: Scope,
  references: readonly ManifestReference[],
): Promise<ExistingRecords['tools']> => {
  // Each rule's list once, however many tools the rule names.
  const meant = [
    ...new Set(references.flatMap(({ kind, serverIds }) => (kind === 'tool' ? [serverIds] : []))),
  ];
  if (meant.length === 0) return new Map();
  const isOpen = meant.some((ids) => ids === undefined || ids.some((id) => id.endsWith('*')));
  const servers = lookUpOf(deps, mcpServerKind, scope);
  const named = [...new Set(meant.flatMap((ids) => ids ?? []))];
  const { ids, isWhole } = isOpen ? await servers.all() : { ids: await servers.these(named), isWhole: true };
  return isWhole ? submittedTools(deps, scope, ids) : new Map();
};

const submittedTools = async (
  { records }: ReferenceDeps,
  scope: Scope,
  serverIds: readonly string[],
): Promise<ExistingRecords['tools']> => {
  const tools = new Map<string, Set<string>>(serverIds.map((id) => [id, new Set()]));
  for (let first = 0; first < serverIds.length; first += SUBMISSIONS_AT_ONCE) {
    const these = serverIds.slice(first, first + SUBMISSIONS_AT_ONCE);
    // One that is approved and one that waits, at most.
    const { items } = await records.page(mcpSubmissionKind, scope, {
      where: { is: { serverId: these, status: ['approved', 'pending'] } },
      limit: 2 * SUBMISSIONS_AT_ONCE,
    });
    for (const { record } of items)
      for (const { toolId } of record.manifest.tools) tools.get(record.serverId)?.add(toolId);
  }
  return tools;
};
