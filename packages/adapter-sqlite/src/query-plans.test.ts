import {
  ALL_KINDS,
  type AnyKind,
  agentKind,
  apiTokenKind,
  clientSessionKind,
  credentialBindingKind,
  dataPlaneKind,
  groupKind,
  inForceFrom,
  mcpSubmissionKind,
  policyVersionKind,
  roleBindingKind,
  type Where,
  withStatus,
} from '@govgate/ports';
import { declaredLists } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type ListenedStore, openListenedStore } from './testing/listened-store.js';

const SCOPE = { tenantId: 't', environmentId: 'e' };
describe('the plans of lists on the embedded store', () => {
  let listened: ListenedStore;
  let store: ListenedStore['store'];

  before(async () => {
    listened = await openListenedStore();
    store = listened.store;
  });

  after(() => listened.dispose());

  /** The plans of the queries to a kind's table, without the check for outdated records. */
  const plansOf = (kind: AnyKind): string[] =>
    listened.plansOf((sql) => sql.includes(`FROM records_${kind.name}`));

  for (const kind of ALL_KINDS)
    if (kind.lists.filters.length > 0)
      it(`find ${kind.name} by their filter and in their order`, async () => {
        for (const { name, filters, query } of declaredLists(kind)) {
          await store.records.page(kind, SCOPE, query);
          await store.records.count(kind, SCOPE, query.where);
          const [page = '', ...counts] = plansOf(kind);
          const [first] = filters;
          expect(page, name)
            .to.match(/^SEARCH /)
            .and.not.match(/SCAN|TEMP B-TREE FOR ORDER BY/);
          if (first === undefined) continue;
          for (const plan of [page, ...counts])
            expect(plan, name).to.match(new RegExp(filters.map((one) => `a_${one}=\\?`).join('|')));
        }
      });

  it('find what the grants of teams cover by the teams', async () => {
    const kinds = ALL_KINDS.filter(({ lists }) => lists.filters.includes('ownerTeam'));
    for (const kind of kinds) {
      const covered = { attribute: 'ownerTeam', values: ['x', 'y'], ids: ['a'] };
      await store.records.page(kind, SCOPE, { where: { covered: { ...covered, ids: [] } }, limit: 5 });
      await store.records.page(kind, SCOPE, { where: { covered }, limit: 5 });
      const [byTeam, byBoth] = plansOf(kind);
      expect(byTeam, kind.name).to.match(/a_ownerTeam=\?/);
      expect(byBoth, kind.name)
        .to.match(/environment_id=\? AND id=\?/)
        .and.match(/a_ownerTeam=\?/);
    }
    expect(kinds.length).to.be.greaterThan(4);
  });

  it('find who has a unique value by its index', async () => {
    await store.records.holder(policyVersionKind, SCOPE, 'one_active', 'active');
    const [plan] = listened.plansOf((sql) => sql.includes('u_one_active'));
    expect(plan).to.match(
      /^SEARCH records_policy_version USING INDEX records_policy_version_one_one_active \(.*u_one_active=\?\)$/,
    );
  });

  it('walk the members for one text in order, and no further than the page', async () => {
    const after = { value: 'x', id: 'x' };
    await store.records.page(groupKind, SCOPE, { where: { has: { member: 'ada' } }, limit: 5, after });
    const [page] = listened.plansOf((sql) => sql.includes('CROSS JOIN records_local_group'));
    expect(page)
      .to.match(/^SEARCH members_local_group USING PRIMARY KEY \(.*value=\? AND id>\?\)/)
      .and.match(/SEARCH records_local_group USING INDEX \S+ \(.*id=\?\)/)
      .and.not.match(/SCAN|TEMP B-TREE/);
  });

  it('find the submissions that refer to policy versions by the references', async () => {
    const where = { has: { policyRef: ['pv_1', 'pv_2'] } };
    const order = { by: 'sequence', direction: 'desc' } as const;
    await store.records.page(mcpSubmissionKind, SCOPE, { where, order, limit: 5, mostBytes: 1_000 });
    const [page] = plansOf(mcpSubmissionKind);
    expect(page)
      .to.match(/SEARCH members_mcp_submission USING PRIMARY KEY \(.*membership=\? AND value=\?\)/)
      .and.match(/environment_id=\? AND id=\?/);
  });

  it('find ids by members alone, and look up the records by id for further conditions', async () => {
    const request = { membership: 'member', members: ['ada', 'bob'] } as const;
    await store.records.idsByMember(groupKind, SCOPE, { ...request, is: {} });
    await store.records.idsByMember(groupKind, SCOPE, { ...request, is: { status: 'active' } });
    const [alone, besides] = listened.plansOf((sql) => sql.includes('FROM members_local_group AS m'));
    for (const plan of [alone, besides])
      expect(plan)
        .to.match(/SEARCH m USING PRIMARY KEY \(.*value=\?\)/)
        .and.not.match(/SCAN (?!asked|\(subquery)|TEMP B-TREE/);
    expect(alone).not.to.contain('records_local_group');
    expect(besides).to.match(/SEARCH records_local_group USING INDEX \S+ \(.*id=\?\)/);
  });

  it('count by an index alone', async () => {
    await store.records.count(groupKind, SCOPE, { has: { member: 'ada' } });
    await store.records.countBy(clientSessionKind, SCOPE, 'liveSurfaceId', {
      is: { liveSurfaceId: ['a', 'b'] },
    });
    await store.records.count(agentKind, SCOPE, { is: { lifecycleState: 'draft' } });
    await store.records.count(dataPlaneKind, SCOPE);
    const plans = listened.plansOf((sql) => sql.includes(' FROM '));
    expect(plans.length).to.equal(4);
    for (const plan of plans)
      expect(plan)
        .to.match(/^SEARCH (records_\w+ USING COVERING INDEX|members_\w+ USING PRIMARY KEY)/)
        .and.not.match(/SCAN (?!json_each)|TEMP B-TREE/);
  });

  /** The plans of a page of role bindings and of its total. */
  const plansOfBindings = async (where: Where<typeof roleBindingKind>): Promise<readonly string[]> => {
    await store.records.page(roleBindingKind, SCOPE, { where, limit: 5, mostBytes: 1_000 });
    await store.records.count(roleBindingKind, SCOPE, where);
    return listened.plansOf((sql) => /FROM (records|members)_role_binding|CROSS JOIN/.test(sql));
  };
  const NOW = '2026-01-01T00:00:00.000Z';

  for (const [status, range] of [
    ['active', 'endsAt>\\?'],
    ['scheduled', 'startsAt>\\?'],
    ['expired', 'endsAt>\\? AND a_endsAt<\\?'],
  ] as const)
    it(`find ${status} role bindings by their time, and read none that is not on the page`, async () => {
      const plans = await plansOfBindings(withStatus(status, NOW));
      const [page = '', count = ''] = [plans[0], plans.at(-1)];
      const covered = new RegExp(`USING COVERING INDEX \\S+ \\(.*a_${range}\\)`);
      expect(page)
        .to.match(/SEARCH records_role_binding USING INTEGER PRIMARY KEY \(rowid=\?\)/)
        .and.match(covered)
        .and.not.match(/SCAN (?!json)/);
      expect(count).to.match(covered);
    });

  it('find what ended in a time span by its time', async () => {
    const range = { from: '2026-01-01T00:00:00.000Z', to: NOW };
    for (const [kind, attribute] of [
      [apiTokenKind, 'endedAt'],
      [roleBindingKind, 'endedAt'],
      [credentialBindingKind, 'rotationDueAt'],
    ] as const) {
      const order = { by: attribute, direction: 'asc' } as const;
      const query = { where: { range: { attribute, ...range } }, order, limit: 1_000, mostBytes: 1_000 };
      await store.records.page(kind as AnyKind, { ...SCOPE, installation: true }, query);
      expect(plansOf(kind)[0], kind.name)
        .to.match(new RegExp(`SEARCH .*USING (COVERING )?INDEX .*a_${attribute}>\\? AND a_${attribute}<\\?`))
        .and.not.match(/SCAN (?!json)|TEMP B-TREE/);
    }
  });

  it('find disabled role bindings in their order, and no further than the page', async () => {
    const [page] = await plansOfBindings(withStatus('disabled', NOW));
    expect(page)
      .to.match(/^SEARCH records_role_binding USING INDEX \S+_by_a_endsAt_id \(.*a_endsAt=\?\)/)
      .and.not.match(/TEMP B-TREE/);
  });

  it('find the role bindings that a scope covers by the scope, whatever their status', async () => {
    const active = withStatus('active', NOW);
    for (const where of [{ has: { scope: ['x'] } }, { ...active, has: { scope: 'x' } }])
      expect((await plansOfBindings(where))[0])
        .to.match(/^SEARCH members_role_binding USING PRIMARY KEY \(.*value=\?\)/)
        .and.match(/SEARCH records_role_binding USING INDEX \S+ \(.*id=\?\)/)
        .and.not.match(/SCAN|TEMP B-TREE/);
    for (const where of [{ has: { scope: ['x', 'y'] } }, { ...active, has: { scope: ['x', 'y'] } }])
      expect((await plansOfBindings(where))[0])
        .to.match(/SEARCH records_role_binding USING INDEX \S+ \(.*id=\?\)/)
        .and.match(/SEARCH members_role_binding USING PRIMARY KEY \(.*value=\?\)/)
        .and.not.match(/SCAN (?!json)|TEMP B-TREE FOR ORDER BY/);
  });

  it('find the role bindings of a caller by subject and time, none that came to nothing', async () => {
    for (const subject of [['user:ada'], ['user:ada', 'group:payments']]) {
      const where = { is: { subject }, range: inForceFrom('2026-01-01T00:00:00.000Z') };
      await store.records.page(roleBindingKind, SCOPE, { where, limit: 5 });
    }
    for (const plan of plansOf(roleBindingKind))
      expect(plan).to.match(
        /INDEX records_role_binding_by_a_subject_a_endsAt_id \(.*a_subject=\? AND a_endsAt>\?\)/,
      );
  });
});
