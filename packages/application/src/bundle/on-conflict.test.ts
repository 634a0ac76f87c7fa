import { policyVersionKind, tenantKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench, smallBundle } from './testing/bundles.js';

const scope = { tenantId: 'acme' };
const production = { tenantId: 'acme', environmentId: 'production' };

const one = (section: string, index: number, reasonCode: string, ...field: (string | number)[]) => ({
  section,
  index,
  field,
  reasonCode,
});

describe('records that exist', () => {
  it('are a problem each by default', async () => {
    const bench = bundleBench();
    await bench.run(smallBundle);
    const report = await bench.run(smallBundle);
    expect(report.problems).to.deep.equal([
      one('users', 0, 'already_exists'),
      one('users', 1, 'already_exists'),
      one('serviceAccounts', 0, 'already_exists'),
      one('groups', 0, 'already_exists'),
      one('roleBindings', 0, 'already_exists'),
      one('policies', 0, 'already_exists'),
    ]);
    expect(await bench.events('acme')).to.have.length(7);
  });

  it('stay unchanged when they are to be skipped', async () => {
    const bench = bundleBench();
    await bench.run(smallBundle);
    const users = [
      { userId: 'usr_ada', tenantId: 'acme', displayName: 'Renamed' },
      { userId: 'usr_cal', tenantId: 'acme', displayName: 'New' },
    ];
    const report = await bench.run({ users }, { onConflict: 'skip' });
    expect(report.sections).to.deep.equal({ users: { create: 1, replace: 0, merge: 0, keep: 1 } });
    const { users: after } = await bench.exported();
    expect(after?.map(({ displayName }) => displayName)).to.deep.equal(['Platform lead', 'Reviewer', 'New']);
    expect(await bench.events('acme')).to.have.length(8);
  });

  it('are replaced when asked, with the names of what changed in the event', async () => {
    const bench = bundleBench();
    await bench.run(smallBundle);
    const [policy] = smallBundle.policies;
    const report = await bench.run(
      { policies: [{ ...policy, description: 'after' }] },
      { onConflict: 'replace' },
    );
    expect(report.sections).to.deep.equal({ policies: { create: 0, replace: 1, merge: 0, keep: 0 } });
    const stored = await bench.store.records.get(policyVersionKind, production, 'pv_1');
    expect([stored?.record.description, stored?.version]).to.deep.equal(['after', 2]);
    expect((await bench.events('acme')).at(-1)?.changedFields).to.deep.equal(['description']);
  });

  it('keep what a bundle does not contain when they are replaced', async () => {
    const bench = bundleBench();
    await bench.run(smallBundle);
    bench.clock.advance(60_000);
    await bench.run({ policies: smallBundle.policies }, { onConflict: 'replace' });
    const stored = await bench.store.records.get(policyVersionKind, production, 'pv_1');
    expect([stored?.record.createdAt, stored?.record.updatedAt]).to.deep.equal([
      '2026-03-01T00:00:00.000Z',
      '2026-03-01T00:01:00.000Z',
    ]);
  });

  it('are merged without conflict where they are tenants', async () => {
    const bench = bundleBench();
    await bench.run({ tenants: [{ tenantId: 'acme', environments: ['production'] }] });
    const same = await bench.run({ tenants: [{ tenantId: 'acme', environments: ['production'] }] });
    expect(same).to.deep.include({ accepted: true, auditEvents: 0 });
    const more = await bench.run(smallBundle);
    expect(more.sections.tenants).to.deep.equal({ create: 0, replace: 0, merge: 1, keep: 0 });
    const tenant = await bench.store.records.get(tenantKind, scope, 'acme');
    expect(tenant?.record.environments).to.deep.equal(['production', 'staging']);
  });

  it('are fenced everywhere when an import disables a user', async () => {
    const bench = bundleBench();
    await bench.run(smallBundle);
    const users = [
      { userId: 'usr_ada', tenantId: 'acme', displayName: 'Left', disabledAt: '2026-02-28T00:00:00.000Z' },
    ];
    await bench.run({ users }, { onConflict: 'replace' });
    for (const environmentId of ['production', 'staging']) {
      const [revocation] = await bench.store.revocations.after({ tenantId: 'acme', environmentId }, 0, 10);
      expect(revocation).to.deep.include({
        subjectType: 'user',
        subjectId: 'usr_ada',
        reasonCode: 'imported',
      });
    }
    await bench.run({ users }, { onConflict: 'replace' });
    expect(await bench.store.revocations.lastSequence(production)).to.equal(1);
  });
});
