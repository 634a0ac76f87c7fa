import { addSeconds, type Instant } from '@govgate/domain';
import { expect } from 'chai';
import { expectRefusal } from '../../testing/expectations.js';
import { onEveryStore } from '../../testing/stores/on-every-store.js';
import type { Answered, TestService } from '../../testing/test-service.js';
import { putGroup, putServiceAccount, putUser } from '../../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../../testing/worlds/world.js';

const tenantWide = { scope_type: 'tenant' };

onEveryStore('K6: nobody grants themselves more or for longer, through groups neither', (start) => {
  let service: TestService;
  let tokens: Tokens;
  let inAnHour: Instant;
  /** An administrator whose grants end in an hour. */
  let timed: string;

  beforeEach(async () => {
    service = await start();
    tokens = await makeWorld(service.ports);
    inAnHour = addSeconds(service.ports.clock.now(), 3600);
    timed = await putUser(
      service.ports,
      'tim',
      { role: 'security_admin', expiresAt: inAnHour },
      { role: 'platform_admin', expiresAt: inAnHour },
    );
    await putGroup(service.ports, 'empty', []);
  });

  afterEach(() => service.stop());

  const grant = (token: string, subject: object, over: object = {}, path = ''): Promise<Answered> =>
    service.call(`/v1/admin/role-bindings${path}?tenant_id=${TENANT}`, {
      token,
      body: { role: 'security_admin', subject, scope: tenantWide, reason_code: 'attack', ...over },
    });
  const toGroup = (group_id: string) => ({ subject_type: 'group', subject_id: group_id });
  const join = (token: string, groupId: string, user_id: string): Promise<Answered> =>
    service.call(`/v1/local-identity/groups/${groupId}/members?tenant_id=${TENANT}`, {
      token,
      body: { user_id },
    });
  const me = async (token: string) => (await service.call('/v1/identity/me', { token })).json;

  it('refuses a grant that would outlast the grantor’s own, to a group or to anybody else', async () => {
    for (const subject of [toGroup('empty'), { subject_type: 'user', subject_id: 'nob' }]) {
      expectRefusal(await grant(timed, subject), 403, 'exceeds_grantor');
      const later = { expires_at: addSeconds(inAnHour, 1) };
      expectRefusal(await grant(timed, subject, later), 403, 'exceeds_grantor');
      const preview = await grant(timed, subject, later, '/preview');
      expect([preview.json.valid, preview.json.findings[0]]).to.deep.equal([
        false,
        { severity: 'blocking', reason_code: 'exceeds_grantor' },
      ]);
      expect((await grant(timed, subject, { expires_at: inAnHour })).status).to.equal(201);
    }
  });

  it('lets nobody join a group whose grants outlast theirs, whoever the member is', async () => {
    expect((await grant(tokens.admin, toGroup('empty'))).status).to.equal(201);
    expectRefusal(await join(timed, 'empty', 'tim'), 403, 'self_grant_forbidden');
    expectRefusal(await join(timed, 'empty', 'nob'), 403, 'self_grant_forbidden');
    expect((await join(tokens.admin, 'empty', 'nob')).status).to.equal(200);
  });

  it('lets nobody add others to a group whose reach exceeds theirs', async () => {
    const lesser = await putUser(service.ports, 'les', { role: 'security_admin' });
    await putGroup(service.ports, 'platform', [], { role: 'platform_admin' });
    expectRefusal(await join(lesser, 'platform', 'nob'), 403, 'self_grant_forbidden');
  });

  it('grants a service account nothing through a group, whatever its id', async () => {
    await putGroup(service.ports, 'admins', ['vic'], { role: 'security_admin' });
    const robot = await putServiceAccount(service.ports, 'vic');
    const { actor_type, groups, permissions, role_bindings } = await me(robot);
    expect({ actor_type, groups, permissions, role_bindings }).to.deep.equal({
      actor_type: 'service_account',
      groups: [],
      permissions: [],
      role_bindings: [],
    });
    expect((await me(tokens.viewer)).groups).to.deep.equal(['admins']);
    const preview = await service.call(`/v1/admin/role-bindings/preview?tenant_id=${TENANT}`, {
      token: tokens.admin,
      body: {
        role: 'viewer',
        subject: { subject_type: 'service_account', subject_id: 'vic' },
        scope: { scope_type: 'environment', environment_id: PRODUCTION },
        reason_code: 'look',
      },
    });
    const { already_effective, affected_user_ids } = preview.json;
    expect({ already_effective, affected_user_ids }).to.deep.equal({
      already_effective: [],
      affected_user_ids: [],
    });
  });
});
