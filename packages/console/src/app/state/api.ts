import { createClient, type GovgateClient, type Identity, type Reach } from '@govgate/client';
import { createContext, useContext } from 'react';
import { API, ROOT } from '../place.js';
import { currentToken } from './sign-in.js';

/** The caller and the environment. Every page gets it from here. */
export interface Api {
  readonly client: GovgateClient;
  readonly me: Identity;
  readonly environment: string;
  /** Whether the caller may do that to something in this environment, or of the tenant itself. A record itself says what it allows. */
  readonly may: (permission: Permission) => boolean;
  /** The owner teams for which something can be created in this environment. */
  readonly makesFor: (permission: Permission) => 'any' | readonly string[];
  /** Whether that may be done in the whole tenant. */
  readonly mayInTenant: (permission: Permission) => boolean;
  /** The address of a console page in this environment. */
  readonly href: (path: string, query?: Readonly<Record<string, string | undefined>>) => string;
}

export type Permission = Identity['permissions'][number];

/** The signed-in user's client for an environment, with whichever token they have by now. */
export const clientOf = ({ tenant_id }: Identity, environment: string): GovgateClient =>
  createClient({
    // Nobody watches a page for a minute: they are told when to come again.
    quotaWaitMs: 0,
    baseUrl: API,
    token: currentToken,
    tenantId: tenant_id,
    environmentId: environment,
    attempts: 2,
    timeoutMs: 15_000,
  });

interface Caller {
  readonly client: GovgateClient;
  readonly me: Identity;
  readonly environment: string;
  readonly reach: Reach;
}

export const makeApi = ({ client, me, environment, reach }: Caller): Api => ({
  client,
  me,
  environment,
  may: (permission) => isReached(me, rowOf(reach, permission), permission),
  makesFor: (permission) => {
    const row = rowOf(reach, permission);
    if (OF_TENANT.test(permission)) return row?.in_tenant === true ? 'any' : [];
    return row?.whole_environment === true ? 'any' : (row?.owner_teams ?? []);
  },
  mayInTenant: (permission) => rowOf(reach, permission)?.in_tenant === true,
  href: (path, query = {}) => ROOT + path + queryText({ ...query, environment }),
});

/** For records of the tenant, which are in no environment. */
const OF_TENANT = /^(audit|local_identity)\./;

export const queryText = (query: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
};

export const ApiContext = createContext<Api | undefined>(undefined);

export const useApi = (): Api => {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('outside of a signed-in page');
  return api;
};

const rowOf = (reach: Reach, permission: Permission) =>
  reach.permissions.find((row) => row.permission === permission);

const isReached = (
  me: Identity,
  row: Reach['permissions'][number] | undefined,
  permission: Permission,
): boolean => {
  // Role bindings are listed across environments, as far as the caller may read any.
  if (permission === 'role_binding.read') return me.permissions.includes(permission);
  if (row === undefined) return false;
  if (OF_TENANT.test(permission)) return row.in_tenant;
  return row.whole_environment || row.owner_teams.length > 0 || row.resource_ids.length > 0;
};
