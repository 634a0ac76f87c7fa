import { importAnswer, parseBundle, writeBundle } from '@govgate/adapter-http';
import { makeExportBundle, makeImportBundle } from '@govgate/application';
import { type DataPlaneObservation, ROLES, sha256Hex } from '@govgate/domain';
import { classifyDataPlane, NOTHING_DESIRED } from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind, policyVersionKind } from '@govgate/ports';
import { createMemoryStore, manualClock, sequentialIds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { textOf } from '../../../../tools/test-values/text-of.js';
import { DEMO_ADMIN, DEMO_TENANT, demoBundle } from './demo-bundle.js';
import { makeDemoHeartbeats } from './demo-heartbeats.js';

const NOW = '2026-05-01T12:00:00.000Z';

const bench = () => {
  const store = createMemoryStore();
  const clock = manualClock(NOW);
  const run = makeImportBundle({
    ...store,
    clock,
    ids: sequentialIds(),
    hash: sha256Hex,
  });
  return { store, clock, run, text: () => textOf(writeBundle(makeExportBundle(store)())) };
};

const OPTIONS = { dryRun: false, onConflict: 'fail', actor: 'cli' } as const;

describe('the demonstration data', () => {
  it('can be imported without a problem', async () => {
    const { run } = bench();
    const answer = importAnswer(await run(demoBundle(NOW), OPTIONS));
    expect(answer.problems).to.deep.equal([]);
    expect(Object.entries(answer.sections).map(([name, { created }]) => [name, created])).to.deep.equal([
      ['tenants', 1],
      ['users', 13],
      ['service_accounts', 3],
      ['groups', 5],
      ['role_bindings', 18],
      ['policies', 7],
      ['mcp_servers', 12],
      ['credential_bindings', 12],
      ['client_surfaces', 12],
      ['agents', 12],
      ['sessions', 48],
      ['data_planes', 30],
      ['destinations', 6],
    ]);
  });

  it('is the same for the same time', () => {
    expect(demoBundle(NOW)).to.deep.equal(demoBundle(NOW));
  });

  it('is exported again byte for byte', async () => {
    const first = bench();
    await first.run(demoBundle(NOW), OPTIONS);
    const exported = await first.text();
    const parsed = parseBundle(JSON.parse(exported));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const second = bench();
    second.clock.advance(86_400_000);
    expect((await second.run(parsed.bundle, OPTIONS)).problems).to.deep.equal([]);
    expect(await second.text()).to.equal(exported);
  });

  it('raises a risk in a new version, as no deprecation can', () => {
    const server = demoBundle(NOW).mcpServers?.find(({ serverId }) => serverId === 'srv_customer_records');
    const [live, pending] = (server?.submissions ?? []).map(({ manifest }) => manifest);
    const tools = live?.tools?.map((tool) =>
      tool.toolId === 'read_customer' ? { ...tool, riskTier: 'high' } : tool,
    );
    expect(pending).to.deep.equal({ ...live, version: '1.1.0', tools });
  });

  it('has all nine roles, and an administrator of the whole tenant', () => {
    const bindings = demoBundle(NOW).roleBindings ?? [];
    expect([...new Set(bindings.map(({ role }) => role))].sort()).to.deep.equal(ROLES);
    const admin = bindings.find(({ subject }) => subject.subjectId === DEMO_ADMIN);
    expect(admin).to.deep.include({ role: 'security_admin', scope: { scopeType: 'tenant' } });
  });
});

describe('the demonstration’s pulse', () => {
  it('keeps healthy planes healthy, and leaves the others to the clock', async () => {
    const { store, clock, run } = bench();
    await run(demoBundle(NOW), OPTIONS);
    const pulse = makeDemoHeartbeats({ ...store, clock });
    const statuses = async () => {
      const counts = new Map<string, number>();
      for await (const { record: plane } of store.records.all(dataPlaneKind)) {
        const seen = await store.records.get(dataPlaneObservationKind, plane, plane.dataPlaneId);
        const observation = seen?.record as DataPlaneObservation;
        const { heartbeat } = classifyDataPlane(plane, observation, NOTHING_DESIRED, clock.epochMs());
        counts.set(heartbeat.status, (counts.get(heartbeat.status) ?? 0) + 1);
      }
      return Object.fromEntries(counts);
    };
    expect(await statuses()).to.deep.equal({ healthy: 27, late: 1, lost: 1, never_seen: 1 });
    clock.advance(600_000);
    expect(await statuses()).to.deep.equal({ lost: 29, never_seen: 1 });
    await pulse();
    expect(await statuses()).to.deep.equal({ healthy: 27, lost: 2, never_seen: 1 });
    expect((await store.auditTrail.head(DEMO_TENANT)).sequence).to.equal(179);
  });

  it('reports that the planes applied what was revoked, but for one that lags', async () => {
    const { store, clock, run } = bench();
    await run(demoBundle(NOW), OPTIONS);
    const scope = { tenantId: DEMO_TENANT, environmentId: 'production' };
    const [event] = (await store.auditTrail.page(DEMO_TENANT, { filter: {}, direction: 'asc', limit: 1 }))
      .items;
    const { sequence: _, hash: __, prevHash: ___, ...audit } = event as NonNullable<typeof event>;
    await store.unitOfWork.commit({
      changes: [],
      audit: [{ ...audit, auditEventId: 'evt_revoked' }],
      revocations: [
        {
          revocationId: 'rev_1',
          ...scope,
          subjectType: 'user',
          subjectId: 'bob',
          effectiveAt: NOW,
          reasonCode: 'left',
        },
      ],
    });
    await makeDemoHeartbeats({ ...store, clock })();
    const { items } = await store.records.page(dataPlaneObservationKind, scope, {
      where: { is: { lastRevocationSequence: 1 } },
      limit: 100,
    });
    // One of those that report is behind.
    expect(items.length).to.equal(20);
  });

  it('runs what was published since on the planes that ran what was active, however often, and on no others', async () => {
    const { store, clock, run } = bench();
    await run(demoBundle(NOW), OPTIONS);
    const scope = { tenantId: DEMO_TENANT, environmentId: 'production' };
    const pulse = makeDemoHeartbeats({ ...store, clock });
    const running = async (policy: string) => {
      const { items } = await store.records.page(dataPlaneObservationKind, scope, { limit: 100 });
      return items.filter(({ record }) => record.policySync.observedVersion === policy).length;
    };
    const publish = async (policyVersion: string, before: string): Promise<void> => {
      const [event] = (await store.auditTrail.page(DEMO_TENANT, { filter: {}, direction: 'asc', limit: 1 }))
        .items;
      const { sequence: _, hash: __, prevHash: ___, ...audit } = event as NonNullable<typeof event>;
      const to: Record<string, 'superseded' | 'active'> = {
        [before]: 'superseded',
        [policyVersion]: 'active',
      };
      const stored = await store.records.getMany(policyVersionKind, scope, [before, policyVersion]);
      await store.unitOfWork.commit({
        changes: stored.map(({ record, version }) => ({
          kind: policyVersionKind,
          record: { ...record, status: to[record.policyVersion] ?? record.status },
          expectedVersion: version,
        })),
        audit: [{ ...audit, auditEventId: `evt_${policyVersion}` }],
      });
    };
    const before = await running('pv_prod_003');
    await publish('pv_next', 'pv_prod_003');
    await pulse();
    // Two do not report any more.
    expect([await running('pv_next'), await running('pv_prod_002')]).to.deep.equal([before - 2, 2]);
    await publish('pv_prod_003', 'pv_next');
    await pulse();
    expect([await running('pv_prod_003'), await running('pv_prod_002')]).to.deep.equal([before, 2]);
  });
});
