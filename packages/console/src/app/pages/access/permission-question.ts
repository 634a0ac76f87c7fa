import type { ExplainAccessInput } from '@govgate/client';
import type { Filter } from '../../parts/filters.js';
import type { Query } from '../../parts/list-page.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';
import { PERMISSIONS } from './permissions.js';

const t = texts.explain;

type PermissionToAsk = ExplainAccessInput['permission'];

/** The permission that an address asks about; undefined for none, and for what is none. */
export const permissionIn = (query: Query): PermissionToAsk | undefined =>
  PERMISSIONS.find((one) => one === query.permission);

/** What a question about a permission can be narrowed to. */
export const permissionFilters = (permission: PermissionToAsk | undefined): readonly Filter[] => [
  { name: 'permission', label: t.permission, values: PERMISSIONS },
  { name: 'resource_id', label: t.resource },
  ...(permission === undefined || hasTeams(permission) ? [{ name: 'owner_team', label: t.team }] : []),
];

const areaOf = (permission: string): string => permission.split('.')[0] ?? '';

/** Whether a permission concerns records of the tenant itself, which are in no environment. */
const isOfTenant = (permission: string): boolean => ['local_identity', 'audit'].includes(areaOf(permission));

const hasTeams = (permission: string): boolean =>
  !isOfTenant(permission) && !['role_binding', 'access_review'].includes(areaOf(permission));

/** A question about a permission, as the API wants it. */
export const aboutIn = (
  { environment }: Pick<Api, 'environment'>,
  permission: PermissionToAsk,
  { resource_id, owner_team }: Query,
) => ({
  permission,
  // A role binding or an access review itself says which environment it is for.
  ...(isOfTenant(permission) || (resource_id && !hasTeams(permission))
    ? {}
    : { environment_id: environment }),
  ...(resource_id ? { resource_id } : {}),
  ...(owner_team && hasTeams(permission) ? { owner_team } : {}),
});
