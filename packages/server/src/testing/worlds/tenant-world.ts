/**
 * Fills the embedded store of a folder with the records and the trail of a real tenant, for `npm run bench`: `node --import tsx
 * --conditions=@govgate/source packages/server/src/testing/worlds/tenant-world.ts FOLDER TENANT SIZES`, the sizes as JSON.
 */
import { join } from 'node:path';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import {
  ALL_KINDS,
  type AnyKind,
  clientSessionKind,
  clientSurfaceKind,
  credentialBindingKind,
  groupKind,
  mcpServerKind,
  mcpSubmissionKind,
  policyVersionKind,
  roleBindingKind,
  userKind,
} from '@govgate/ports';
import { trailEvents } from '@govgate/ports-testkit';
import { SAMPLE_RECORDS } from '../samples/operation-samples.js';
import { sampleDraft } from '../samples/policy-samples.js';
import { sampleSession } from '../samples/session-samples.js';
import { PRODUCTION, TENANT } from './world.js';

/** The number of each. */
interface TenantSizes {
  readonly surfaces: number;
  readonly sessions: number;
  readonly liveSessions: number;
  readonly credentialBindings: number;
  readonly policies: number;
  readonly policyEnvironments: number;
  readonly servers: number;
  readonly groups: number;
  readonly roleBindings: number;
  readonly users: number;
  readonly events: number;
}

const AT_ONCE = 500;
const EVENTS_AT_ONCE = 1_000;

interface Filled {
  readonly kind: AnyKind;
  readonly record: unknown;
}

/** Fills the store of a folder with a real tenant's records and trail. What calls request is in one environment. */
const fillTenant = async (folder: string, tenantId: string, sizes: TenantSizes): Promise<void> => {
  const store = await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });
  try {
    let sequence = 0;
    const commit = async (changes: readonly Filled[], events: number): Promise<void> => {
      const [first, ...rest] = trailEvents(sequence + 1, events, tenantId);
      sequence += events;
      if (first === undefined) return;
      const outcome = await store.unitOfWork.commit({
        changes: changes.map(({ kind, record }) => ({ kind, record, expectedVersion: null })),
        audit: [first, ...rest],
      });
      if (!outcome.committed) throw new Error(JSON.stringify(outcome.conflict));
    };
    for (const part of parts(recordsOf(sizes).map((filled) => ofTenant(filled, tenantId))))
      await commit(part, 1);
    while (sequence < sizes.events) await commit([], Math.min(EVENTS_AT_ONCE, sizes.events - sequence));
  } finally {
    await store.close();
  }
};

const parts = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += AT_ONCE) yield all.slice(start, start + AT_ONCE);
};

const ofTenant = ({ kind, record }: Filled, tenantId: string): Filled => ({
  kind,
  record: JSON.parse(JSON.stringify(record).replaceAll(`"${TENANT}"`, `"${tenantId}"`)),
});

const recordsOf = (sizes: TenantSizes): Filled[] => [
  ...many(sizes.surfaces, (i) => copyOf(clientSurfaceKind, `cs_${i}`)),
  ...many(sizes.sessions, (i) => sessionOf(i, sizes)),
  ...many(sizes.credentialBindings, (i) => copyOf(credentialBindingKind, `cb_${i}`)),
  ...many(sizes.policies, (i) => policyOf(i, sizes)),
  ...many(sizes.servers, (i) => copyOf(mcpServerKind, `srv_${i}`)),
  ...many(sizes.servers, (i) => submissionOf(i)),
  ...many(sizes.groups, (i) => copyOf(groupKind, `group_${i}`, { members: membersOf(i, sizes) })),
  ...many(sizes.users, (i) => copyOf(userKind, `user_${i}`)),
  ...many(sizes.roleBindings, (i) =>
    copyOf(roleBindingKind, `rb_${i}`, {
      subject: { subjectType: 'user', subjectId: `user_${i % sizes.users}` },
    }),
  ),
];

// Live ones are spread over all, because they come and go.
const sessionOf = (
  i: number,
  { sessions, liveSessions, surfaces, credentialBindings }: TenantSizes,
): Filled => {
  const isLive = i % Math.round(sessions / liveSessions) === 0;
  return {
    kind: clientSessionKind,
    record: sampleSession(`sess_${i}`, {
      clientSurfaceId: `cs_${(i * 7) % surfaces}`,
      credentialBindingIds: [`cb_${(i * 11) % credentialBindings}`],
      ...(isLive ? {} : { state: 'expired' }),
    }),
  };
};

const policyOf = (i: number, { policyEnvironments }: TenantSizes): Filled => {
  const environmentId = i % policyEnvironments === 0 ? PRODUCTION : `bench-${i % policyEnvironments}`;
  return { kind: policyVersionKind, record: { ...sampleDraft(`pv_world_${i}`), environmentId } };
};

const membersOf = (i: number, { users }: TenantSizes): readonly string[] =>
  many(10, (n) => `user_${(i * 17 + n) % users}`);

const sampleOf = (kind: AnyKind): { readonly record: Record<string, unknown>; readonly id: string } => {
  const found = SAMPLE_RECORDS.find((sample) => sample.kind === kind);
  if (found === undefined) throw new Error(`no sample of kind ${kind.name}`);
  return { record: found.record as Record<string, unknown>, id: kind.idOf(found.record) };
};

/** A sample's record with another id, also where it names itself. */
const copyOf = (kind: AnyKind, id: string, given: object = {}): Filled => {
  const sample = sampleOf(kind);
  const text = JSON.stringify(sample.record).replaceAll(`"${sample.id}"`, `"${id}"`);
  return { kind, record: { ...JSON.parse(text), ...given } };
};

const submissionOf = (i: number): Filled => {
  const server = sampleOf(mcpServerKind).id;
  const { record } = copyOf(mcpSubmissionKind, `sub_${i}`);
  return {
    kind: mcpSubmissionKind,
    record: JSON.parse(JSON.stringify(record).replaceAll(`"${server}"`, `"srv_${i}"`)),
  };
};

const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

const [, , folder = '', tenantId = '', sizes = ''] = process.argv;
await fillTenant(folder, tenantId, JSON.parse(sizes) as TenantSizes);
