import { type ClientSession, ok, type Result, refuse, type Scope } from '@govgate/domain';
import { approvedRuntimeProjection, isVisibleIn, type SessionReport } from '@govgate/domain/internal';
import {
  agentKind,
  clientSurfaceKind,
  credentialBindingKind,
  type GovernedKind,
  type Precondition,
  type RecordFor,
  type RecordStore,
  type Stored,
  tenantKind,
  userKind,
} from '@govgate/ports';
import { preconditionOf } from '../call/precondition-of.js';

/** What a reference in a report points to: something in use, something that may open no session, or nothing. */
type ReferenceState = 'usable' | 'unusable' | 'unknown';

/** The target of a reference, and the records it is based on. */
interface ResolvedReference {
  readonly state: ReferenceState;
  readonly seen: readonly Precondition[];
}

/** The references of a report as they were when looked up. */
export interface References {
  /** The wire name of a field whose target may not open sessions now, null if all may. */
  readonly unusableField: string | null;
  /** The records that were read: a revocation of any of them must not slip in between the read and the commit. */
  readonly seen: readonly Precondition[];
}

/**
 * Looks up the references new in a report: a user, an agent, a surface, bindings. Nonexistent ones are refused, except for a user, who may
 * be known to the identity provider alone. A known session keeps what it was opened with.
 */
export const lookUpReferences = async (
  records: RecordStore,
  session: ClientSession | undefined,
  report: SessionReport,
): Promise<Result<References>> => {
  const known = new Set(session?.credentialBindingIds);
  const added = report.credentialBindingIds.filter((id) => !known.has(id));
  const found: readonly (readonly [string, ResolvedReference])[] = [
    ...(session === undefined ? await findOpeners(records, report) : []),
    ['credential_binding_ids', await findBindings(records, report, added)],
  ];
  const fieldThatIs = (wanted: ReferenceState): string | undefined =>
    found.find(([, { state }]) => state === wanted)?.[0];
  const unknown = fieldThatIs('unknown');
  if (unknown !== undefined) return refuse('unknown_reference', unknown);
  const seen = found.flatMap(([, one]) => one.seen);
  return ok({ unusableField: fieldThatIs('unusable') ?? null, seen });
};

// Looks up what a session is permanently opened with.
const findOpeners = async (
  records: RecordStore,
  report: SessionReport,
): Promise<readonly (readonly [string, ResolvedReference])[]> => [
  ['user_id', await findUser(records, report)],
  ['agent_id', await findAgent(records, report)],
  ['client_surface_id', await findSurface(records, report)],
];

const NOTHING_NAMED: ResolvedReference = { state: 'usable', seen: [] };
const UNKNOWN: ResolvedReference = { state: 'unknown', seen: [] };

const foundAt = <K extends GovernedKind>(
  kind: K,
  stored: Stored<RecordFor<K> & { readonly lifecycleState: string }> | undefined,
): ResolvedReference =>
  stored === undefined
    ? UNKNOWN
    : {
        state: stored.record.lifecycleState === 'active' ? 'usable' : 'unusable',
        seen: [preconditionOf(kind, stored)],
      };

const findUser = async (
  records: RecordStore,
  { tenantId, userId }: SessionReport,
): Promise<ResolvedReference> => {
  const stored = await records.get(userKind, { tenantId }, userId);
  if (stored === undefined)
    return { state: 'usable', seen: [{ kind: userKind, scope: { tenantId }, id: userId, version: null }] };
  const state = stored.record.disabledAt === null ? 'usable' : 'unusable';
  return { state, seen: [preconditionOf(userKind, stored)] };
};

const findAgent = async (
  records: RecordStore,
  { agentId, ...scope }: SessionReport,
): Promise<ResolvedReference> =>
  agentId === null ? NOTHING_NAMED : foundAt(agentKind, await records.get(agentKind, scope, agentId));

const findSurface = async (
  records: RecordStore,
  { clientSurfaceId, tenantId, environmentId }: SessionReport,
): Promise<ResolvedReference> => {
  if (clientSurfaceId === null) return NOTHING_NAMED;
  const stored = await records.get(clientSurfaceKind, { tenantId }, clientSurfaceId);
  const isVisible = stored !== undefined && isVisibleIn(stored.record, environmentId);
  return foundAt(clientSurfaceKind, isVisible ? stored : undefined);
};

const findBindings = async (
  records: RecordStore,
  scope: Scope,
  ids: readonly string[],
): Promise<ResolvedReference> => {
  if (ids.length === 0) return NOTHING_NAMED;
  const found = await bindingsFor(records, scope, ids);
  const isKnown = (id: string): boolean => found.some(({ record }) => record.credentialBindingId === id);
  if (!ids.every(isKnown)) return UNKNOWN;
  const usable = found.every(({ record }) => approvedRuntimeProjection(record) !== null);
  const seen = found.map((stored) => preconditionOf(credentialBindingKind, stored));
  return { state: usable ? 'usable' : 'unusable', seen };
};

// A binding may be used in each environment it allows, wherever in the tenant it is kept.
const bindingsFor = async (
  records: RecordStore,
  { tenantId, environmentId }: Scope,
  ids: readonly string[],
) => {
  const tenant = await records.get(tenantKind, { tenantId }, tenantId);
  const homes = new Set([environmentId, ...(tenant?.record.environments ?? [])]);
  const found = await Promise.all(
    [...homes].map((home) => records.getMany(credentialBindingKind, { tenantId, environmentId: home }, ids)),
  );
  return found.flat().filter(({ record }) => record.allowedEnvironmentIds.includes(environmentId));
};
