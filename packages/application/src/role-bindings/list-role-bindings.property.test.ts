import { addSeconds, compareText, type GrantScope, type RoleBinding } from '@govgate/domain';
import { mayOnRoleBinding, ROLE_BINDING_STATUSES, roleBindingStatus } from '@govgate/domain/internal';
import { roleBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import type { CallContext } from '../call/context.js';
import {
  answerOf,
  type Bench,
  binding,
  callerWith,
  makeBench,
  PRODUCTION,
  STAGING,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { type ListRoleBindingsInput, makeListRoleBindings } from './list-role-bindings.js';

const environments = fc.constantFrom(PRODUCTION, STAGING, 'gone');
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const scopes: fc.Arbitrary<GrantScope> = fc.oneof(
  fc.constant<GrantScope>({ scopeType: 'tenant' }),
  fc.record({ scopeType: fc.constant('environment' as const), environmentId: environments }),
  fc.record({
    scopeType: fc.constant('owner_team' as const),
    environmentId: perhaps(environments),
    ownerTeam: fc.constantFrom('risk', 'sales'),
  }),
  fc.record({
    scopeType: fc.constant('resource' as const),
    environmentId: perhaps(environments),
    resourceType: fc.constant('agent' as const),
    resourceId: fc.constantFrom('a', 'b'),
  }),
);
// The clock stands at START, the moments just beside it decide.
const moments = perhaps(fc.constantFrom(-60, -0.001, 0, 0.001, 60).map((s) => addSeconds(START, s)));

const bindings: fc.Arbitrary<readonly RoleBinding[]> = fc
  .array(
    fc.record({
      role: fc.constantFrom('viewer' as const, 'auditor' as const),
      scope: scopes,
      notBefore: moments,
      expiresAt: moments,
      disabledAt: fc.constantFrom(null, null, START),
      subjectId: fc.constantFrom('ada', 'bob'),
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ subjectId, ...over }, i) =>
      binding({ bindingId: `rb_${i}`, subject: { subjectType: 'user', subjectId }, ...over }),
    ),
  );

const callers: fc.Arbitrary<CallContext> = fc
  .tuple(fc.array(scopes, { minLength: 1, maxLength: 3 }), fc.boolean(), fc.subarray([PRODUCTION, STAGING]))
  .map(([granted, narrowed, environmentIds]) =>
    callerWith(
      granted.map((scope) => ({ bindingId: 'rb_own', role: 'viewer', scope, expiresAt: null })),
      { narrowed, environmentIds },
    ),
  );

const filters: fc.Arbitrary<ListRoleBindingsInput['filters']> = fc.record(
  {
    status: fc.constantFrom(...ROLE_BINDING_STATUSES),
    role: fc.constantFrom('viewer' as const, 'auditor' as const),
    subjectId: fc.constantFrom('ada', 'bob'),
    scopeType: fc.constantFrom('tenant' as const, 'owner_team' as const),
  },
  { requiredKeys: [] },
);

/** Judges each binding by itself. */
const judged = (
  all: readonly RoleBinding[],
  { principal }: CallContext,
  request: ListRoleBindingsInput['filters'],
): string[] =>
  all
    .filter((one) => mayOnRoleBinding(principal, 'role_binding.read', one.scope))
    .filter(({ role }) => request.role === undefined || request.role === role)
    .filter(({ subject }) => request.subjectId === undefined || request.subjectId === subject.subjectId)
    .filter(({ scope }) => request.scopeType === undefined || request.scopeType === scope.scopeType)
    .filter((one) => request.status === undefined || request.status === roleBindingStatus(one, START))
    .map(({ bindingId }) => bindingId)
    .sort(compareText);

const allPages = async (bench: Bench, context: CallContext, request: ListRoleBindingsInput['filters']) => {
  const list = makeListRoleBindings(bench.ports);
  const [seen, totals]: [string[], number[]] = [[], []];
  let cursor: string | undefined;
  do {
    const page = answerOf(await list(context, { tenantId: TENANT, filters: request, limit: 2, cursor }));
    seen.push(...page.items.map(({ bindingId }) => bindingId));
    totals.push(page.page.totalCount);
    cursor = page.page.nextCursor;
  } while (cursor !== undefined);
  return { seen, totals: [...new Set(totals)] };
};

describe('a list of role bindings', () => {
  it('is of those that each judged by itself belongs to, page by page, whoever asks for whatever', async () => {
    await fc.assert(
      fc.asyncProperty(bindings, callers, filters, async (all, context, request) => {
        const bench = await makeBench();
        await bench.put(roleBindingKind, ...all);
        const ids = judged(all, context, request);
        expect(await allPages(bench, context, request)).to.deep.equal({ seen: ids, totals: [ids.length] });
      }),
      { numRuns: 300 },
    );
  });
});
