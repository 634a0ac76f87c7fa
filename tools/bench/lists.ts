/**
 * What lists of records cost at size: `node --import tsx --conditions=@govgate/source tools/bench/lists.ts [--records 500,5000]`.
 * An embedded store is filled with records of several kinds, and asked as the use cases ask. A filter that leaves
 * little, one that leaves most, and what a caller's grants are judged by. It measures the store alone and asserts nothing; lists
 * of the trail are measured by `npm run bench -- --only trail`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS, type AnyKind, type Change, type GovernanceStore } from '@govgate/ports';
import { anEvent } from '@govgate/ports-testkit';
import { median } from './median.js';
import { textTable } from './print-table.js';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '500,5000' },
    times: { type: 'string', default: '41' },
  },
});
const SCOPE = { tenantId: 'acme', environmentId: 'production' };
const COMMIT = 500;
const NOW = '2026-11-22T12:00:00.000Z';

type Fields = Record<string, unknown>;

const kindNamed = (name: string): AnyKind => {
  const kind = ALL_KINDS.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
};

const many = (name: string, count: number, make: (i: number) => Fields): Change[] => {
  const kind = kindNamed(name);
  return Array.from({ length: count }, (_, i) => ({
    kind,
    record: { ...SCOPE, ...make(i) },
    expectedVersion: 'any' as const,
  }));
};

const recordsOf = (count: number): Change[] => [
  ...many('client_surface', count, (i) => ({
    clientSurfaceId: `cs_${i}`,
    displayName: `Surface ${(i * 7919) % 100_003}`,
    owner: { team: i % 500 === 0 ? 'small' : 'large' },
    updatedAt: NOW,
    lifecycleState: 'active',
    clientType: 'ide',
    allowedEnvironmentIds: [SCOPE.environmentId],
  })),
  ...many('agent', count, (i) => ({
    agentId: `ag_${i}`,
    owner: { team: 'large' },
    lifecycleState: 'active',
    approvalStatus: i % 500 === 0 ? 'pending' : 'approved',
  })),
  ...many('client_session', count, (i) => ({
    clientSessionId: `se_${i}`,
    clientSurfaceId: `cs_${i % 50}`,
    userId: `u_${i}`,
    backendSessionIds: [],
    credentialBindingIds: [],
    agentId: `ag_${i % 500}`,
    state: i % 10 === 0 ? 'active' : 'terminated',
  })),
  // One in a hundred is the caller's, and of those one in ten is in force.
  ...many('role_binding', count, (i) => ({
    bindingId: `rb_${i}`,
    role: 'auditor',
    scope: { scopeType: 'tenant' },
    subject: { subjectType: 'user', subjectId: i % 100 === 0 ? 'ada' : `u_${i}` },
    disabledAt: i % 1000 === 0 ? null : NOW,
    expiresAt: null,
  })),
];

const fill = async (store: GovernanceStore, records: number): Promise<void> => {
  const changes = recordsOf(records);
  for (let from = 0; from < changes.length; from += COMMIT)
    await store.unitOfWork.commit({
      changes: changes.slice(from, from + COMMIT),
      audit: [anEvent({ ...SCOPE, occurredAt: '2026-01-01T00:00:00.000Z' })],
    });
};

type Question = (store: GovernanceStore) => Promise<unknown>;

const page =
  (name: string, is: object, by = 'id', rest: object = {}): Question =>
  ({ records }) =>
    records.page(kindNamed(name), SCOPE, {
      where: { is, ...rest },
      order: { by, direction: 'asc' },
      limit: 50,
    });

const inForce =
  kindNamed('role_binding').attributes.endsAt === undefined
    ? {}
    : { range: { attribute: 'endsAt', from: NOW } };
const inEnvironment = { has: { environment: SCOPE.environmentId } };

const QUESTIONS: Readonly<Record<string, Question>> = {
  'surfaces by name': page('client_surface', {}, 'displayName', inEnvironment),
  'surfaces of a small team by name': page(
    'client_surface',
    { ownerTeam: 'small' },
    'displayName',
    inEnvironment,
  ),
  'agents that wait for approval': page('agent', { approvalStatus: 'pending' }),
  'sessions of an agent': page('client_session', { agentId: 'ag_7' }),
  'sessions of an agent that are active': page('client_session', { agentId: 'ag_10', state: 'active' }),
  'bindings in force of a caller': page('role_binding', { subject: ['user:ada'] }, 'id', inForce),
  'live sessions of fifty surfaces': ({ records }) =>
    records.countBy(kindNamed('client_session'), SCOPE, 'clientSurfaceId', {
      is: { live: 1, clientSurfaceId: Array.from({ length: 50 }, (_, i) => `cs_${i}`) },
    }),
};

const p50 = async (store: GovernanceStore, question: Question): Promise<number> => {
  const took: number[] = [];
  for (let time = 0; time < Number(values.times); time += 1) {
    const startedAt = performance.now();
    await question(store);
    took.push(performance.now() - startedAt);
  }
  return median(took);
};

const columns: Record<string, number>[] = [];
const sizes = values.records.split(',').map(Number);
for (const records of sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-bench-lists-'));
  const store = await openSqliteStore({ file: join(folder, 'store.db'), kinds: ALL_KINDS });
  await fill(store, records);
  const column: Record<string, number> = {};
  for (const [name, question] of Object.entries(QUESTIONS)) column[name] = await p50(store, question);
  columns.push(column);
  await store.close();
  rmSync(folder, { recursive: true });
}
const rows = Object.keys(QUESTIONS).map((name) => [
  name,
  ...columns.map((column) => (column[name] ?? 0).toFixed(2)),
]);
process.stdout.write(`${textTable([['p50 ms', ...sizes.map((size) => `${size} records`)], ...rows])}\n`);
