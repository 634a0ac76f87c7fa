import { addSeconds, type Instant } from '@govgate/domain';
import { tenantKind } from '@govgate/ports';
import { expect } from 'chai';
import { expectRefusal } from '../../testing/expectations.js';
import { onEveryStore } from '../../testing/stores/on-every-store.js';
import type { Answered, TestService } from '../../testing/test-service.js';
import { putUser } from '../../testing/worlds/callers.js';
import { putRecords, TENANT } from '../../testing/worlds/world.js';

onEveryStore('K13: the last administrator who stays is not taken away', (start) => {
  let service: TestService;
  let now: Instant;

  beforeEach(async () => {
    service = await start();
    now = service.ports.clock.now();
    await putRecords(service.ports, TENANT, [
      { kind: tenantKind, record: { tenantId: TENANT, environments: ['production'] } },
    ]);
  });

  afterEach(() => service.stop());

  const admin = (userId: string, expiresAt: Instant | null): Promise<string> =>
    putUser(service.ports, userId, { role: 'security_admin', expiresAt });
  const disable = (token: string, userId: string): Promise<Answered> =>
    service.call(`/v1/admin/role-bindings/rb_${userId}_0/disable?tenant_id=${TENANT}`, {
      token,
      body: { reason_code: 'leaves' },
    });
  const offered = async (token: string, userId: string): Promise<readonly string[]> => {
    const list = await service.call(`/v1/admin/role-bindings?tenant_id=${TENANT}&subject_id=${userId}`, {
      token,
    });
    return list.json.items[0].permissions.allowed_actions;
  };

  it('does not count one that is about to end as another one', async () => {
    const leaving = await admin('lea', addSeconds(now, 60));
    await admin('ada', null);
    expectRefusal(await disable(leaving, 'ada'), 409, 'last_security_admin');
    expect(await offered(leaving, 'ada')).to.deep.equal(['read']);
    expect((await disable(leaving, 'lea')).status).to.equal(200);
  });

  it('counts one without an end, and of those with an end the one that ends last', async () => {
    const short = await admin('sho', addSeconds(now, 600));
    await admin('lon', addSeconds(now, 6_000));
    expectRefusal(await disable(short, 'lon'), 409, 'last_security_admin');
    expect(await offered(short, 'sho')).to.deep.equal(['disable', 'read']);
    expect((await disable(short, 'sho')).status).to.equal(200);
    const endless = await admin('end', null);
    expect((await disable(endless, 'lon')).status).to.equal(200);
    expectRefusal(await disable(endless, 'end'), 409, 'last_security_admin');
  });

  it('does not count one of an environment as another one of the tenant', async () => {
    const whole = await admin('ada', null);
    const scope = { scopeType: 'environment', environmentId: 'production' } as const;
    await putUser(service.ports, 'eva', { role: 'security_admin', scope });
    expectRefusal(await disable(whole, 'ada'), 409, 'last_security_admin');
    expect(await offered(whole, 'ada')).to.deep.equal(['read']);
    expect((await disable(whole, 'eva')).status).to.equal(200);
  });
});
