import { authorize, type Instant, type Scope } from '@govgate/domain';
import { type DataPlaneKpis, type DeliveryStatus, REGISTRATION_STATUSES } from '@govgate/domain/internal';
import { apiTokenKind, mcpServerKind, withoutEnd } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { makeListDataPlanes } from '../data-planes/list-data-planes.js';
import { makeListDestinations } from '../destinations/list-destinations.js';
import { settingsOf } from '../environments/environment-settings.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';

/** A destination that is enabled and does not deliver. */
export interface FailingDestination {
  readonly destinationId: string;
  readonly status: DeliveryStatus['status'];
  readonly reasonCode: string;
  /** Null for never. */
  readonly checkedAt: Instant | null;
}

/** What needs somebody's attention; a part that the caller may not read is absent. */
export interface Troubles {
  readonly destinations?: {
    readonly enabled: number;
    readonly failing: readonly FailingDestination[];
  };
  readonly dataPlanes?: Pick<DataPlaneKpis, 'total' | 'healthy' | 'degraded' | 'unhealthy' | 'unknown'>;
  readonly mcpServers?: {
    readonly total: number;
    readonly drifted: number;
    readonly unverified: number;
    /** Calls are decided without the definition of a tool: gateways are trusted to compare it. */
    readonly trustGateway: boolean;
  };
  readonly apiTokens?: { readonly withoutEnd: number };
}

export type TroublesDeps = Pick<
  Ports,
  'records' | 'auditTrail' | 'revocations' | 'clock' | 'timer' | 'pageTokens'
>;

const MOST_DESTINATIONS = 200;

export const makeTroubles = (
  deps: TroublesDeps,
): ((context: CallContext, scope: Scope) => Promise<Troubles>) => {
  const listDestinations = makeListDestinations(deps);
  const listPlanes = makeListDataPlanes(deps);
  return async (context, scope) => {
    const [destinations, planes, mcpServers, apiTokens] = await Promise.all([
      listDestinations(context, { scope, filters: { status: 'enabled' }, limit: MOST_DESTINATIONS }),
      listPlanes(context, { scope, filters: {}, sort: 'displayName', pageSize: 1 }),
      serversOf(deps, context, scope),
      tokensOf(deps, context, scope),
    ]);
    return {
      ...(destinations.ok ? { destinations: failingOf(destinations.value) } : {}),
      ...(planes.ok ? { dataPlanes: planes.value.kpis } : {}),
      ...(mcpServers === undefined ? {} : { mcpServers }),
      ...(apiTokens === undefined ? {} : { apiTokens }),
    };
  };
};

type Destinations = Extract<
  Awaited<ReturnType<ReturnType<typeof makeListDestinations>>>,
  { readonly ok: true }
>['value'];

const failingOf = ({ items, page }: Destinations): NonNullable<Troubles['destinations']> => ({
  enabled: page.totalCount,
  failing: items.flatMap(({ destinationId, siemDeliveryStatus, webhookStatus, auditExportStatus }) => {
    const wrong = [auditExportStatus, siemDeliveryStatus, webhookStatus].find(({ status }) =>
      FAILING.has(status),
    );
    if (wrong === undefined) return [];
    const { status, reasonCode, checkedAt } = wrong;
    return [{ destinationId, status, reasonCode, checkedAt: checkedAt || null }];
  }),
});

const FAILING: ReadonlySet<DeliveryStatus['status']> = new Set(['degraded', 'failing']);

const serversOf = async (
  deps: TroublesDeps,
  context: CallContext,
  scope: Scope,
): Promise<Troubles['mcpServers']> => {
  const coverage = listCoverage(context, 'mcp_server.read', scope);
  if (!coverage.ok) return undefined;
  const covered = coveredBy(coverage.value);
  const [total, drifted, unverified, { record }] = await Promise.all([
    deps.records.count(mcpServerKind, scope, { is: { registrationStatus: IN_USE }, ...covered }),
    deps.records.count(mcpServerKind, scope, { has: { drift: ['changed', 'pending'] }, ...covered }),
    deps.records.count(mcpServerKind, scope, { has: { drift: 'unverified' }, ...covered }),
    settingsOf(deps, scope),
  ]);
  return { total, drifted, unverified, trustGateway: record.definitions === 'trust_gateway' };
};

const IN_USE = REGISTRATION_STATUSES.filter((status) => status !== 'disabled');

const tokensOf = async (
  { records }: TroublesDeps,
  { principal }: CallContext,
  { tenantId }: Scope,
): Promise<Troubles['apiTokens']> => {
  const target = { tenantId, environmentId: null, resourceId: null, ownerTeam: null };
  if (!authorize(principal, 'local_identity.read', target)) return undefined;
  const where = { is: { tenantId }, range: withoutEnd };
  return { withoutEnd: await records.count(apiTokenKind, { installation: true }, where) };
};
