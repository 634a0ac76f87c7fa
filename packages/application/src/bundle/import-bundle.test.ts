import { canonicalHash, type ManifestBody } from '@govgate/domain';
import { groupKind, policyVersionKind, roleBindingKind, tenantKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { BundleProblem } from './problem.js';
import type { Bundle } from './sections/registry.js';
import { bundleBench, smallBundle, soundBody } from './testing/bundles.js';

const scope = { tenantId: 'acme' };
const production = { tenantId: 'acme', environmentId: 'production' };

const problemsOf = async (bundle: Bundle): Promise<readonly BundleProblem[]> => {
  const bench = bundleBench();
  const report = await bench.run(bundle);
  expect(report.accepted).to.equal(report.problems.length === 0);
  expect((await bench.exported()).tenants).to.deep.equal(report.accepted ? bundle.tenants : []);
  return report.problems;
};

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

  it('gives each tenant the events of its own records', async () => {
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

  it('works out what is derived, whatever the bundle says', async () => {
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
    expect(report).to.deep.include({ accepted: false, auditEvents: 0 });
    expect(await bench.exported()).to.deep.equal(await bundleBench().exported());
    expect(await bench.store.auditTrail.tenants()).to.deep.equal([]);
  });

  it('takes an empty bundle without writing', async () => {
    const bench = bundleBench();
    expect(await bench.run({})).to.deep.include({ accepted: true, auditEvents: 0 });
    expect(await bench.store.auditTrail.tenants()).to.deep.equal([]);
  });

  it('plans anew when somebody writes in between, and gives up after that', async () => {
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

  it('stay as they are when they are to be skipped', async () => {
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

  it('keep what a bundle does not carry when they are replaced', async () => {
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

  it('merge where they are tenants, which is no conflict', async () => {
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

describe('what is wrong with a bundle', () => {
  const { tenants, users } = smallBundle;
  const [group] = smallBundle.groups;
  const [binding] = smallBundle.roleBindings;
  const [policy] = smallBundle.policies;

  it('is a tenant or an environment that is nowhere', async () => {
    const foreign = { userId: 'usr_x', tenantId: 'globex', displayName: 'X' };
    expect(await problemsOf({ tenants, users: [foreign] })).to.deep.equal([
      one('users', 0, 'unknown_reference', 'tenantId'),
    ]);
    expect(await problemsOf({ tenants, policies: [{ ...policy, environmentId: 'nowhere' }] })).to.deep.equal([
      one('policies', 0, 'unknown_reference', 'environmentId'),
    ]);
  });

  it('is a member that is no user of the tenant', async () => {
    const groups = [{ ...group, members: ['usr_ada', 'usr_nobody'] }];
    expect(await problemsOf({ tenants, users, groups })).to.deep.equal([
      one('groups', 0, 'unknown_reference', 'members', 1),
    ]);
  });

  it('is a role binding whose subject or environment is nowhere', async () => {
    const scope = { scopeType: 'environment', environmentId: 'nowhere' } as const;
    expect(await problemsOf({ tenants, roleBindings: [{ ...binding, scope }] })).to.deep.equal([
      one('roleBindings', 0, 'unknown_reference', 'scope', 'environmentId'),
      one('roleBindings', 0, 'unknown_reference', 'subject', 'subjectId'),
    ]);
  });

  it('is not a reference that the store knows', async () => {
    const bench = bundleBench();
    await bench.run({ tenants, users });
    const report = await bench.run({ groups: [{ ...group, groupId: 'grp_2' }] });
    expect(report.problems).to.deep.equal([]);
  });

  it('is a second record with the same identifier in the same place', async () => {
    expect(await problemsOf({ tenants, users: [...users, users[0]] })).to.deep.equal([
      one('users', 2, 'duplicate_id'),
    ]);
    const staging = { ...policy, environmentId: 'staging' };
    expect(await problemsOf({ tenants, policies: [policy, staging] })).to.deep.equal([]);
  });

  it('is a second active policy of an environment, in the bundle or the store', async () => {
    const second = { ...policy, policyVersion: 'pv_2' };
    const problem = one('policies', 1, 'second_active', 'status');
    expect(await problemsOf({ tenants, policies: [policy, second] })).to.deep.equal([problem]);
    const bench = bundleBench();
    await bench.run(smallBundle);
    const refused = await bench.run({ policies: [second] });
    expect(refused.problems).to.deep.equal([{ ...problem, index: 0 }]);
    const swapped = { policies: [{ ...policy, status: 'superseded' as const }, second] };
    expect(await bench.run(swapped, { onConflict: 'replace' })).to.deep.include({ accepted: true });
  });

  it('is an active policy that does not pass validation', async () => {
    const body: ManifestBody = { ...soundBody, default_effect: 'maybe' };
    const problem = one('policies', 0, 'validation_failed', 'body', 'default_effect');
    expect(await problemsOf({ tenants, policies: [{ ...policy, body }] })).to.deep.equal([problem]);
    expect(await problemsOf({ tenants, policies: [{ ...policy, body, status: 'draft' }] })).to.deep.equal([]);
  });

  it('is material that must never be stored, without repeating it', async () => {
    const secret = 'sk_live_0123456789abcdef';
    const problems = await problemsOf({
      tenants,
      policies: [{ ...policy, status: 'draft', body: { ...soundBody, note: secret }, description: null }],
    });
    expect(problems).to.deep.equal([one('policies', 0, 'forbidden_material', 'body')]);
    expect(JSON.stringify(problems)).to.not.contain(secret);
  });

  it('is an emergency grant that outlasts a day, or a window that ends before it starts', async () => {
    const emergency = { ...binding, role: 'break_glass_admin' } as const;
    const wrong = one('roleBindings', 0, 'inconsistent', 'expiresAt');
    for (const expiresAt of [null, '2026-01-03T00:00:00.001Z'])
      expect(await problemsOf({ ...smallBundle, roleBindings: [{ ...emergency, expiresAt }] })).to.deep.equal(
        [wrong],
      );
    const lawful = { ...emergency, expiresAt: '2026-01-03T00:00:00.000Z' };
    expect(await problemsOf({ ...smallBundle, roleBindings: [lawful] })).to.deep.equal([]);
    const backwards = {
      ...binding,
      notBefore: '2026-02-02T00:00:00.000Z',
      expiresAt: '2026-02-01T00:00:00.000Z',
    };
    expect(await problemsOf({ ...smallBundle, roleBindings: [backwards] })).to.deep.equal([wrong]);
  });

  it('is a scope with fields that its type has no use for', async () => {
    const scope = { scopeType: 'tenant', ownerTeam: 'platform' } as const;
    expect(await problemsOf({ ...smallBundle, roleBindings: [{ ...binding, scope }] })).to.deep.equal([
      one('roleBindings', 0, 'inconsistent', 'scope', 'owner_team'),
    ]);
  });

  it('is a group with more members than a group may have', async () => {
    const many = Array.from({ length: 5001 }, (_, i) => ({
      userId: `usr_${i}`,
      tenantId: 'acme',
      displayName: 'Member',
    }));
    const groups = [{ ...group, members: many.map(({ userId }) => userId) }];
    expect(await problemsOf({ tenants, users: many, groups })).to.deep.equal([
      one('groups', 0, 'limit_exceeded', 'members'),
    ]);
  });

  it('is told all at once, in the order of the bundle', async () => {
    const problems = await problemsOf({
      tenants,
      users: [...users, users[1]],
      groups: [{ ...group, members: ['usr_nobody'] }],
      policies: [{ ...policy, environmentId: 'nowhere' }],
    });
    expect(problems.map(({ section, reasonCode }) => `${section} ${reasonCode}`)).to.deep.equal([
      'users duplicate_id',
      'groups unknown_reference',
      'policies unknown_reference',
    ]);
  });
});

describe('a role binding in a bundle', () => {
  it('comes with the defaults of an import where it says nothing', async () => {
    const bench = bundleBench();
    const subject = { subjectType: 'user', subjectId: 'usr_ada' } as const;
    const sparse = {
      bindingId: 'rb_2',
      tenantId: 'acme',
      role: 'viewer',
      subject,
      scope: { scopeType: 'tenant' },
    } as const;
    await bench.run({ tenants: smallBundle.tenants, users: smallBundle.users, roleBindings: [sparse] });
    const stored = await bench.store.records.get(roleBindingKind, scope, 'rb_2');
    expect(stored?.record).to.deep.equal({
      ...sparse,
      reasonCode: 'imported',
      reason: null,
      notBefore: null,
      expiresAt: null,
      grantedBy: 'cli',
      createdAt: '2026-03-01T00:00:00.000Z',
      disabledBy: null,
      disabledAt: null,
      disableReasonCode: null,
    });
    expect((await bench.store.records.get(userKind, scope, 'usr_ada'))?.record.disabledAt).to.equal(null);
  });
});
