import { roleBindingKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { bundleBench, smallBundle } from '../testing/bundles.js';
import { production } from '../testing/items.js';

describe('a role binding in a bundle', () => {
  it('gets the defaults of an import where it says nothing', async () => {
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
    const stored = await bench.store.records.get(roleBindingKind, production, 'rb_2');
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
    expect((await bench.store.records.get(userKind, production, 'usr_ada'))?.record.disabledAt).to.equal(
      null,
    );
  });
});
