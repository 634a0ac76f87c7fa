import { authorize, type Target } from '../authorization/authorize.js';
import type { Permission } from '../authorization/permissions.js';
import { grantsGiving, type Principal } from '../authorization/principal.js';
import type { Json } from '../canonical-json.js';
import type { AppliedKind, AppliedResource } from './applied-set.js';

interface Needs {
  readonly read: Permission;
  readonly change: Permission;
}

const LOCAL: Needs = { read: 'local_identity.read', change: 'local_identity.manage' };

/** What it takes to read and to change the records themselves. */
const NEEDED: Readonly<Record<AppliedKind, Needs>> = {
  environment: LOCAL,
  user: LOCAL,
  service_account: LOCAL,
  group: LOCAL,
  role_binding: { read: 'role_binding.read', change: 'role_binding.create' },
  policy: { read: 'policy.read', change: 'policy.write' },
  client_surface: { read: 'client_surface.read', change: 'client_surface.manage' },
  agent: { read: 'agent.read', change: 'agent.register' },
};

/**
 * Whether a caller may read or change what a set says about a resource: whoever may do so with the resource itself. A set needs no
 * permission of its own, and gives nothing away.
 */
export const mayOnApplied = (
  principal: Principal,
  what: keyof Needs,
  { kind, applied, pending }: AppliedResource,
): boolean => {
  const record = applied ?? pending ?? {};
  return environmentsOf(kind, record).every((environmentId) => {
    const target: Target = {
      tenantId: principal.tenantId,
      // One that the apply has yet to create is the tenant's matter.
      environmentId: isKnown(principal, environmentId) ? environmentId : null,
      resourceId: null,
      ownerTeam: textIn(record.owner, 'team'),
    };
    return authorize(principal, NEEDED[kind][what], target);
  });
};

const isKnown = ({ narrowed, environmentIds }: Principal, environmentId: string | null): boolean =>
  environmentId !== null && (narrowed || environmentIds.includes(environmentId));

/** Whether a caller may change anything at all that files can contain. */
export const mayApplyFiles = (principal: Principal): boolean =>
  Object.values(NEEDED).some(({ change }) => grantsGiving(principal, change).length > 0);

/** Where a resource counts; null: in the tenant itself. A surface needs the permission in each of its environments. */
const environmentsOf = (
  kind: AppliedKind,
  record: Readonly<Record<string, Json>>,
): readonly (string | null)[] => {
  if (kind === 'policy' || kind === 'agent') return [textIn(record, 'environment_id')];
  if (kind === 'role_binding') return [textIn(record.scope, 'environment_id')];
  if (kind !== 'client_surface') return [null];
  const named = record.allowedEnvironmentIds;
  const environments = Array.isArray(named) ? named.filter((one) => typeof one === 'string') : [];
  return environments.length === 0 ? [null] : environments;
};

const textIn = (value: Json | undefined, name: string): string | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const text = (value as Readonly<Record<string, Json>>)[name];
  return typeof text === 'string' ? text : null;
};
