import { generateKeyPairSync, type KeyObject, randomBytes, sign as signBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCreateApiToken, makeRevokeApiToken } from '@govgate/application';
import { formatApiToken, parseApiToken } from '@govgate/domain/internal';
import { userKind } from '@govgate/ports';
import { expect } from 'chai';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { ADMIN_TOKEN, startTestService, type TestService } from '../testing/test-service.js';
import { putGroup } from '../testing/worlds/callers.js';
import { makeWorld, putRecords, TENANT, type Tokens } from '../testing/worlds/world.js';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'govgate';
const ME = '/v1/identity/me';

describe('who may call (J1)', () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rotatedOut = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const folder = mkdtempSync(join(tmpdir(), 'govgate-jwks-'));
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwksFile = join(folder, 'jwks.json');
  const secondFile = join(folder, 'second.json');
  let service: TestService;
  let tokens: Tokens;

  const writeJwks = async (
    set: readonly { kid: string; key: KeyObject; alg: string }[],
    file = jwksFile,
  ): Promise<void> => {
    const jwks = await Promise.all(
      set.map(async ({ kid, key, alg }) => ({ ...(await exportJWK(key)), kid, alg, use: 'sig' })),
    );
    writeFileSync(file, JSON.stringify({ keys: jwks }));
  };

  before(async () => {
    await writeJwks([{ kid: 'k1', key: other.publicKey, alg: 'ES256' }], secondFile);
    await writeJwks([
      { kid: 'k1', key: keys.publicKey, alg: 'ES256' },
      { kid: 'rsa', key: rsa.publicKey, alg: 'RS256' },
    ]);
    service = await startTestService({
      settings: {
        GOVGATE_JWT_ISSUER: ISSUER,
        GOVGATE_JWT_AUDIENCE: AUDIENCE,
        GOVGATE_JWT_JWKS: jwksFile,
        GOVGATE_JWT_ISSUERS: JSON.stringify([
          {
            issuer: 'https://second.example',
            audience: 'second',
            jwks: secondFile,
            tenant_claim: 'realm.tenant',
            groups_claim: 'https://second.example/groups',
            environments_claim: 'realm.access.environments',
            provision: 'first_sign_in',
          },
        ]),
      },
    });
    tokens = await makeWorld(service.ports);
    await putGroup(service.ports, 'security', [], { role: 'viewer' });
    await service.call('/v1/groups/security', {
      method: 'PUT',
      token: tokens.admin,
      body: { external_ids: ['/security/admins', 'operators of the night'] },
    });
    await putRecords(service.ports, TENANT, [
      {
        kind: userKind,
        record: {
          userId: 'dis',
          tenantId: TENANT,
          displayName: 'dis',
          disabledAt: '2026-01-01T00:00:00.000Z',
        },
      },
    ]);
  });

  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Claims {
    readonly header?: Record<string, unknown>;
    readonly claims?: Record<string, unknown>;
    readonly key?: KeyObject | Uint8Array;
    readonly leave?: readonly string[];
  }

  const now = (): number => Math.floor(Date.now() / 1000);

  const jwt = ({
    header = {},
    claims = {},
    key = keys.privateKey,
    leave = [],
  }: Claims = {}): Promise<string> => {
    const all: Record<string, unknown> = {
      iss: ISSUER,
      aud: AUDIENCE,
      sub: 'ada',
      tenant_id: TENANT,
      exp: now() + 300,
      nbf: now() - 1,
      iat: now(),
      ...claims,
    };
    for (const name of leave) delete all[name];
    return new SignJWT(all)
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k1', ...header })
      .sign(key);
  };

  /** A token of the second issuer. */
  const second = ({ claims = {}, ...given }: Claims = {}): Promise<string> =>
    jwt({
      ...given,
      key: other.privateKey,
      leave: ['tenant_id', ...(given.leave ?? [])],
      claims: { iss: 'https://second.example', aud: 'second', realm: { tenant: TENANT }, ...claims },
    });

  const me = (token: string) => service.call(ME, { token });

  it('accepts a valid JWT, as the user it names', async () => {
    const answer = await me(await jwt());
    expect([answer.status, answer.json.actor_id, answer.json.auth_method]).to.deep.equal([200, 'ada', 'jwt']);
  });

  it('accepts RS256, and typ JWT', async () => {
    const answer = await me(
      await jwt({ header: { alg: 'RS256', kid: 'rsa', typ: 'JWT' }, key: rsa.privateKey }),
    );
    expect(answer.status).to.equal(200);
  });

  it('accepts a JWT without typ, as some providers issue them', async () => {
    expect((await me(await jwt({ header: { typ: undefined } }))).status).to.equal(200);
  });

  it('allows clocks to differ by a minute', async () => {
    for (const claims of [{ exp: now() - 50 }, { nbf: now() + 50 }, { iat: now() + 50 }])
      expect((await me(await jwt({ claims }))).status, JSON.stringify(claims)).to.equal(200);
  });

  it('narrows a JWT to the environments it names, as a list or a text', async () => {
    for (const environments of [['staging'], 'staging', 'staging, nowhere']) {
      const answer = await me(await jwt({ claims: { environments } }));
      expect(answer.json.environment_ids).to.deep.equal(['staging']);
    }
    expect((await me(await jwt({ claims: { environments: '' } }))).json.environment_ids).to.deep.equal([]);
  });

  it('adds the groups with an external id that it names, whole and exactly, and no others', async () => {
    const groupsOf = async (groups: unknown): Promise<unknown> =>
      (await me(await jwt({ claims: { groups } }))).json.groups;
    for (const groups of [['/security/admins'], '/security/admins', '/finance, /security/admins'])
      expect(await groupsOf(groups), JSON.stringify(groups)).to.deep.equal(['security']);
    expect(await groupsOf(['operators of the night'])).to.deep.equal(['security']);
    const others = [
      '/finance/admins',
      'admins',
      'security',
      'operators',
      '/Security/Admins',
      '/security/admins/',
    ];
    for (const groups of [others, null, '', []]) expect(await groupsOf(groups)).to.deep.equal([]);
  });

  it('accepts several issuers, each with its own claims, by name or by path', async () => {
    const claims = {
      'https://second.example/groups': ['/security/admins'],
      realm: { tenant: TENANT, access: { environments: ['staging'] } },
    };
    const answer = await me(await second({ claims }));
    expect([answer.json.actor_id, answer.json.groups, answer.json.environment_ids]).to.deep.equal([
      'ada',
      ['security'],
      ['staging'],
    ]);
  });

  it('creates a user at the first sign-in, once and with no rights, where the issuer says so', async () => {
    const subject = 'spiffe://second.example/ns/ci/sa/deploy';
    const claims = { sub: subject };
    const answers = await Promise.all(
      [1, 2, 3].map(async (jti) => me(await second({ claims: { ...claims, jti } }))),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect([answers[0]?.json.actor_id, answers[0]?.json.permissions]).to.deep.equal([subject, []]);
    const { json } = await service.call(`/v1/audit/events?event_type=user.created`, { token: tokens.admin });
    expect(json.items.map((event: Record<string, object>) => [event.actor, event.reason_code])).to.deep.equal(
      [[{ actor_type: 'user', actor_id: subject, auth_method: 'jwt' }, 'first_sign_in']],
    );
    const path = `/v1/users/${encodeURIComponent(subject)}`;
    expect((await service.call(path, { token: tokens.admin })).json.user_id).to.equal(subject);
    await service.call(`${path}/disable`, { token: tokens.admin, body: { reason_code: 'left' } });
    expect((await me(await second({ claims }))).status).to.equal(401);
    expect((await me(await jwt({ claims: { sub: 'nobody-yet' } }))).status).to.equal(401);
    expect((await me(await second({ claims: { sub: 'cli' } }))).status).to.equal(401);
  });

  it('accepts tokens of up to 32 KB, and says what is wrong with longer ones', async () => {
    const groups = Array.from({ length: 560 }, (_, i) => `${i}`.padStart(36, '0'));
    const token = await jwt({ claims: { groups } });
    expect([token.length > 28_000, (await me(token)).status]).to.deep.equal([true, 200]);
    const longer = await me('a'.repeat(33_000));
    expect([longer.status, longer.json.reasonCode, longer.json.field]).to.deep.equal([
      431,
      'headers_too_large',
      'authorization',
    ]);
  });

  const rawJwt = (header: object, claims: object, signature = 'AAAA'): string =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;

  const apiToken = async (over: { expiresAt?: string; userId?: string } = {}): Promise<string> => {
    const made = await makeCreateApiToken(
      service.ports,
      randomBytes,
    )({
      tenantId: TENANT,
      subjectType: 'user',
      subjectId: over.userId ?? 'ada',
      environmentIds: null,
      expiresAt: over.expiresAt ?? null,
    });
    if (!made.ok) throw new Error('no token');
    return made.value.reveal();
  };

  const revoked = async (): Promise<string> => {
    const token = await apiToken();
    expect((await me(token)).status).to.equal(200);
    await makeRevokeApiToken(service.ports)(parseApiToken(token)?.tokenId ?? '');
    return token;
  };

  const wrongSecret = async (): Promise<string> => {
    const { tokenId = '' } = parseApiToken(await apiToken()) ?? {};
    return formatApiToken(tokenId, 'x'.repeat(32));
  };

  const publicPem = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const withCrit = (): string => {
    const head = Buffer.from(
      JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: 'k1', crit: ['exotic'], exotic: 1 }),
    ).toString('base64url');
    const body = Buffer.from(
      JSON.stringify({ iss: ISSUER, aud: AUDIENCE, sub: 'ada', tenant_id: TENANT, exp: now() + 300 }),
    ).toString('base64url');
    const mac = signBytes('sha256', Buffer.from(`${head}.${body}`), {
      key: keys.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${head}.${body}.${mac.toString('base64url')}`;
  };

  const wrong: readonly [string, () => Promise<string> | string][] = [
    [
      'alg none',
      () =>
        new UnsecuredJWT({ sub: 'ada', tenant_id: TENANT })
          .setIssuer(ISSUER)
          .setAudience(AUDIENCE)
          .setExpirationTime('5m')
          .encode(),
    ],
    [
      'HS256 with the public key as its secret',
      () => jwt({ header: { alg: 'HS256' }, key: new TextEncoder().encode(publicPem) }),
    ],
    ['another typ', () => jwt({ header: { typ: 'id+jwt' } })],
    ['an ID token, by its nonce', () => jwt({ header: { typ: 'JWT' }, claims: { nonce: 'n-0S6' } })],
    ['an ID token without typ', () => jwt({ header: { typ: undefined }, claims: { nonce: 'n-0S6' } })],
    ['an ID token, by the hash of its access token', () => jwt({ claims: { at_hash: 'x' } })],
    ['an ID token, by the hash of its code', () => jwt({ claims: { c_hash: 'x' } })],
    ['an ID token, by the type in it', () => jwt({ header: { typ: 'JWT' }, claims: { typ: 'ID' } })],
    ['an ID token, by its typ', () => jwt({ header: { typ: 'ID' } })],
    ['a refresh token', () => jwt({ header: { typ: 'JWT' }, claims: { typ: 'Refresh' } })],
    ['an offline token', () => jwt({ header: { typ: 'JWT' }, claims: { typ: 'Offline' } })],
    ['a logout token', () => jwt({ header: { typ: 'JWT' }, claims: { events: {} } })],
    ['a typ that is no text', () => jwt({ header: { typ: 5 } })],
    ['issued in the future', () => jwt({ claims: { iat: now() + 120 } })],
    ['issued at no number', () => jwt({ claims: { iat: 'now' } })],
    [
      'one issuer, signed by another one',
      () => jwt({ claims: { iss: 'https://second.example', aud: 'second', realm: { tenant: TENANT } } }),
    ],
    ['a second issuer with the audience of the first', () => second({ claims: { aud: AUDIENCE } })],
    ['a second issuer with the claims of the first', () => second({ leave: ['realm'] })],
    ['a subject that is no id', () => jwt({ claims: { sub: 'a da' } })],
    ['another audience', () => jwt({ claims: { aud: 'other' } })],
    ['another issuer', () => jwt({ claims: { iss: 'https://evil.example' } })],
    ['expired', () => jwt({ claims: { exp: now() - 120 } })],
    ['not yet valid', () => jwt({ claims: { nbf: now() + 120 } })],
    ['no expiry', () => jwt({ leave: ['exp'] })],
    ['no subject', () => jwt({ leave: ['sub'] })],
    ['no tenant', () => jwt({ leave: ['tenant_id'] })],
    ['a tenant that is no text', () => jwt({ claims: { tenant_id: ['acme'] } })],
    ['a tenant that does not exist', () => jwt({ claims: { tenant_id: 'nowhere' } })],
    ['the tenant of somebody else', () => jwt({ claims: { tenant_id: 'umbra' } })],
    ['an unknown subject', () => jwt({ claims: { sub: 'ghost' } })],
    ['a disabled user', () => jwt({ claims: { sub: 'dis' } })],
    ['groups that are no list', () => jwt({ claims: { groups: { operators: true } } })],
    ['environments that are no list', () => jwt({ claims: { environments: 1 } })],
    ['environments that are null', () => jwt({ claims: { environments: null } })],
    ['an unknown crit', () => withCrit()],
    [
      'a key of its own (jwk)',
      async () =>
        jwt({
          header: { jwk: await exportJWK(stranger.publicKey), kid: undefined },
          key: stranger.privateKey,
        }),
    ],
    [
      'a key from elsewhere (jku)',
      () => jwt({ header: { jku: 'http://127.0.0.1:1/keys', kid: 'k9' }, key: stranger.privateKey }),
    ],
    ['an unknown kid', () => jwt({ header: { kid: 'k9' }, key: stranger.privateKey })],
    ['a known kid, signed by another key', () => jwt({ key: stranger.privateKey })],
    [
      'the other algorithm of a key',
      () => jwt({ header: { alg: 'PS256', kid: 'rsa' }, key: rsa.privateKey }),
    ],
    [
      'a changed payload',
      async () => {
        const [head, , tail] = (await jwt()).split('.');
        return `${head}.${Buffer.from(JSON.stringify({ sub: 'ada' })).toString('base64url')}.${tail}`;
      },
    ],
    ['no JSON inside', () => 'a.b.c'],
    ['a made-up signature', () => rawJwt({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' }, { sub: 'ada' })],
    ['an API token with a wrong checksum', async () => `${(await apiToken()).slice(0, -1)}-`],
    ['an API token with a wrong secret', wrongSecret],
    ['an unknown API token', () => formatApiToken('zzzzzzzzzzzz', 'y'.repeat(32))],
    ['an expired API token', () => apiToken({ expiresAt: '2026-01-01T00:00:00.000Z' })],
    ['a revoked API token', revoked],
    ['the admin token with one letter more', () => `${ADMIN_TOKEN}x`],
    ['the empty word', () => ' '],
  ];

  for (const [what, make] of wrong) {
    it(`refuses ${what}`, async () => {
      const token = await make();
      const answer = await me(token);
      expect([answer.status, answer.json.reasonCode], answer.text).to.satisfy(
        ([status, code]: [number, string]) =>
          status === 401 && ['token_invalid', 'token_expired', 'unauthenticated'].includes(code),
      );
      expect(Object.keys(answer.json).sort()).to.deep.equal([
        'machineSafe',
        'message',
        'reasonCode',
        'redactionStatus',
        'requestId',
        'retryable',
        'schemaVersion',
        'status',
      ]);
      if (token.trim() !== '') expect(answer.text).not.to.contain(token.slice(0, 24));
    });
  }

  it('distinguishes an expired token from an invalid one', async () => {
    expect((await me(await jwt({ claims: { exp: now() - 120 } }))).json.reasonCode).to.equal('token_expired');
    expect((await me(await apiToken({ expiresAt: '2026-01-01T00:00:00.000Z' }))).json.reasonCode).to.equal(
      'token_expired',
    );
  });

  // `fetch` joins two headers into one.
  const statusOf = (authorization: readonly string[]): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = ['host', 'localhost', ...authorization.flatMap((value) => ['authorization', value])];
      get(service.url + ME, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });

  it('refuses two Authorization headers, although either would do', async () => {
    const token = `Bearer ${await jwt()}`;
    expect([await statusOf([token]), await statusOf([token, token])]).to.deep.equal([200, 400]);
  });

  it('refuses a token in the query, as a cookie, in another scheme, twice in one header, and one that is too long', async () => {
    const token = await jwt();
    const codes = await Promise.all([
      service.call(`${ME}?access_token=${token}`),
      service.call(ME, { headers: { cookie: `token=${token}` } }),
      service.call(ME, { headers: { authorization: `Basic ${token}` } }),
      service.call(ME, { headers: { authorization: `Bearer ${token}, Bearer ${token}` } }),
      service.call(ME, { headers: { authorization: `Bearer ${'a'.repeat(32_768)}` } }),
    ]);
    expect(codes.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401, 401]);
  });

  it('calls another scheme, and a scheme without a token, no authentication', async () => {
    const token = await jwt();
    const reasonOf = async (authorization: string): Promise<string> =>
      (await service.call(ME, { headers: { authorization } })).json.reasonCode;
    const none = [
      '',
      'Bearer',
      'Bearer ',
      'bearer   ',
      token,
      `Basic ${token}`,
      `DPoP ${token}`,
      'Bearer\tx',
      '=x',
    ];
    expect(await Promise.all(none.map(reasonOf))).to.deep.equal(none.map(() => 'unauthenticated'));
    const wrong = ['Bearer x y', `Bearer ${'a'.repeat(8193)}`, 'Bearer tök'];
    expect(await Promise.all(wrong.map(reasonOf))).to.deep.equal(wrong.map(() => 'token_invalid'));
    expect((await service.call(ME, { headers: { authorization: `bEaReR  ${token}` } })).status).to.equal(200);
  });

  it('reports when a token ends as the token says, even where that cannot be written as a date', async () => {
    const exp = now() + 300;
    const endOf = async (claims: object): Promise<string> =>
      (await me(await jwt({ claims: { ...claims } }))).json.token_expires_at;
    expect(await endOf({ exp })).to.equal(new Date(exp * 1000).toISOString());
    const last = '9999-12-31T23:59:59.999Z';
    expect([await endOf({ exp: 253_402_300_800 }), await endOf({ exp: 1e15 })]).to.deep.equal([last, last]);
  });

  it('stops accepting a key that was removed from the key set', async () => {
    await writeJwks([
      { kid: 'k1', key: keys.publicKey, alg: 'ES256' },
      { kid: 'old', key: rotatedOut.publicKey, alg: 'ES256' },
    ]);
    const signed = () =>
      jwt({ header: { kid: 'old' }, key: rotatedOut.privateKey, claims: { jti: `${Math.random()}` } });
    expect((await me(await signed())).status).to.equal(200);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await writeJwks([{ kid: 'k1', key: keys.publicKey, alg: 'ES256' }]);
    expect((await me(await signed())).status).to.equal(401);
  });

  it('refuses a disabled user with the next call', async () => {
    const token = await apiToken({ userId: 'bea' });
    expect((await me(token)).status).to.equal(200);
    const stored = await service.ports.records.get(userKind, { tenantId: TENANT }, 'bea');
    if (stored === undefined) throw new Error('no such user');
    await service.ports.unitOfWork.commit({
      changes: [
        {
          kind: userKind,
          record: { ...stored.record, disabledAt: '2026-02-01T00:00:00.000Z' },
          expectedVersion: stored.version,
        },
      ],
      audit: [
        {
          auditEventId: 'evt_disable_bea',
          occurredAt: '2026-02-01T00:00:00.000Z',
          tenantId: TENANT,
          environmentId: null,
          eventType: 'user.imported',
          outcome: 'success',
          actor: { actorType: 'system', actorId: 'cli', authMethod: 'none' },
          action: 'import',
          resource: { resourceType: 'user', resourceId: 'bea', version: null },
          reasonCode: 'imported',
          reason: null,
          requestId: 'req_1',
          correlationId: null,
          changedFields: ['disabledAt'],
          relatedIds: [],
        },
      ],
    });
    expect((await me(token)).json.reasonCode).to.equal('token_invalid');
  });
});
