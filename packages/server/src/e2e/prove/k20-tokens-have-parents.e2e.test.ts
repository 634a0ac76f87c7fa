import type { Permission } from '@govgate/domain';
import { expect } from 'chai';
import { expectRefusal } from '../../testing/expectations.js';
import { onEveryStore } from '../../testing/stores/on-every-store.js';
import type { Answered, TestService } from '../../testing/test-service.js';
import { putServiceAccount, putUser } from '../../testing/worlds/callers.js';
import { type JwtIssuer, makeJwtIssuer } from '../../testing/worlds/jwt-issuer.js';
import { makeWorld, TENANT, type Tokens, tokenFor } from '../../testing/worlds/world.js';

const PATH = `/v1/api-tokens?tenant_id=${TENANT}`;
const DAY_MS = 86_400_000;

onEveryStore('K20: tokens have parents', (start) => {
  let issuer: JwtIssuer;
  let service: TestService;
  let tokens: Tokens;

  before(async () => {
    issuer = await makeJwtIssuer();
  });

  beforeEach(async () => {
    service = await start({ settings: issuer.settings });
    tokens = await makeWorld(service.ports);
  });

  afterEach(() => service.stop());
  after(() => issuer.dispose());

  const make = (by: string, subject: string, over: object = {}): Promise<Answered> => {
    const [subject_type, subject_id] = subject.split(':');
    return service.call(PATH, { token: by, body: { subject: { subject_type, subject_id }, ...over } });
  };
  const made = async (...requests: Parameters<typeof make>): Promise<string> => {
    const answer = await make(...requests);
    expect(answer.status, answer.text).to.equal(201);
    return answer.json.token;
  };
  const revoke = (by: string, token: string): Promise<Answered> =>
    service.call(`/v1/api-tokens/${token.slice(4, 16)}/revoke?tenant_id=${TENANT}`, {
      token: by,
      body: { reason_code: 'lost' },
    });
  const status = async (token: string): Promise<number> =>
    (await service.call('/v1/identity/me', { token })).status;
  const statuses = (all: readonly string[]): Promise<number[]> => Promise.all(all.map(status));
  const narrowed = (subjectId: string, ...permissions: Permission[]): Promise<string> =>
    tokenFor(service.ports, { subjectId, permissions });

  it('makes tokens that say which token they were made with', async () => {
    const answer = await make(tokens.admin, 'user:ada');
    expect(answer.json.parent_token_id).to.equal(tokens.admin.slice(4, 16));
    const read = await service.call(`/v1/api-tokens/${answer.json.token_id}?tenant_id=${TENANT}`, {
      token: tokens.admin,
    });
    expect(read.json.parent_token_id).to.equal(tokens.admin.slice(4, 16));
  });

  it('ends what a token made, and what that made, with it in one commit', async () => {
    await putServiceAccount(service.ports, 'robot');
    const first = await made(tokens.admin, 'user:ada');
    const second = await made(first, 'service_account:robot');
    const third = await made(second, 'service_account:robot');
    expect((await revoke(tokens.admin, first)).status).to.equal(200);
    expect(await statuses([tokens.admin, first, second, third])).to.deep.equal([200, 401, 401, 401]);
    const { json } = await service.call(
      `/v1/audit/events?tenant_id=${TENANT}&event_type=api_token.revoked&order=asc`,
      { token: tokens.admin },
    );
    const reported = json.items.map(
      ({ resource }: { resource: { resource_id: string } }) => resource.resource_id,
    );
    expect(reported[0]).to.equal(first.slice(4, 16));
    expect(reported).to.have.members([first, second, third].map((token) => token.slice(4, 16)));
  });

  it('ends what the tokens of an account made when it is disabled, for whomever they made it', async () => {
    await putServiceAccount(service.ports, 'robot');
    const eve = await putUser(service.ports, 'eve', {
      role: 'security_admin',
      scope: { scopeType: 'tenant' },
    });
    const robot = await made(eve, 'service_account:robot');
    const gone = await service.call(`/v1/users/eve/disable?tenant_id=${TENANT}`, {
      token: tokens.admin,
      body: { reason_code: 'left' },
    });
    expect(gone.status, gone.text).to.equal(200);
    expect(await statuses([eve, robot])).to.deep.equal([401, 401]);
  });

  it('lets a token that is narrowed to permissions end itself, and neither make, see nor end another', async () => {
    const token = await narrowed('ada', 'policy.read');
    expectRefusal(await make(token, 'user:ada'), 403, 'permission_denied');
    const permissions = ['policy.read'];
    expectRefusal(await make(token, 'user:ada', { limited_to: { permissions } }), 403, 'permission_denied');
    expectRefusal(await revoke(token, tokens.admin), 403, 'permission_denied');
    const other = `/v1/api-tokens/${tokens.admin.slice(4, 16)}?tenant_id=${TENANT}`;
    expectRefusal(await service.call(other, { token }), 403, 'permission_denied');
    expect(await status(tokens.admin)).to.equal(200);
    expect((await revoke(token, token)).status).to.equal(200);
    expect(await status(token)).to.equal(401);
  });

  it('lets one that is narrowed to local_identity.manage do so, within its narrowing and for no longer', async () => {
    const manager = await narrowed('ada', 'local_identity.manage');
    const child = await make(manager, 'user:ada');
    expect(child.json.limited_to.permissions).to.deep.equal(['local_identity.manage']);
    expectRefusal(
      await make(await narrowed('vic', 'local_identity.manage'), 'user:vic'),
      403,
      'permission_denied',
    );
    expect((await revoke(manager, tokens.second)).status).to.equal(200);
  });

  it('does not let a token for some environments end one for all', async () => {
    const token = await tokenFor(service.ports, { subjectId: 'ada', environmentIds: ['staging'] });
    expectRefusal(await revoke(token, tokens.admin), 403, 'permission_denied');
    const child = await make(token, 'user:ada');
    expect(child.json.limited_to.environment_ids).to.deep.equal(['staging']);
  });

  it('gives tokens made with a JWT a day at most, unless their creator manages identities', async () => {
    const vic = await issuer.jwtOf('vic');
    const before = Date.now();
    const short = await make(vic, 'user:vic');
    expect(Date.parse(short.json.expires_at) - before).to.be.within(DAY_MS, DAY_MS + 60_000);
    expect(short.json.parent_token_id).to.equal(null);
    const longer = new Date(before + 2 * DAY_MS).toISOString();
    for (const expires_at of [longer, null])
      expectRefusal(await make(vic, 'user:vic', { expires_at }), 403, 'exceeds_grantor', 'expires_at');
    const ada = await issuer.jwtOf('ada');
    expect((await make(ada, 'user:ada', { expires_at: longer })).json.expires_at).to.equal(longer);
  });

  it('ends tokens after 90 days by default, and never only where that is said', async () => {
    const before = Date.now();
    const usual = await make(tokens.admin, 'user:ada');
    expect(Date.parse(usual.json.expires_at) - before).to.be.within(90 * DAY_MS, 90 * DAY_MS + 60_000);
    const endless = await make(tokens.admin, 'user:ada', { expires_at: null });
    expect(endless.json.expires_at).to.equal(null);
    expectRefusal(
      await make(usual.json.token, 'user:ada', { expires_at: null }),
      403,
      'exceeds_grantor',
      'expires_at',
    );
    expect((await make(usual.json.token, 'user:ada')).json.expires_at).to.equal(usual.json.expires_at);
  });

  it('makes no longer line than eight, so that one commit ends it', async () => {
    let token = tokens.admin;
    for (let length = 1; length <= 8; length += 1) token = await made(token, 'user:ada');
    expectRefusal(await make(token, 'user:ada'), 409, 'limit_exceeded');
  });
});
