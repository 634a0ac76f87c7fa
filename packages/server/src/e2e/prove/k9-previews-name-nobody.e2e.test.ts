import { expect } from 'chai';
import { expectRefusal } from '../../testing/expectations.js';
import { onEveryStore } from '../../testing/stores/on-every-store.js';
import type { Answered, TestService } from '../../testing/test-service.js';
import { putGroup, putUser } from '../../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, TENANT, type Tokens } from '../../testing/worlds/world.js';

onEveryStore('K9: a preview names nobody to callers who may not read the directory', (start) => {
  let service: TestService;
  let tokens: Tokens;

  beforeEach(async () => {
    service = await start();
    tokens = await makeWorld(service.ports);
    await putGroup(service.ports, 'secret_project', ['vic', 'nob', 'sam']);
  });

  afterEach(() => service.stop());

  const body = (subject: object, over: object = {}) => ({
    role: 'viewer',
    subject,
    scope: { scope_type: 'environment', environment_id: PRODUCTION },
    reason_code: 'look',
    ...over,
  });
  const group = { subject_type: 'group', subject_id: 'secret_project' };
  const ask = (path: string, token: string, sent: object): Promise<Answered> =>
    service.call(`/v1/admin/role-bindings${path}?tenant_id=${TENANT}`, { token, body: sent });
  const affected = async (token: string, subject: object): Promise<unknown> => {
    const { status, json } = await ask('/preview', token, body(subject));
    return [status, json.affected_user_ids, json.affected_user_count];
  };

  it('returns only counts to a caller of one environment, and names to whoever reads the tenant’s users', async () => {
    expect(
      (
        await service.call(`/v1/local-identity/groups/secret_project?tenant_id=${TENANT}`, {
          token: tokens.viewer,
        })
      ).status,
    ).to.equal(403);
    expect(await affected(tokens.viewer, group)).to.deep.equal([200, [], 3]);
    expect(await affected(tokens.viewer, { subject_type: 'user', subject_id: 'nob' })).to.deep.equal([
      200,
      [],
      1,
    ]);
    expect(await affected(tokens.admin, group)).to.deep.equal([200, ['nob', 'sam', 'vic'], 3]);
    const reader = await putUser(service.ports, 'rea', { role: 'viewer' });
    expect(await affected(reader, group)).to.deep.equal([200, ['nob', 'sam', 'vic'], 3]);
  });

  it('says about an unknown subject what the create says, whatever else is wrong', async () => {
    const unknown = body({ subject_type: 'group', subject_id: 'no_such_group' });
    const preview = await ask('/preview', tokens.admin, unknown);
    expect([
      preview.status,
      preview.json.valid,
      preview.json.findings,
      preview.json.affected_user_count,
    ]).to.deep.equal([200, false, [{ severity: 'blocking', reason_code: 'subject_not_found' }], 0]);
    expectRefusal(await ask('', tokens.admin, unknown), 422, 'unknown_reference', 'subject.subject_id');
    const over = { ...unknown, expires_at: '2020-01-01T00:00:00.000Z' };
    for (const path of ['/preview', ''])
      expectRefusal(await ask(path, tokens.admin, over), 422, 'unknown_reference', 'subject.subject_id');
  });
});
