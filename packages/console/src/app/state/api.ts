import { createClient, type GovgateClient, type Identity } from '@govgate/client';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { API, ROOT } from '../place.js';
import type { SignedIn } from './sign-in.js';

/** Who asks, about which environment. Every page has it from here. */
export interface Api {
  readonly client: GovgateClient;
  readonly me: Identity;
  readonly environment: string;
  /** Whether somewhere in this tenant the caller may do that. What a record allows, it says itself. */
  readonly may: (permission: Identity['permissions'][number]) => boolean;
  /** The address of a page of the console, in this environment. */
  readonly href: (path: string, query?: Readonly<Record<string, string | undefined>>) => string;
}

export const makeApi = ({ token, me }: SignedIn, environment: string): Api => ({
  client: createClient({
    baseUrl: API,
    token,
    tenantId: me.tenant_id,
    environmentId: environment,
    attempts: 2,
    timeoutMs: 15_000,
  }),
  me,
  environment,
  may: (permission) => me.permissions.includes(permission),
  href: (path, query = {}) => ROOT + path + queryText({ ...query, environment }),
});

export const queryText = (query: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given as [string, string][]).toString();
  return text === '' ? '' : `?${text}`;
};

const ApiContext = createContext<Api | undefined>(undefined);
export const ApiProvider = ApiContext.Provider;

export const useApi = (): Api => {
  const api = useContext(ApiContext);
  if (api === undefined) throw new Error('outside of a signed-in page');
  return api;
};
