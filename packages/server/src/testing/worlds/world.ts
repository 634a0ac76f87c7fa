import { randomBytes } from 'node:crypto';
import {
  auditEventBy,
  type CreateApiTokenInput,
  makeCreateApiToken,
  type Ports,
  signNow,
  systemCaller,
} from '@govgate/application';
import type { ClientSession, GrantScope, Revocation, Role, RoleBinding } from '@govgate/domain';
import { bindingOf, groupOf, userOf } from '@govgate/domain/testing';
import {
  type AnyKind,
  clientSessionKind,
  groupKind,
  roleBindingKind,
  serviceAccountKind,
  tenantKind,
  userKind,
} from '@govgate/ports';

/** The tenant that tests act in, its environments, and another tenant that must never be touched. */
export const TENANT = 'acme';
export const PRODUCTION = 'production';
export const STAGING = 'staging';
export const OTHER_TENANT = 'umbra';
export const TEAM = 'payments';
export const OTHER_TEAM = 'search';

const CREATED_AT = '2026-01-01T00:00:00.000Z';

interface Person {
  readonly userId: string;
  readonly tenantId: string;
  readonly grants: readonly { readonly role: Role; readonly scope: GrantScope }[];
  readonly disabled?: boolean;
}

const tenantWide = { scopeType: 'tenant' } as const;
const inProduction = { scopeType: 'environment', environmentId: PRODUCTION } as const;

/** The people: one for each thing that a test wants to see refused or allowed. */
export const PEOPLE = {
  admin: {
    userId: 'ada',
    tenantId: TENANT,
    grants: [
      { role: 'security_admin', scope: tenantWide },
      { role: 'platform_admin', scope: tenantWide },
    ],
  },
  second: {
    userId: 'bea',
    tenantId: TENANT,
    grants: [
      { role: 'security_admin', scope: tenantWide },
      { role: 'platform_admin', scope: tenantWide },
    ],
  },
  viewer: { userId: 'vic', tenantId: TENANT, grants: [{ role: 'viewer', scope: inProduction }] },
  auditor: { userId: 'aud', tenantId: TENANT, grants: [{ role: 'auditor', scope: inProduction }] },
  breakGlass: {
    userId: 'brk',
    tenantId: TENANT,
    grants: [{ role: 'break_glass_admin', scope: inProduction }],
  },
  staging: {
    userId: 'sam',
    tenantId: TENANT,
    grants: [
      { role: 'security_admin', scope: { scopeType: 'environment', environmentId: STAGING } },
      { role: 'platform_admin', scope: { scopeType: 'environment', environmentId: STAGING } },
    ],
  },
  team: {
    userId: 'tea',
    tenantId: TENANT,
    grants: [
      {
        role: 'security_admin',
        scope: { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: TEAM },
      },
      {
        role: 'platform_admin',
        scope: { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: TEAM },
      },
    ],
  },
  nobody: { userId: 'nob', tenantId: TENANT, grants: [] },
  foreign: {
    userId: 'fay',
    tenantId: OTHER_TENANT,
    grants: [
      { role: 'security_admin', scope: tenantWide },
      { role: 'platform_admin', scope: tenantWide },
    ],
  },
} as const satisfies Record<string, Person>;

export type PersonName = keyof typeof PEOPLE;

/** A token for each person. */
export type Tokens = Readonly<Record<PersonName, string>>;

/** Puts records into the store like an operator's import: with their audit events. */
export const putRecords = async (
  ports: Pick<Ports, 'unitOfWork' | 'clock' | 'ids'>,
  tenantId: string,
  records: readonly { readonly kind: AnyKind; readonly record: unknown }[],
  auditEventId?: string,
): Promise<void> => {
  const made = auditEventBy(ports, systemCaller('cli', tenantId, ports.ids.mint('request')), {
    eventType: 'tenant.imported',
    action: 'import',
    environmentId: null,
    resourceId: tenantId,
    reasonCode: 'imported',
  });
  const event = auditEventId === undefined ? made : { ...made, auditEventId };
  const changes = records.map(({ kind, record }) => ({ kind, record, expectedVersion: null }));
  const revocations = records.flatMap(revocationOf);
  const outcome = await ports.unitOfWork.commit({ changes, audit: [event], revocations });
  if (!outcome.committed) throw new Error(`the world conflicts: ${JSON.stringify(outcome.conflict)}`);
};

/** A token as the command line makes one: of a user of the tenant, unless something else is requested. */
export const tokenFor = async (
  ports: Ports,
  request: Pick<CreateApiTokenInput, 'subjectId'> & Partial<CreateApiTokenInput>,
): Promise<string> => {
  const usual = { tenantId: TENANT, subjectType: 'user', environmentIds: null, expiresAt: null } as const;
  const made = await makeCreateApiToken(ports, randomBytes)({ ...usual, ...request });
  if (!made.ok) throw new Error(`no token for ${request.subjectId}`);
  return made.value.reveal();
};

/** The id of the first event in a tenant of the world. */
export const firstEventOf = (tenantId: string): string => `evt_first_${tenantId}`;

/** Creates tenants, people and their tokens. */
export const makeWorld = async (ports: Ports): Promise<Tokens> => {
  for (const tenantId of [TENANT, OTHER_TENANT]) {
    await putRecords(ports, tenantId, tenantRecords(tenantId), firstEventOf(tenantId));
    // The samples prove something against the checkpoint of the first event.
    await signNow(ports, tenantId);
  }
  const tokens: Partial<Record<PersonName, string>> = {};
  for (const [name, { userId, tenantId }] of Object.entries(PEOPLE))
    tokens[name as PersonName] = await tokenFor(ports, { tenantId, subjectId: userId });
  // A second one, so that the list of them has a second page.
  for (const tenantId of [TENANT, OTHER_TENANT]) await signNow(ports, tenantId);
  return tokens as Tokens;
};

/** What a tenant has before any sample: its environments, its people and what they may do. */
export const tenantRecords = (tenantId: string): { kind: AnyKind; record: unknown }[] => {
  const people: Person[] = Object.values(PEOPLE).filter((person) => person.tenantId === tenantId);
  return [
    { kind: tenantKind, record: { tenantId, environments: [PRODUCTION, STAGING] } },
    ...people.map(({ userId }) => ({ kind: userKind, record: userOf(userId, { tenantId }) })),
    {
      kind: serviceAccountKind,
      record: { serviceAccountId: 'deployer', tenantId, displayName: 'Deployer', disabledAt: null },
    },
    {
      kind: groupKind,
      record: groupOf('operators', { tenantId, displayName: 'Operators', createdAt: CREATED_AT }),
    },
    ...people.flatMap((person) =>
      person.grants.map((grant, i) => ({ kind: roleBindingKind, record: grantedTo(person, grant, i) })),
    ),
  ];
};

/** A role binding as an import leaves it, over the whole tenant and without an end by default. */
export const importedBinding = (
  given: Pick<RoleBinding, 'bindingId' | 'subject' | 'role'> & Partial<RoleBinding>,
): RoleBinding => bindingOf({ reasonCode: 'imported', grantedBy: 'cli', createdAt: CREATED_AT, ...given });

// A session that was ended has its revocation in the feed.
const revocationOf = ({
  kind,
  record,
}: {
  readonly kind: AnyKind;
  readonly record: unknown;
}): Revocation[] => {
  if (kind !== clientSessionKind) return [];
  const { tenantId, environmentId, clientSessionId, revocationId, createdAt } = record as ClientSession;
  if (revocationId === null) return [];
  const subject = { subjectType: 'client_session', subjectId: clientSessionId } as const;
  return [
    { revocationId, tenantId, environmentId, ...subject, effectiveAt: createdAt, reasonCode: 'imported' },
  ];
};

const grantedTo = ({ userId, tenantId }: Person, grant: Person['grants'][number], i: number): RoleBinding =>
  importedBinding({
    bindingId: `rb_${userId}_${i}`,
    tenantId,
    subject: { subjectType: 'user', subjectId: userId },
    ...grant,
  });
