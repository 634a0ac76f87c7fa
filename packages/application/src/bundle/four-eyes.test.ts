import type { Grant } from '@govgate/domain';
import { agentAllowedActions } from '@govgate/domain/internal';
import { agentKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { callerWith } from '../testing/use-case-bench.js';
import { bundleBench } from './testing/bundles.js';
import { agent, production, tenants } from './testing/items.js';

const REVIEWER = [
  { bindingId: 'rb_1', role: 'registry_reviewer', scope: { scopeType: 'tenant' }, expiresAt: null },
] as unknown as readonly Grant[];

describe('four eyes after a bundle was imported', () => {
  it('still keep whoever submitted an agent through a service account from approving it', async () => {
    const first = bundleBench();
    const hands = {
      submitted: { actorType: 'service_account', actorId: 'svc_ci', persons: ['ada'] },
    } as const;
    await first.run({ tenants, agents: [{ ...agent, submittedBy: 'svc_ci', hands }] });
    const second = bundleBench();
    await second.run(await first.exported());
    const stored = await second.store.records.get(agentKind, production, 'agt_1');
    if (stored === undefined) throw new Error('no agent');
    const offeredTo = (person: string): readonly string[] => {
      const { principal } = callerWith(REVIEWER, { tenantId: 'acme', actorId: person, persons: [person] });
      return agentAllowedActions(principal, stored.record, { fourEyes: true });
    };
    expect([offeredTo('ada'), offeredTo('bob')]).to.deep.equal([
      ['read', 'reject'],
      ['approve', 'read', 'reject'],
    ]);
  });
});
