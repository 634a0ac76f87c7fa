import {
  approvedRuntimeProjection,
  type ClientSession,
  type CredentialBinding,
  isVisibleIn,
  ok,
  type Result,
  refuse,
  type Scope,
  type SessionReport,
} from '@govgate/domain';
import {
  agentKind,
  clientSurfaceKind,
  credentialBindingKind,
  type RecordStore,
  tenantKind,
} from '@govgate/ports';

/** What a reference of a report points to: something in use, something that may open no session, or nothing. */
type Standing = 'usable' | 'unusable' | 'unknown';

/**
 * Looks up what a report names anew: an agent, a surface, bindings. Gives the wire name of the field that names one which may
 * not open sessions now, null where all may; what does not exist is refused. A session that is known keeps what it was opened with.
 */
export const unusableReference = async (
  records: RecordStore,
  session: ClientSession | undefined,
  report: SessionReport,
): Promise<Result<string | null>> => {
  const known = new Set(session?.credentialBindingIds);
  const added = report.credentialBindingIds.filter((id) => !known.has(id));
  const standings: readonly (readonly [string, Standing])[] = [
    ['agent_id', session === undefined ? await agentStanding(records, report) : 'usable'],
    ['client_surface_id', session === undefined ? await surfaceStanding(records, report) : 'usable'],
    ['credential_binding_ids', await bindingsStanding(records, report, added)],
  ];
  const unknown = standings.find(([, standing]) => standing === 'unknown');
  if (unknown !== undefined) return refuse('unknown_reference', unknown[0]);
  return ok(standings.find(([, standing]) => standing === 'unusable')?.[0] ?? null);
};

const standingOf = (record: { readonly lifecycleState: string } | undefined): Standing => {
  if (record === undefined) return 'unknown';
  return record.lifecycleState === 'active' ? 'usable' : 'unusable';
};

const agentStanding = async (
  records: RecordStore,
  { agentId, ...scope }: SessionReport,
): Promise<Standing> =>
  agentId === null ? 'usable' : standingOf((await records.get(agentKind, scope, agentId))?.record);

const surfaceStanding = async (
  records: RecordStore,
  { clientSurfaceId, tenantId, environmentId }: SessionReport,
): Promise<Standing> => {
  if (clientSurfaceId === null) return 'usable';
  const surface = (await records.get(clientSurfaceKind, { tenantId }, clientSurfaceId))?.record;
  return standingOf(surface !== undefined && isVisibleIn(surface, environmentId) ? surface : undefined);
};

const bindingsStanding = async (
  records: RecordStore,
  scope: Scope,
  ids: readonly string[],
): Promise<Standing> => {
  if (ids.length === 0) return 'usable';
  const found = await bindingsFor(records, scope, ids);
  const isKnown = (id: string): boolean =>
    found.some(({ credentialBindingId }) => credentialBindingId === id);
  if (!ids.every(isKnown)) return 'unknown';
  return found.every((binding) => approvedRuntimeProjection(binding) !== null) ? 'usable' : 'unusable';
};

// A binding may be used in each environment that it allows, wherever in the tenant it is kept.
const bindingsFor = async (
  records: RecordStore,
  { tenantId, environmentId }: Scope,
  ids: readonly string[],
): Promise<readonly CredentialBinding[]> => {
  const tenant = await records.get(tenantKind, { tenantId }, tenantId);
  const homes = new Set([environmentId, ...(tenant?.record.environments ?? [])]);
  const found = await Promise.all(
    [...homes].map((home) => records.getMany(credentialBindingKind, { tenantId, environmentId: home }, ids)),
  );
  return found
    .flat()
    .map(({ record }) => record)
    .filter((binding) => binding.allowedEnvironmentIds.includes(environmentId));
};
