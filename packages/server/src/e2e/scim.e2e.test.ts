import type { ApiToken } from '@govgate/domain';
import { isLive } from '@govgate/domain/internal';
import { apiTokenKind, clientSessionKind } from '@govgate/ports';
import { expect } from 'chai';
import { sampleSession } from '../testing/samples/session-samples.js';
import {
  ENTRA_REQUESTS,
  KEYCLOAK_REQUESTS,
  OKTA_REQUESTS,
  type ScimRequest,
  TESTER_REQUESTS,
} from '../testing/scim/scim-requests.js';
import { onEveryStore } from '../testing/stores/on-every-store.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { putServiceAccount } from '../testing/worlds/callers.js';
import { makeWorld, PRODUCTION, putRecords, TENANT, type Tokens, tokenFor } from '../testing/worlds/world.js';

const BASE = '/scim/v2';
const NOOR = { userName: 'noor@acme.example', displayName: 'Noor', externalId: '00u1' };

/** A token of an identity provider: of a service account with a role, narrowed to provisioning. */
const provisioningToken = async ({ ports }: TestService): Promise<string> => {
  await putServiceAccount(ports, 'idp', { role: 'security_admin' });
  return tokenFor(ports, {
    subjectType: 'service_account',
    subjectId: 'idp',
    permissions: ['local_identity.manage'],
  });
};

interface Scim {
  readonly service: TestService;
  readonly tokens: Tokens;
  readonly send: (method: string, path: string, body?: unknown, over?: object) => Promise<Answered>;
}

const startScim = async (service: TestService): Promise<Scim> => {
  const tokens = await makeWorld(service.ports);
  const token = await provisioningToken(service);
  const headers = { 'content-type': 'application/scim+json' };
  return {
    service,
    tokens,
    send: (method, path, body, over = {}) =>
      service.call(`${BASE}${path}`, { method, token, body, headers, ...over }),
  };
};

const eventsOf = async ({ service, tokens }: Scim): Promise<string[]> => {
  const { json } = await service.call(`/v1/audit/events?tenant_id=${TENANT}&limit=50`, {
    token: tokens.admin,
  });
  return json.items.map((event: { event_type: string }) => event.event_type);
};

onEveryStore('SCIM', (start) => {
  let scim: Scim;

  beforeEach(async () => {
    scim = await startScim(await start());
  });

  afterEach(() => scim.service.stop());

  it('creates a user under their userName, shows it with its version and address, and lists it', async () => {
    const made = await scim.send('POST', '/Users', NOOR);
    const location = `${scim.service.url}${BASE}/Users/noor%40acme.example`;
    const noor = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: 'noor@acme.example',
      ...NOOR,
      active: true,
      meta: { resourceType: 'User', location, version: '"1"' },
    };
    expect([made.status, made.json, made.headers.get('location'), made.headers.get('etag')]).to.deep.equal([
      201,
      noor,
      location,
      '"1"',
    ]);
    expect(made.headers.get('content-type')).to.equal('application/scim+json; charset=utf-8');
    const read = await scim.send('GET', '/Users/noor%40acme.example');
    expect([read.json, read.headers.get('etag')]).to.deep.equal([noor, '"1"']);
    const listed = await scim.send('GET', '/Users?filter=userName%20sw%20%22noor%22&attributes=userName');
    expect(listed.json).to.deep.equal({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 1,
      startIndex: 1,
      itemsPerPage: 1,
      Resources: [{ schemas: noor.schemas, id: noor.id, userName: noor.userName }],
    });
    const { json } = await scim.service.call('/v1/users/noor%40acme.example', { token: scim.tokens.admin });
    expect([json.external_id, json.status]).to.deep.equal(['00u1', 'active']);
  });

  it('ends the sessions and tokens of who leaves in one commit, and again changes nothing', async () => {
    await scim.send('POST', '/Users', NOOR);
    await putRecords(scim.service.ports, TENANT, [
      { kind: clientSessionKind, record: { ...sampleSession('s_noor'), userId: NOOR.userName } },
    ]);
    const token = await tokenFor(scim.service.ports, { subjectId: NOOR.userName });
    expect((await scim.service.call('/v1/identity/me', { token })).status).to.equal(200);
    const leave = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] };
    const left = await scim.send('PATCH', '/Users/noor%40acme.example', leave);
    expect([left.status, left.json.active]).to.deep.equal([200, false]);
    expect((await scim.service.call('/v1/identity/me', { token })).json.reasonCode).to.equal('token_invalid');
    const scope = { tenantId: TENANT, environmentId: PRODUCTION };
    const session = await scim.service.ports.records.get(clientSessionKind, scope, 's_noor');
    expect(session !== undefined && isLive(session.record.state)).to.equal(false);
    expect((await eventsOf(scim)).slice(0, 3)).to.have.members([
      'user.disabled',
      'api_token.revoked',
      'session.terminated',
    ]);
    const before = (await eventsOf(scim)).length;
    expect((await scim.send('PATCH', '/Users/noor%40acme.example', leave)).status).to.equal(200);
    expect((await eventsOf(scim)).length).to.equal(before);
    const tokens = await scim.service.ports.records.page(
      apiTokenKind,
      { installation: true },
      { limit: 200 },
    );
    const open = tokens.items.filter(
      ({ record }: { record: ApiToken }) => record.subjectId === NOOR.userName && record.revokedAt === null,
    );
    expect(open).to.deep.equal([]);
  });

  for (const [who, requests] of [
    ['scim2-tester', TESTER_REQUESTS],
    ['Entra', ENTRA_REQUESTS],
    ['Okta', OKTA_REQUESTS],
    ['Keycloak', KEYCLOAK_REQUESTS],
  ] as const)
    it(`answers the requests of ${who}`, async () => {
      let group = '';
      const filled = (text: string) => text.replaceAll('{user}', 'noor').replaceAll('{group}', group);
      for (const { method, path, body, status } of requests as readonly ScimRequest[]) {
        const sent = body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body)));
        const answer = await scim.send(method, filled(path), sent);
        expect(answer.status, `${method} ${path} ${answer.text}`).to.equal(status);
        group = method === 'POST' && path === '/Groups' ? answer.json.id : group;
      }
    });
});

describe('SCIM, what it refuses', () => {
  let scim: Scim;

  before(async () => {
    scim = await startScim(await startTestService());
    await scim.send('POST', '/Users', NOOR);
  });

  after(() => scim.service.stop());

  const refused = ({ status, json }: Answered) => [status, json.scimType, json.detail.match(/\((.*)\)/)?.[1]];

  it('in its own form, with the kind of fault and the field, and never with what was sent', async () => {
    const canary = 'canary-value';
    const answers = [
      await scim.send('POST', '/Users', NOOR),
      await scim.send('POST', '/Users', { userName: `${canary} with spaces` }),
      await scim.send('POST', '/Users', { userName: canary, ACTIVE: canary }),
      await scim.send('POST', '/Users', { userName: canary, active: true, Active: false }),
      await scim.send('POST', '/Users', `{"userName": "${canary}`),
      await scim.send('PUT', '/Users/noor%40acme.example', { userName: canary }),
      await scim.send('PATCH', '/Users/noor%40acme.example', {
        Operations: [{ op: 'add', path: `${canary}[`, value: 1 }],
      }),
      await scim.send('GET', `/Users?filter=${canary}`),
      await scim.send('POST', '/Groups', { displayName: 'x', members: [{ value: canary }] }),
      await scim.send('GET', `/Users/${canary}`),
      await scim.send('GET', `/${canary}`),
      await scim.send('DELETE', '/Users'),
      await scim.send('POST', '/Users', NOOR, { headers: { 'content-type': 'text/plain' } }),
      await scim.send(
        'PATCH',
        '/Users/noor%40acme.example',
        { Operations: [] },
        { headers: { 'if-match': '"9"' } },
      ),
      await scim.send('POST', '/.search', {}),
      await scim.send('GET', '/Schemas?filter=id%20eq%20%22x%22'),
      await scim.send('GET', '/Users', undefined, { token: 'wrong' }),
      await scim.send('GET', '/Users', undefined, { token: undefined }),
      await scim.send('GET', '/Users', undefined, { token: scim.tokens.viewer }),
    ];
    expect(answers.map(refused)).to.deep.equal([
      [409, 'uniqueness', 'already_exists: user_id'],
      [400, 'invalidValue', 'invalid_request: userName'],
      [400, 'invalidValue', 'invalid_request: active'],
      [400, 'invalidValue', 'invalid_request: active'],
      [400, 'invalidSyntax', 'invalid_json'],
      [400, 'mutability', 'immutable: userName'],
      [400, 'invalidPath', 'invalid_path: Operations.path'],
      [400, 'invalidFilter', 'invalid_filter: filter'],
      [400, 'invalidValue', 'unknown_reference: members'],
      [404, undefined, 'not_found'],
      [404, undefined, 'route_not_found'],
      [405, undefined, 'method_not_allowed'],
      [415, undefined, 'unsupported_media_type'],
      [412, undefined, 'etag_mismatch'],
      [501, undefined, 'not_implemented'],
      [403, undefined, 'permission_denied: filter'],
      [401, undefined, 'token_invalid'],
      [401, undefined, 'unauthenticated'],
      [403, undefined, 'permission_denied'],
    ]);
    expect(answers.filter(({ text }) => text.includes('canary')).map(({ text }) => text)).to.deep.equal([]);
  });

  it('to a caller of another tenant, who finds only their own', async () => {
    const { foreign: token } = scim.tokens;
    const read = await scim.send('GET', '/Users/noor%40acme.example', undefined, { token });
    const listed = await scim.send('GET', '/Users', undefined, { token });
    expect([read.status, listed.json.Resources.map(({ id }: { id: string }) => id)]).to.deep.equal([
      404,
      ['fay'],
    ]);
  });

  it('with an event in the trail, of the operation and by the caller', async () => {
    await scim.send('POST', '/Users', NOOR);
    const { json } = await scim.service.call(`/v1/audit/events?tenant_id=${TENANT}&limit=1`, {
      token: scim.tokens.admin,
    });
    const [event] = json.items;
    expect([event.event_type, event.outcome, event.reason_code, event.actor.actor_id]).to.deep.equal([
      'user.created',
      'failure',
      'already_exists',
      'idp',
    ]);
  });

  it('by hand, what the identity provider decides: who is in its groups', async () => {
    const { json } = await scim.send('POST', '/Groups', { displayName: 'On call' });
    const added = await scim.service.call(`/v1/local-identity/groups/${json.id}/members`, {
      method: 'POST',
      token: scim.tokens.admin,
      body: { user_id: NOOR.userName },
    });
    expect([added.status, added.json.reasonCode]).to.deep.equal([409, 'managed_elsewhere']);
    const listed = await scim.service.call('/v1/groups', { token: scim.tokens.admin });
    const shown = listed.json.items.find((item: { group_id: string }) => item.group_id === json.id);
    expect([shown.managed_elsewhere, shown.external_id]).to.deep.equal([true, null]);
  });
});
