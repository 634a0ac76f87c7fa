import { isId } from '../ids.js';
import type { Scope } from '../scope.js';
import { isEnvironmentName } from './secret-reference.js';

/** Whose `env:` references may resolve to an environment variable of the service; `*` stands for every tenant or environment. */
export interface VariableGrant {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly name: string;
}

const ANY = '*';

/**
 * Parses an entry of the list of readable variables, `<tenant>/<environment>:NAME`; undefined if invalid (docs/spec/credential-bindings.md#secret-references).
 * Identifiers may contain colons and variable names may not, so the last colon separates them.
 * @example parseVariableGrant('acme/*:SIEM_TOKEN') // { tenantId: 'acme', environmentId: '*', name: 'SIEM_TOKEN' }
 */
export const parseVariableGrant = (text: string): VariableGrant | undefined => {
  const slash = text.indexOf('/');
  const colon = text.lastIndexOf(':');
  if (slash === -1 || colon < slash) return undefined;
  const [tenantId, environmentId] = [text.slice(0, slash), text.slice(slash + 1, colon)];
  const name = text.slice(colon + 1);
  const sound = [tenantId, environmentId].every(isIdOrAny) && isEnvironmentName(name) && !isOwnSetting(name);
  return sound ? { tenantId, environmentId, name } : undefined;
};

/** Whether references of a tenant and environment may resolve to a variable. */
export const mayReadVariable = (grants: readonly VariableGrant[], scope: Scope, name: string): boolean =>
  grants.some(
    (grant) =>
      grant.name === name &&
      covers(grant.tenantId, scope.tenantId) &&
      covers(grant.environmentId, scope.environmentId),
  );

const covers = (granted: string, id: string): boolean => granted === ANY || granted === id;

// The service's own settings hold its own secrets: no destination may receive them.
const isOwnSetting = (name: string): boolean => name.startsWith('GOVGATE_');

const isIdOrAny = (text: string): boolean => text === ANY || isId(text);
