import type { Permission } from '@govgate/domain';
import { expect } from 'chai';
import { expectRefusal } from '../testing/expectations.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { onEveryStore } from '../testing/stores/on-every-store.js';
import type { Answered, CallRequest, TestService } from '../testing/test-service.js';
import { putGroup, putServiceAccount, putUser } from '../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens, tokenFor } from '../testing/worlds/world.js';

const SCOPE = `tenant_id=${TENANT}&environment_id=${PRODUCTION}`;

onEveryStore('a token that is narrowed to permissions', (start) => {
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    service = await start();
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
  });

  afterEach(() => service.stop());

  const narrowed = (subjectId: string, ...permissions: Permission[]): Promise<string> =>
    tokenFor(service.ports, { subjectId, permissions });
  const ask = (token: string, path: string, request: CallRequest = {}): Promise<Answered> =>
    service.call(path, { token, ...request });

  it('reports only those that its bearer has, and does nothing else', async () => {
    const token = await narrowed('ada', 'policy.read', 'policy.validate');
    const me = (await ask(token, '/v1/identity/me')).json;
    expect(me.permissions).to.deep.equal(['policy.read', 'policy.validate']);
    const read = await ask(token, `/v1/policies/pv_draft?${SCOPE}`);
    expect([read.status, read.json.permissions.allowed_actions]).to.deep.equal([
      200,
      ['diff', 'read', 'simulate', 'validate'],
    ]);
    expectRefusal(await ask(token, `/v1/agents?${SCOPE}`), 403, 'permission_denied');
    expectRefusal(await ask(token, `/v1/audit/events?tenant_id=${TENANT}`), 403, 'permission_denied');
    const publish = OPERATION_SAMPLES.publishPolicy?.body ?? {};
    expectRefusal(
      await ask(token, `/v1/policies/pv_draft/publish?${SCOPE}`, { body: publish }),
      403,
      'permission_denied',
    );
  });

  it('grants nobody what they lack', async () => {
    const token = await narrowed('vic', 'policy.read', 'policy.publish');
    expect((await ask(token, '/v1/identity/me')).json.permissions).to.deep.equal(['policy.read']);
  });

  it('passes on nothing that it excludes: neither by a grant nor into a group', async () => {
    const token = await narrowed('ada', 'role_binding.create', 'local_identity.manage', 'audit.read');
    const grant = (role: string): Promise<Answered> =>
      ask(token, `/v1/admin/role-bindings?tenant_id=${TENANT}`, {
        body: {
          role,
          subject: { subject_type: 'user', subject_id: 'nob' },
          scope: { scope_type: 'tenant' },
          reason_code: 'attack',
        },
      });
    for (const role of ['security_admin', 'auditor', 'viewer'])
      expectRefusal(await grant(role), 403, 'exceeds_grantor');
    await putGroup(service.ports, 'auditors', [], { role: 'auditor' });
    const join = await ask(token, `/v1/local-identity/groups/auditors/members?tenant_id=${TENANT}`, {
      body: { user_id: 'nob' },
    });
    expectRefusal(join, 403, 'self_grant_forbidden');
  });

  it('shares no remembered answer with another token of its bearer', async () => {
    const token = await narrowed('ada', 'policy.read');
    const path = `/v1/policies/pv_draft?${SCOPE}`;
    const actions = async (one: string) => (await ask(one, path)).json.permissions.allowed_actions;
    const whole = await actions(tokens.admin);
    expect(await actions(token)).to.deep.equal(['diff', 'read', 'simulate']);
    expect(await actions(tokens.admin)).to.deep.equal(whole);
  });
});

onEveryStore('the role of a gateway', (start) => {
  let service: TestService;

  beforeEach(async () => {
    service = await start();
    await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
  });

  afterEach(() => service.stop());

  const ask = (token: string, path: string, request: CallRequest = {}): Promise<Answered> =>
    service.call(path, { token, ...request });

  it('lets a service account report, and change nothing', async () => {
    const scope = { scopeType: 'environment', environmentId: PRODUCTION } as const;
    const gateway = await putServiceAccount(service.ports, 'gateway', { role: 'data_plane_agent', scope });
    const session = await ask(gateway, `/v1/sessions/sess_gateway?${SCOPE}`, {
      method: 'PUT',
      body: { user_id: 'vic', state: 'active', backend_session_ids: [], credential_binding_ids: [] },
    });
    expect(session.status, session.text).to.equal(201);
    const beat = await ask(gateway, `/v1/data-planes/dp_heard/heartbeat?${SCOPE}`, {
      method: 'PUT',
      body: OPERATION_SAMPLES.reportHeartbeat?.body ?? {},
    });
    expect(beat.status, beat.text).to.equal(200);
    expectRefusal(
      await ask(gateway, `/v1/data-planes/dp_heard/drain?${SCOPE}`, { body: { reasonCode: 'no' } }),
      403,
      'permission_denied',
    );
    expectRefusal(
      await ask(gateway, `/v1/sessions/sess_gateway/terminate?${SCOPE}`, { body: { reason_code: 'no' } }),
      403,
      'permission_denied',
    );
  });

  it('is granted by a security administrator', async () => {
    const token = await putUser(service.ports, 'sec', { role: 'security_admin' });
    const granted = await ask(token, `/v1/admin/role-bindings?tenant_id=${TENANT}`, {
      body: {
        role: 'data_plane_agent',
        subject: { subject_type: 'service_account', subject_id: 'deployer' },
        scope: { scope_type: 'environment', environment_id: PRODUCTION },
        reason_code: 'gateway',
      },
    });
    expect(granted.status, granted.text).to.equal(201);
  });
});
