import { canonicalHash } from '@govgate/domain';
import { groupKind, policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench, smallBundle, soundBody } from './testing/bundles.js';

const scope = { tenantId: 'acme' };
const production = { tenantId: 'acme', environmentId: 'production' };

const one = (section: string, index: number, reasonCode: string, ...field: (string | number)[]) => ({
  section,
  index,
  field,
  reasonCode,
});

describe('the import of a bundle', () => {
  it('writes every record with one audit event each, in one commit', async () => {
    const bench = bundleBench();
    const report = await bench.run(smallBundle);
    expect(report).to.deep.equal({
      accepted: true,
      dryRun: false,
      sections: {
        tenants: { create: 1, replace: 0, merge: 0, keep: 0 },
        users: { create: 2, replace: 0, merge: 0, keep: 0 },
        serviceAccounts: { create: 1, replace: 0, merge: 0, keep: 0 },
        groups: { create: 1, replace: 0, merge: 0, keep: 0 },
        roleBindings: { create: 1, replace: 0, merge: 0, keep: 0 },
        policies: { create: 1, replace: 0, merge: 0, keep: 0 },
      },
      auditEvents: 7,
      problems: [],
    });
    const events = await bench.events('acme');
    expect(
      events.map(({ eventType, environmentId, resource }) => [eventType, environmentId, resource.resourceId]),
    ).to.deep.equal([
      ['tenant.imported', null, 'acme'],
      ['user.imported', null, 'usr_ada'],
      ['user.imported', null, 'usr_ben'],
      ['service_account.imported', null, 'svc_deploy'],
      ['group.imported', null, 'grp_platform'],
      ['role_binding.imported', 'production', 'rb_1'],
      ['policy.imported', 'production', 'pv_1'],
    ]);
    expect(new Set(events.map(({ requestId }) => requestId)).size).to.equal(1);
    expect(bench.store.revisions.revisions('acme')).to.deep.equal({ content: 1, authorization: 1 });
  });

  it('says in each event that the command line imported', async () => {
    const bench = bundleBench();
    await bench.run({ tenants: smallBundle.tenants });
    const [event] = await bench.events('acme');
    expect(event).to.deep.include({
      outcome: 'success',
      action: 'import',
      reasonCode: 'imported',
      reason: null,
      actor: { actorType: 'system', actorId: 'cli', authMethod: 'none' },
    });
  });

  it('writes to each tenant the events of its own records', async () => {
    const bench = bundleBench();
    await bench.run({
      tenants: [...smallBundle.tenants, { tenantId: 'globex', environments: ['production'] }],
      users: [...smallBundle.users, { userId: 'usr_ada', tenantId: 'globex', displayName: 'Another' }],
    });
    const ids = async (tenantId: string) =>
      (await bench.events(tenantId)).map(({ resource }) => resource.resourceId);
    expect(await ids('acme')).to.deep.equal(['acme', 'usr_ada', 'usr_ben']);
    expect(await ids('globex')).to.deep.equal(['globex', 'usr_ada']);
  });

  it('recomputes derived values, whatever the bundle says', async () => {
    const bench = bundleBench();
    await bench.run(smallBundle);
    const policy = await bench.store.records.get(policyVersionKind, production, 'pv_1');
    expect(policy?.record).to.deep.include({
      manifestHash: canonicalHash(soundBody),
      source: { sourceType: 'import', sourceRef: null },
      validation: {
        valid: false,
        status: 'not_validated',
        checkedAt: null,
        checkedBy: null,
        ruleCount: 1,
        errors: [],
      },
      createdAt: '2026-03-01T00:00:00.000Z',
      submittedText: null,
    });
    const group = await bench.store.records.get(groupKind, scope, 'grp_platform');
    expect(group?.record.members).to.deep.equal(['usr_ada', 'usr_ben']);
  });

  it('writes nothing on a dry run and reports the same', async () => {
    const bench = bundleBench();
    const dry = await bench.run(smallBundle, { dryRun: true });
    expect(await bench.exported()).to.deep.equal(await bundleBench().exported());
    expect(await bench.store.auditTrail.tenants()).to.deep.equal([]);
    expect({ ...dry, dryRun: false }).to.deep.equal(await bench.run(smallBundle));
  });

  it('writes nothing at all when one record is wrong', async () => {
    const bench = bundleBench();
    const [policy] = smallBundle.policies;
    const report = await bench.run({ ...smallBundle, policies: [{ ...policy, environmentId: 'nowhere' }] });
    expect(report).to.deep.include({ accepted: false, sections: {}, auditEvents: 0 });
    expect(await bench.exported()).to.deep.equal(await bundleBench().exported());
    expect(await bench.store.auditTrail.tenants()).to.deep.equal([]);
  });

  it('accepts an empty bundle without writing', async () => {
    const bench = bundleBench();
    expect(await bench.run({})).to.deep.include({ accepted: true, auditEvents: 0 });
    expect(await bench.store.auditTrail.tenants()).to.deep.equal([]);
  });

  it('plans again when somebody writes in between, and then gives up', async () => {
    const bench = bundleBench();
    const { store } = bench;
    const commit = store.unitOfWork.commit.bind(store.unitOfWork);
    let lost = 1;
    store.unitOfWork.commit = async (batch) =>
      lost-- > 0
        ? { committed: false, conflict: { because: 'version', kind: 'user', id: 'usr_ada' } }
        : commit(batch);
    expect(await bench.run(smallBundle)).to.deep.include({ accepted: true });
    lost = 3;
    const report = await bench.run(smallBundle, { onConflict: 'replace' });
    expect(report.problems).to.deep.equal([one('', 0, 'conflict')]);
  });
});
