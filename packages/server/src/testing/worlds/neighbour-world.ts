import { allOperations } from '@govgate/adapter-http';
import { auditEventBy, type Ports, systemCaller } from '@govgate/application';
import type { GrantScope, Role } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { type AnyKind, clientSessionKind, roleBindingKind, userKind } from '@govgate/ports';
import { newIdsOf, renamed } from '../hostile/id-positions.js';
import { SAMPLE_TOKEN } from '../samples/account-samples.js';
import type { SampleRecord } from '../samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../samples/operation-samples.js';
import { sendSample } from '../samples/send-sample.js';
import { sampleSession } from '../samples/session-samples.js';
import type { TestService } from '../test-service.js';
import {
  firstEventOf,
  importedBinding,
  makeWorld,
  OTHER_TEAM,
  OTHER_TENANT,
  PRODUCTION,
  putRecords,
  STAGING,
  TENANT,
  type Tokens,
  tokenFor,
} from './world.js';

/** People that the sample ids name; they exist in both tenants, and under hidden names in the first one only. */
const NAMED_USERS = ['vic', 'nob', 'ada', 'bea'] as const;

/** Ids that samples use for records, whether these exist or are created by the sample. */
export const KNOWN_IDS: ReadonlySet<string> = new Set([
  ...SAMPLE_RECORDS.map(({ kind, record }) => (kind as AnyKind).idOf(record) as string),
  ...Object.values(OPERATION_SAMPLES).flatMap(newIdsOf),
  ...NAMED_USERS,
  'operators',
  'deployer',
  firstEventOf(TENANT),
]);

/** The id that the first tenant's production has for a sample's id; nobody else has it. */
export const hiddenId = (id: string): string => `${id}.hidden`;

const HIDDEN = new Map([...KNOWN_IDS].map((id) => [id, hiddenId(id)]));

/** Tokens of the world's people, and of some whom only the isolation proof needs. */
export type NeighbourTokens = Tokens & Readonly<Record<MorePeople, string>>;

type MorePeople = 'otherTeam' | 'otherResource' | 'disabled' | 'narrowed';

/** Two tenants and two environments with the same records, and in addition records that only one of them has. */
export interface NeighbourWorld {
  readonly service: TestService;
  readonly tokens: NeighbourTokens;
}

/** Fills a service with it; returns the tokens. */
export const fillNeighbourWorld = async (service: TestService): Promise<NeighbourTokens> => {
  const { ports } = service;
  const tokens = await makeWorld(ports);
  await putRecords(ports, OTHER_TENANT, [
    ...records([
      [TENANT, OTHER_TENANT],
      [SAMPLE_TOKEN, `${SAMPLE_TOKEN}-other`],
    ]),
    ...NAMED_USERS.map((id) => user(id, OTHER_TENANT)),
  ]);
  await putRecords(ports, TENANT, records([[PRODUCTION, STAGING]]));
  await putRecords(ports, TENANT, [
    ...records([...HIDDEN]),
    ...NAMED_USERS.map((id) => user(hiddenId(id), TENANT)),
  ]);
  const session = { kind: clientSessionKind, record: renamed(HIDDEN_SESSION, HIDDEN) };
  await putRecords(ports, TENANT, [session], hiddenId(firstEventOf(TENANT)));
  await makeHidden(service, tokens.admin);
  return { ...tokens, ...(await moreTokens(ports)) };
};

// The samples' session uses no surface, so nothing would show whether a filter by surface finds hidden ones.
const HIDDEN_SESSION = sampleSession('sess_surface', { clientSurfaceId: 'cs_active' });

const records = (names: readonly (readonly [string, string])[]): SampleRecord[] =>
  SAMPLE_RECORDS.map(({ kind, record }) => ({ kind, record: renamed(record, new Map(names)) }));

const user = (userId: string, tenantId: string): SampleRecord => ({
  kind: userKind,
  record: userOf(userId, { tenantId }),
});

// What samples create already exists under its hidden id.
const makeHidden = async ({ call }: TestService, token: string): Promise<void> => {
  for (const operation of allOperations) {
    const sample = OPERATION_SAMPLES[operation.id];
    if (sample === undefined || newIdsOf(sample).length === 0 || operation.path.includes(':')) continue;
    const names = new Map(newIdsOf(sample).map((id) => [id, hiddenId(id)]));
    const answer = await sendSample(call, operation, token, renamed(sample, names));
    if (answer.status >= 300) throw new Error(`${operation.id} makes no hidden record: ${answer.text}`);
  }
};

const moreTokens = async (ports: Ports): Promise<Record<MorePeople, string>> => {
  const team: GrantScope = { scopeType: 'owner_team', environmentId: PRODUCTION, ownerTeam: OTHER_TEAM };
  const resource: GrantScope = {
    scopeType: 'resource',
    environmentId: PRODUCTION,
    resourceType: 'policy',
    resourceId: 'pv_of_somebody',
  };
  const otherTeam = await personWith(ports, 'oto', team);
  const otherResource = await personWith(ports, 'ore', resource);
  const disabled = await personWith(ports, 'dis', { scopeType: 'tenant' });
  await disable(ports, 'dis');
  return {
    otherTeam,
    otherResource,
    disabled,
    narrowed: await tokenFor(ports, { subjectId: 'ada', environmentIds: [STAGING] }),
  };
};

const ROLES: readonly Role[] = ['security_admin', 'platform_admin'];

const personWith = async (ports: Ports, userId: string, scope: GrantScope): Promise<string> => {
  const subject = { subjectType: 'user', subjectId: userId } as const;
  const grants = ROLES.map((role) => ({
    kind: roleBindingKind,
    record: importedBinding({ bindingId: `rb_${userId}_${role}`, role, scope, subject }),
  }));
  await putRecords(ports, TENANT, [user(userId, TENANT), ...grants]);
  return tokenFor(ports, { subjectId: userId });
};

const disable = async (ports: Ports, userId: string): Promise<void> => {
  const record = userOf(userId, { disabledAt: '2026-01-01T00:00:00.000Z' });
  const event = auditEventBy(ports, systemCaller('cli', TENANT, ports.ids.mint('request')), {
    eventType: 'user.imported',
    action: 'import',
    environmentId: null,
    resourceId: userId,
    reasonCode: 'imported',
  });
  await ports.unitOfWork.commit({
    changes: [{ kind: userKind, record, expectedVersion: 'any' }],
    audit: [event],
  });
};
