import type { GrantScope } from '@govgate/domain';
import { roleBindingKind } from '@govgate/ports';
import { anEvent } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  type Bench,
  binding,
  callerWith,
  FOREIGN,
  makeBench,
  PRODUCTION,
  refusalOf,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { type ListRoleBindingsInput, makeListRoleBindings } from './list-role-bindings.js';

const LATER = '2026-04-01T00:00:00.000Z';

const filledBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  const subject = { subjectType: 'group', subjectId: 'operators' } as const;
  await bench.put(
    roleBindingKind,
    binding({ bindingId: 'rb_a', role: 'auditor' }),
    binding({ bindingId: 'rb_b', scope: { scopeType: 'environment', environmentId: STAGING }, subject }),
    binding({
      bindingId: 'rb_c',
      scope: { scopeType: 'owner_team', environmentId: STAGING, ownerTeam: 'risk' },
    }),
    binding({ bindingId: 'rb_d', notBefore: LATER }),
    binding({ bindingId: 'rb_e', expiresAt: START }),
    binding({ bindingId: 'rb_f', disabledAt: START, disabledBy: 'ada', expiresAt: START }),
    binding({ bindingId: 'rb_z', tenantId: FOREIGN }),
  );
  await bench.grant('bob', 'security_admin');
  return bench;
};

const asked = (over: Partial<ListRoleBindingsInput> = {}): ListRoleBindingsInput => ({
  tenantId: TENANT,
  filters: {},
  limit: 50,
  ...over,
});

const viewing = (scope: GrantScope) =>
  [{ bindingId: 'rb_own', role: 'viewer', scope, expiresAt: null }] as const;

/** Ports that count the records they give, and the questions that they ask the trail. */
const readingInto = (
  reads: { records: number; questions: number },
  { records, auditTrail }: Bench['ports'],
): Pick<Bench['ports'], 'records' | 'auditTrail'> => ({
  records: {
    ...records,
    page: async (...given) => {
      const page = await records.page(...given);
      reads.records += page.items.length;
      return page;
    },
  },
  auditTrail: new Proxy(auditTrail, {
    get: (trail, name) => {
      reads.questions += 1;
      return Reflect.get(trail, name);
    },
  }),
});

const idsOf = async (bench: Bench, userId: string, over: Partial<ListRoleBindingsInput> = {}) => {
  const page = answerOf(await makeListRoleBindings(bench.ports)(await bench.as(userId), asked(over)));
  return page.items.map(({ bindingId }) => bindingId).filter((id) => !id.startsWith('rb_setup'));
};

describe('listing role bindings', () => {
  it('shows an administrator those of the tenant by id', async () => {
    const bench = await filledBench();
    expect(await idsOf(bench, 'bob')).to.deep.equal(['rb_a', 'rb_b', 'rb_c', 'rb_d', 'rb_e', 'rb_f']);
  });

  for (const [what, filters, ids] of [
    ['a role', { role: 'auditor' }, ['rb_a']],
    ['a subject', { subjectId: 'operators' }, ['rb_b']],
    ['a scope type', { scopeType: 'owner_team' }, ['rb_c']],
    ['active ones', { status: 'active', role: 'viewer' }, ['rb_b', 'rb_c']],
    ['scheduled ones', { status: 'scheduled' }, ['rb_d']],
    ['expired ones', { status: 'expired' }, ['rb_e']],
    ['disabled ones', { status: 'disabled' }, ['rb_f']],
  ] as const) {
    it(`filters by ${what}`, async () => {
      expect(await idsOf(await filledBench(), 'bob', { filters })).to.deep.equal(ids);
    });
  }

  it('shows others only those whose scope their grants cover', async () => {
    const bench = await filledBench();
    await bench.grant('eve', 'viewer', { scopeType: 'environment', environmentId: STAGING });
    expect(await idsOf(bench, 'eve')).to.deep.equal(['rb_b', 'rb_c']);
  });

  it('refuses those without the permission anywhere, and other tenants', async () => {
    const bench = await filledBench();
    await bench.grant('eve', 'auditor');
    const list = makeListRoleBindings(bench.ports);
    expect(refusalOf(await list(await bench.as('eve'), asked()))).to.equal('permission_denied');
    expect(refusalOf(await list(await bench.as('bob'), asked({ tenantId: FOREIGN })))).to.equal(
      'scope_forbidden',
    );
  });

  for (const filters of [{}, { status: 'active' }] as const) {
    it(`pages without a gap or a repetition ${'status' in filters ? 'under a status' : 'over all'}`, async () => {
      const bench = await filledBench();
      const list = makeListRoleBindings(bench.ports);
      const whole = answerOf(await list(await bench.as('bob'), asked({ filters })));
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = answerOf(await list(await bench.as('bob'), asked({ filters, limit: 2, cursor })));
        expect(page.page.totalCount).to.equal(whole.page.totalCount);
        seen.push(...page.items.map(({ bindingId }) => bindingId));
        cursor = page.page.nextCursor;
      } while (cursor !== undefined);
      expect(seen).to.deep.equal(whole.items.map(({ bindingId }) => bindingId));
    });
  }

  it('refuses a token of another query', async () => {
    const bench = await filledBench();
    const list = makeListRoleBindings(bench.ports);
    const first = answerOf(await list(await bench.as('bob'), asked({ limit: 1 })));
    const other = asked({ limit: 1, filters: { role: 'viewer' }, cursor: first.page.nextCursor });
    expect(refusalOf(await list(await bench.as('bob'), other))).to.equal('invalid_cursor cursor');
  });

  it('costs its page: of thousands it reads those that it shows, and it asks the trail once', async () => {
    const bench = await makeBench();
    const many = Array.from({ length: 3_000 }, (_, i) => ({
      kind: roleBindingKind,
      record: binding({
        bindingId: `rb_${String(i).padStart(4, '0')}`,
        expiresAt: i % 3 === 0 ? START : null,
        scope: { scopeType: 'environment', environmentId: i % 2 === 0 ? STAGING : PRODUCTION },
      }),
      expectedVersion: null,
    }));
    await bench.store.unitOfWork.commit({
      changes: many,
      audit: [anEvent({ tenantId: TENANT, auditEventId: 'evt_many' })],
    });
    const reads = { records: 0, questions: 0 };
    const list = makeListRoleBindings({ ...bench.ports, ...readingInto(reads, bench.ports) });
    const staging = { scopeType: 'environment', environmentId: STAGING } as const;
    for (const grants of [{ scopeType: 'tenant' } as const, staging].map(viewing))
      for (const status of [undefined, 'active', 'expired'] as const) {
        Object.assign(reads, { records: 0, questions: 0 });
        const filters = status === undefined ? {} : { status };
        const { items } = answerOf(await list(callerWith(grants), asked({ filters, limit: 20 })));
        expect({ shown: items.length, ...reads }).to.deep.equal({ shown: 20, records: 20, questions: 1 });
      }
  });

  it('does not offer to disable the last security administrator', async () => {
    const bench = await filledBench();
    const filters = { role: 'security_admin' } as const;
    const { items } = answerOf(
      await makeListRoleBindings(bench.ports)(await bench.as('bob'), asked({ filters })),
    );
    expect(items.map(({ permissions }) => permissions.allowedActions)).to.deep.equal([['read']]);
    await bench.grant('eve', 'security_admin');
    const both = answerOf(await makeListRoleBindings(bench.ports)(await bench.as('bob'), asked({ filters })));
    expect(both.items.map(({ permissions }) => permissions.allowedActions)).to.deep.equal([
      ['disable', 'read'],
      ['disable', 'read'],
    ]);
  });

  it('confines a token narrowed to an environment to that environment', async () => {
    const bench = await filledBench();
    const context = await bench.as('bob');
    const principal = { ...context.principal, narrowed: true, environmentIds: [STAGING] };
    const page = answerOf(await makeListRoleBindings(bench.ports)({ ...context, principal }, asked()));
    expect(page.items.map(({ bindingId }) => bindingId)).to.deep.equal(['rb_b', 'rb_c']);
  });
});
