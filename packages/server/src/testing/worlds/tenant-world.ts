/**
 * Fills a store with the records and the trail of a real tenant, for `npm run bench`: `node --import tsx
 * --conditions=@govgate/source packages/server/src/testing/worlds/tenant-world.ts STORE TENANT SIZES`. The store is the folder of an
 * embedded one or a MongoDB URL, the sizes are JSON.
 */
import { openMongoStore } from '@govgate/adapter-mongo';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { authenticateCommits, CommittedEvents } from '@govgate/application';
import type { AuditEvent } from '@govgate/domain';
import {
  ALL_KINDS,
  type AnyKind,
  clientSessionKind,
  clientSurfaceKind,
  credentialBindingKind,
  type EventMac,
  type GovernanceStore,
  groupKind,
  mcpServerKind,
  mcpSubmissionKind,
  policyVersionKind,
  roleBindingKind,
  type UnitOfWork,
  userKind,
} from '@govgate/ports';
import type { TenantSizes } from '../../../../../tools/bench/real-tenant.js';
import { filesOfStore } from '../../store/files-of-store.js';
import { readOrMakeKeysFile } from '../../system/keys-file.js';
import { hmacEventMac, makeServerKeys, readServerKeys, writeServerKeys } from '../../system/server-keys.js';
import { SAMPLE_RECORDS } from '../samples/operation-samples.js';
import { sampleDraft } from '../samples/policy-samples.js';
import { sampleSession } from '../samples/session-samples.js';
import { tenantTrail } from './tenant-trail.js';
import { PRODUCTION, TENANT } from './world.js';

/** With `isTrailAlone` nothing but the trail, which tells of so many of each all the same. */
type Sizes = TenantSizes & { readonly isTrailAlone?: boolean };

const AT_ONCE = 500;
const EVENTS_AT_ONCE = 1_000;

interface Filled {
  readonly kind: AnyKind;
  readonly record: unknown;
}

type Events = (from: number, count: number) => AuditEvent[];

/** A store with its keys where the service will look for them: it signs no event without their MAC. */
const openStore = async (
  place: string,
): Promise<{ readonly store: GovernanceStore; readonly mac: EventMac }> => {
  if (!place.startsWith('mongodb')) {
    const { audit } = readOrMakeKeysFile(filesOfStore(place).keysBeside);
    const store = await openSqliteStore({ file: filesOfStore(place).database, kinds: ALL_KINDS });
    return { store, mac: hmacEventMac(audit) };
  }
  const store = await openMongoStore({ url: place, kinds: ALL_KINDS });
  const kept = readServerKeys(await store.loadOrCreateServerKeys(() => writeServerKeys(makeServerKeys())));
  if (kept === undefined) throw new Error('no keys in the store');
  return { store, mac: hmacEventMac(kept.audit) };
};

/** Fills a store with a real tenant's records and trail. What calls are asked for lies in one environment. */
const fillTenant = async (place: string, tenantId: string, sizes: Sizes): Promise<void> => {
  const eventsOf = trailOf(tenantId, sizes);
  const records = sizes.isTrailAlone ? [] : recordsOf(sizes).map((filled) => ofTenant(filled, tenantId));
  const { store, mac } = await openStore(place);
  try {
    await commitAll(
      authenticateCommits(store.unitOfWork, mac, new CommittedEvents()),
      sizes.events,
      eventsOf,
      records,
    );
  } finally {
    await store.close();
  }
};

const commitAll = async (
  unitOfWork: UnitOfWork,
  most: number,
  eventsOf: Events,
  records: readonly Filled[],
): Promise<void> => {
  let sequence = 0;
  const commit = async (changes: readonly Filled[], events: number): Promise<void> => {
    const [first, ...rest] = eventsOf(sequence + 1, events);
    sequence += events;
    if (first === undefined) return;
    const outcome = await unitOfWork.commit({
      changes: changes.map(({ kind, record }) => ({ kind, record, expectedVersion: null })),
      audit: [first, ...rest],
    });
    if (!outcome.committed) throw new Error(JSON.stringify(outcome.conflict));
  };
  for (const part of parts(records)) await commit(part, 1);
  while (sequence < most) await commit([], Math.min(EVENTS_AT_ONCE, most - sequence));
};

/** The tenant's trail up to now. */
const trailOf = (tenantId: string, sizes: TenantSizes): Events =>
  tenantTrail({
    tenantId,
    events: sizes.events,
    endsAtMs: Date.now(),
    subjects: {
      session: { prefix: 'sess_', count: sizes.sessions },
      client_surface: { prefix: 'cs_', count: sizes.surfaces },
      policy: { prefix: 'pv_world_', count: sizes.policies },
      credential_binding: { prefix: 'cb_', count: sizes.credentialBindings },
      mcp_server: { prefix: 'srv_', count: sizes.servers },
      group: { prefix: 'group_', count: sizes.groups },
      role_binding: { prefix: 'rb_', count: sizes.roleBindings },
    },
  });

const parts = function* <T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += AT_ONCE) yield all.slice(start, start + AT_ONCE);
};

const ofTenant = ({ kind, record }: Filled, tenantId: string): Filled => ({
  kind,
  record: JSON.parse(JSON.stringify(record).replaceAll(`"${TENANT}"`, `"${tenantId}"`)),
});

const recordsOf = (sizes: TenantSizes): Filled[] => [
  ...many(sizes.surfaces, (i) =>
    copyOf(clientSurfaceKind, `cs_${i}`, { displayName: surfaceName(i, sizes) }),
  ),
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

const sessionOf = (i: number, sizes: TenantSizes): Filled => ({
  kind: clientSessionKind,
  record: sampleSession(`sess_${i}`, {
    clientSurfaceId: surfaceOfSession(i, sizes),
    credentialBindingIds: [`cb_${(i * 11) % sizes.credentialBindings}`],
    ...(isLive(i, sizes) ? {} : { state: 'expired' }),
  }),
});

// Those that live are spread over all, as they come and go.
const isLive = (i: number, { sessions, liveSessions }: TenantSizes): boolean =>
  i % Math.round(sessions / liveSessions) === 0;

// Neighbours that live meet on no surface, though every tenth or so lives.
const surfaceOfSession = (i: number, { surfaces }: TenantSizes): string =>
  `cs_${(i * 7 + Math.floor(i / 10)) % surfaces}`;

const NAMES_APART = 7_919;

/** Names in another order than ids, and before those that the bench makes itself. */
const surfaceName = (i: number, { surfaces }: TenantSizes): string =>
  `Client ${String((i * NAMES_APART) % surfaces).padStart(5, '0')}`;

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

const [, , place = '', tenantId = '', sizes = ''] = process.argv;
await fillTenant(place, tenantId, JSON.parse(sizes) as Sizes);
