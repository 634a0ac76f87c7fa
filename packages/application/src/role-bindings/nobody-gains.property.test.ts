import type { RoleBinding } from '@govgate/domain';
import { groupKind, roleBindingKind } from '@govgate/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { makeAddGroupMember } from '../groups/add-group-member.js';
import { type Bench, binding, group, TENANT } from '../testing/use-case-bench.js';
import { makeCreateRoleBinding } from './create-role-binding.js';
import type { RoleBindingInput } from './judge-role-binding.js';
import { makePreviewRoleBinding } from './preview-role-binding.js';
import {
  at,
  EVERYBODY,
  gained,
  join,
  keyOf,
  lookAt,
  momentsLeft,
  type Narrowing,
  principalAt,
  type RightsOverTime,
  rightsOverTime,
  type Somebody,
  WHOLE,
} from './testing/rights-over-time.js';
import { type Held, narrowings, steps, type WorldStep, worldOf, worlds } from './testing/small-worlds.js';

const inputOf = ({ scope, ...request }: Held): RoleBindingInput => ({
  ...request,
  tenantId: TENANT,
  scope,
  reasonCode: 'attack',
  reason: null,
});

/** Takes a step as somebody; returns whether the service let them. */
const take = async (
  bench: Bench,
  somebody: Somebody,
  narrowing: Narrowing,
  step: WorldStep,
): Promise<boolean> => {
  if (step.kind === 'wait') {
    bench.clock.advance(step.minutes * 60_000);
    return false;
  }
  const principal = await principalAt(bench, somebody, bench.clock.now(), narrowing);
  const context = { principal, requestId: 'req_test', correlationId: null };
  if (step.kind === 'join') {
    const { groupId, userId } = step;
    return (await makeAddGroupMember(bench.ports)(context, { tenantId: TENANT, groupId, userId })).ok;
  }
  const make =
    step.kind === 'create' ? makeCreateRoleBinding(bench.ports) : makePreviewRoleBinding(bench.ports);
  return (await make(context, inputOf(step.request))).ok;
};

describe('whatever is previewed, granted and joined', () => {
  const RUNS = { numRuns: process.env.GOVGATE_TEST_LONG === '1' ? 1_000 : 60 };

  it('gives nobody more, or for longer, than the actor has', async function () {
    this.timeout(900_000);
    let moved = 0;
    const property = fc.asyncProperty(
      worlds,
      narrowings,
      fc.array(steps, { minLength: 2, maxLength: 12 }),
      async (given, narrowing, taken) => {
        const { actor } = given;
        const bench = await worldOf(given);
        const before = await lookAt(bench);
        // Through the token that they act with: a narrowed one grants no more than it allows.
        const own = await rightsOverTime(bench, actor, narrowing);
        for (const step of taken) if (await take(bench, actor, narrowing, step)) moved += 1;
        const after = await lookAt(bench);
        expect(gained(before, after, own)).to.deep.equal([]);
        // The actors themselves end as they began: they gain nothing from what they gave.
        for (const moment of momentsLeft(bench))
          expect([...(after.get(keyOf(actor, moment)) ?? [])].sort()).to.deep.equal(
            [...(before.get(keyOf(actor, moment)) ?? [])].sort(),
          );
      },
    );
    await fc.assert(property, RUNS);
    expect(moved, 'steps that were let through').to.be.greaterThan(20);
  });

  it('gives several people acting together nothing that none of them had', async function () {
    this.timeout(900_000);
    const property = fc.asyncProperty(
      worlds,
      fc.array(fc.tuple(fc.constantFrom(...EVERYBODY), steps), { minLength: 1, maxLength: 10 }),
      async (given, taken) => {
        const bench = await worldOf(given);
        const before = await lookAt(bench);
        let own: RightsOverTime = new Map();
        for (const actor of new Set(taken.map(([one]) => one)))
          own = join(own, await rightsOverTime(bench, actor, WHOLE));
        for (const [actor, step] of taken) await take(bench, actor, WHOLE, step);
        expect(gained(before, await lookAt(bench), own)).to.deep.equal([]);
      },
    );
    await fc.assert(property, RUNS);
  });

  it('is not an empty promise: the search finds a grant that has lost its end', async () => {
    const held = {
      subject: { subjectType: 'user', subjectId: 'ada' },
      role: 'security_admin',
      scope: { scopeType: 'tenant' },
    } as const;
    const bench = await worldOf({
      actor: 'user:ada',
      held: [{ ...held, notBefore: null, expiresAt: at(60) }],
      groups: [[], []],
    });
    const before = await lookAt(bench);
    const own = await rightsOverTime(bench, 'user:ada', WHOLE);
    const endless: RoleBinding = binding({
      bindingId: 'rb_endless',
      ...held,
      subject: { subjectType: 'group', subjectId: 'admins' },
    });
    await bench.put(roleBindingKind, endless);
    await bench.put(groupKind, group('admins', ['ada']));
    const found = gained(before, await lookAt(bench), own);
    expect(found.length).to.be.greaterThan(100);
    expect(found.every((one) => one.startsWith('user:ada at ') && one.slice(12, 36) >= at(60))).to.equal(
      true,
    );
  });
});
