import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { anyBundle } from './testing/any-bundle.js';
import { bundleBench } from './testing/bundles.js';

describe('a bundle that makes a round trip', () => {
  it('yields the same export again through an empty store, at any later time', async () => {
    await fc.assert(
      fc.asyncProperty(anyBundle, fc.integer({ min: 0, max: 1e9 }), async (bundle, later) => {
        const first = bundleBench();
        expect((await first.run(bundle)).problems).to.deep.equal([]);
        const exported = await first.exported();
        const second = bundleBench();
        second.clock.advance(later);
        expect((await second.run(exported)).problems).to.deep.equal([]);
        expect(JSON.stringify(await second.exported())).to.equal(JSON.stringify(exported));
      }),
      { numRuns: 150 },
    );
  });

  it('has one audit event for each record and says so', async () => {
    await fc.assert(
      fc.asyncProperty(anyBundle, async (bundle) => {
        const bench = bundleBench();
        const { auditEvents } = await bench.run(bundle);
        const records = Object.values(bundle).flat().length;
        const written = (await bench.events('acme')).length + (await bench.events('globex')).length;
        expect([auditEvents, written]).to.deep.equal([records, records]);
      }),
      { numRuns: 50 },
    );
  });

  it('changes nothing when it is imported again and what exists is to be skipped', async () => {
    await fc.assert(
      fc.asyncProperty(anyBundle, async (bundle) => {
        const bench = bundleBench();
        await bench.run(bundle);
        const before = await bench.exported();
        expect(await bench.run(bundle, { onConflict: 'skip' })).to.deep.include({
          accepted: true,
          auditEvents: 0,
        });
        expect(await bench.exported()).to.deep.equal(before);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves exactly its content when it replaces something else', async () => {
    await fc.assert(
      fc.asyncProperty(anyBundle, anyBundle, async (before, after) => {
        const fresh = bundleBench();
        await fresh.run(after);
        const replaced = bundleBench();
        await replaced.run(before);
        expect(
          (await replaced.run(await fresh.exported(), { onConflict: 'replace' })).problems,
        ).to.deep.equal([]);
        const wanted = await fresh.exported();
        const found = await replaced.exported();
        for (const section of ['mcpServers', 'dataPlanes', 'destinations', 'agents', 'policies'] as const) {
          const kept = new Map((found[section] ?? []).map((item) => [keyOf(item), JSON.stringify(item)]));
          for (const item of wanted[section] ?? [])
            expect(kept.get(keyOf(item))).to.equal(JSON.stringify(item));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is ordered by tenant, environment and id', async () => {
    const bench = bundleBench();
    await bench.run({
      tenants: ['zulu', 'alpha'].map((tenantId) => ({ tenantId, environments: ['b', 'a'] })),
      users: ['u2', 'u10', 'u1'].map((userId) => ({ userId, tenantId: 'zulu', displayName: userId })),
    });
    const { tenants, users } = await bench.exported();
    expect(tenants).to.deep.equal([
      { tenantId: 'alpha', environments: ['a', 'b'] },
      { tenantId: 'zulu', environments: ['a', 'b'] },
    ]);
    expect(users?.map(({ userId }) => userId)).to.deep.equal(['u1', 'u10', 'u2']);
  });
});

const keyOf = (item: object): string => {
  const fields = item as Record<string, string>;
  const id = ['serverId', 'dataPlaneId', 'destinationId', 'agentId', 'policyVersion'].find(
    (name) => name in fields,
  );
  return [fields.tenantId, fields.environmentId, fields[id ?? '']].join(' ');
};
