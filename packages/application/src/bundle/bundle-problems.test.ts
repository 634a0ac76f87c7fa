import type { ManifestBody } from '@govgate/domain';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { BundleProblem } from './problem.js';
import type { Bundle } from './sections/registry.js';
import { bundleBench, smallBundle, soundBody, soundTests } from './testing/bundles.js';

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

describe('what is wrong with a bundle', () => {
  const { tenants, users } = smallBundle;
  const [group] = smallBundle.groups;
  const [binding] = smallBundle.roleBindings;
  const [policy] = smallBundle.policies;

  it('is a tenant or an environment that does not exist', async () => {
    const foreign = { userId: 'usr_x', tenantId: 'globex', displayName: 'X' };
    expect(await problemsOf({ tenants, users: [foreign] })).to.deep.equal([
      one('users', 0, 'unknown_reference', 'tenantId'),
    ]);
    expect(await problemsOf({ tenants, policies: [{ ...policy, environmentId: 'nowhere' }] })).to.deep.equal([
      one('policies', 0, 'unknown_reference', 'environmentId'),
    ]);
  });

  it('is a member that is not a user of the tenant', async () => {
    const groups = [{ ...group, members: ['usr_ada', 'usr_nobody'] }];
    expect(await problemsOf({ tenants, users, groups })).to.deep.equal([
      one('groups', 0, 'unknown_reference', 'members', 1),
    ]);
  });

  it('is a role binding whose subject or environment does not exist', async () => {
    const scope = { scopeType: 'environment', environmentId: 'nowhere' } as const;
    expect(await problemsOf({ tenants, roleBindings: [{ ...binding, scope }] })).to.deep.equal([
      one('roleBindings', 0, 'unknown_reference', 'scope', 'environmentId'),
      one('roleBindings', 0, 'unknown_reference', 'subject', 'subjectId'),
    ]);
  });

  it('is not a reference to a record already in the store', async () => {
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

  it('is a text that is not the body it stands beside', async () => {
    const said = (text: string, textFormat: 'json' | 'yaml' = 'yaml') =>
      problemsOf({ tenants, policies: [{ ...policy, text, textFormat }] });
    expect(await said(`# As written\n${JSON.stringify(soundBody)}`)).to.deep.equal([]);
    expect(await said(JSON.stringify(soundBody), 'json')).to.deep.equal([]);
    expect(await said('rules: []')).to.deep.equal([one('policies', 0, 'inconsistent', 'text')]);
    expect(await said('rules: [', 'json')).to.deep.equal([one('policies', 0, 'invalid_value', 'text')]);
    const secret = 'sk_live_0123456789abcdef';
    expect(await said(`# ${secret}\n${JSON.stringify(soundBody)}`)).to.deep.equal([
      one('policies', 0, 'forbidden_material', 'text'),
    ]);
  });

  it('is an active policy that fails its tests, and tests that cannot be run whatever the status', async () => {
    const { only_low_risk } = soundTests.cases;
    const failing = {
      ...soundTests,
      cases: { erase_too: { ...only_low_risk, expected: [{ effect: 'allow' }] } },
    };
    expect(await problemsOf({ tenants, policies: [{ ...policy, tests: soundTests }] })).to.deep.equal([]);
    expect(await problemsOf({ tenants, policies: [{ ...policy, tests: failing }] })).to.deep.equal([
      one('policies', 0, 'validation_failed', 'tests', 'cases', 'erase_too'),
    ]);
    const draft = { ...policy, status: 'draft' as const };
    expect(await problemsOf({ tenants, policies: [{ ...draft, tests: failing }] })).to.deep.equal([]);
    const broken = { ...soundTests, targets: {} };
    expect(await problemsOf({ tenants, policies: [{ ...draft, tests: broken }] })).to.deep.equal([
      one('policies', 0, 'invalid_value', 'tests', 'cases', 'only_low_risk', 'targets', '0'),
    ]);
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

  it('is a scope with fields that its type does not use', async () => {
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

  it('is reported all at once, in the order of the bundle', async () => {
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
