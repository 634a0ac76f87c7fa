import { expect } from 'chai';
import type { ClientOptions } from './client-options.js';
import { etagOf } from './etags.js';
import { GovgateError } from './govgate-error.js';
import { makeClient } from './make-client.js';
import { type Answering, answered, makeFakeService, refused, reset } from './testing/fake-service.js';
import { makeFakeTiming } from './testing/fake-timing.js';

const TOKEN = 'ggw_a-token-that-nobody-may-see';
const POLICY = {
  policy_version: 'pv_7',
  status: 'draft',
  manifest_hash: 'sha256:1',
  body: { rules: [{ rule_id: 'r' }] },
};
const PUBLISH = { policy_version: 'pv_7', body: { manifest_hash: 'sha256:1', reason_code: 'release' } };

const against = (answers: (() => Answering)[], more: Partial<ClientOptions> = {}) => {
  const service = makeFakeService(...answers);
  const timing = makeFakeTiming();
  const options = { baseUrl: 'https://govgate.test/', token: TOKEN, fetch: service.fetch, ...more };
  return { ...service, timing, client: makeClient(options, timing) };
};

const failureOf = async (work: Promise<unknown>): Promise<GovgateError> => {
  const fault = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(fault instanceof GovgateError)) throw new Error(`no GovgateError: ${String(fault)}`);
  return fault;
};

const keysOf = (sent: readonly { readonly headers: Record<string, string> }[]): unknown[] =>
  sent.map(({ headers }) => headers['idempotency-key']);

describe('a call of the client', () => {
  it('puts ids into the path, selectors into the query and the body beside them, for the environment of the client', async () => {
    const { client, sent } = against([answered(POLICY)], { environmentId: 'production', tenantId: 'acme' });
    await client.publishPolicy(
      { ...PUBLISH, policy_version: 'a/b' },
      { idempotencyKey: 'k1', correlationId: 'inc-7' },
    );
    expect(sent).to.deep.equal([
      {
        url: 'https://govgate.test/v1/policies/a%2Fb/publish?tenant_id=acme&environment_id=production',
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'idempotency-key': 'k1',
          'x-correlation-id': 'inc-7',
          authorization: `Bearer ${TOKEN}`,
        },
        body: PUBLISH.body,
      },
    ]);
  });

  it('gives a call’s own settings precedence over the client’s', async () => {
    const { client, sent } = against([answered({})], { environmentId: 'production' });
    await client.readPolicy({ policy_version: 'pv_7', environment_id: 'staging' });
    await client.readAccessMetadata({});
    expect(sent.map(({ url }) => url)).to.deep.equal([
      'https://govgate.test/v1/policies/pv_7?environment_id=staging',
      'https://govgate.test/.well-known/authzen-configuration/v1/authzen/production',
    ]);
  });

  it('does not treat an empty name as absent', async () => {
    const { client, sent } = against([answered({})], { environmentId: 'production' });
    await client.readPolicy({ policy_version: 'pv_7', environment_id: '' });
    expect(sent[0]?.url).to.equal('https://govgate.test/v1/policies/pv_7?environment_id=');
  });

  it('does not narrow tenant-wide calls to the environment of the client', async () => {
    const { client, sent } = against([answered({})], { environmentId: 'production' });
    await client.listAuditEvents();
    expect(sent[0]?.url).to.equal('https://govgate.test/v1/audit/events');
  });

  it('names the tenant of the caller where the API wants one and nobody named it', async () => {
    const { client, sent } = against([answered({ tenant_id: 'acme' }), answered({ items: [] })]);
    await client.listDataPlanes({ environment_id: 'production' });
    const named = against([answered({ items: [] })], { tenantId: 'globex' });
    await named.client.listDataPlanes({ environment_id: 'production' });
    expect(
      [...sent, ...named.sent].map(({ url }) => new URL(url).pathname + new URL(url).search),
    ).to.deep.equal([
      '/v1/identity/me',
      '/v1/data-planes?environment_id=production&tenant_id=acme',
      '/v1/data-planes?environment_id=production&tenant_id=globex',
    ]);
  });

  it('returns the answer as it was sent, whatever is in it', async () => {
    const { client } = against([answered({ ...POLICY, neverHeardOf: { a_b: [1] } })]);
    expect(await client.readPolicy({ policy_version: 'pv_7' })).to.deep.equal({
      ...POLICY,
      neverHeardOf: { a_b: [1] },
    });
  });

  it('refuses an id that leads to another URL', async () => {
    const { client, sent } = against([answered({})]);
    for (const id of ['', '.', '..']) {
      const { reasonCode, field } = await failureOf(client.readPolicy({ policy_version: id }));
      expect([reasonCode, field]).to.deep.equal(['invalid_call', 'policy_version']);
    }
    expect(sent).to.deep.equal([]);
  });

  it('sends a token only where it belongs: not to public endpoints, and along no redirect', async () => {
    const { client, sent } = against([
      answered({ status: 'alive' }),
      () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } }),
    ]);
    await client.healthz();
    const { status, reasonCode } = await failureOf(client.readIdentity());
    expect([status, reasonCode, sent.length]).to.deep.equal([302, 'other_answer', 2]);
    expect(sent.map(({ headers }) => headers.authorization)).to.deep.equal([undefined, `Bearer ${TOKEN}`]);
  });

  it('requests the token before each attempt', async () => {
    let asked = 0;
    const { client, sent, timing } = against([refused(503, 'store_unavailable'), answered({})], {
      token: async () => `token-${++asked}`,
    });
    await timing.run(client.readIdentity());
    expect(sent.map(({ headers }) => headers.authorization)).to.deep.equal([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  it('refuses an address with credentials or one that is not a web address', () => {
    for (const baseUrl of [
      'https://ada:secret@govgate.test',
      'ftp://govgate.test',
      'https://govgate.test/?a=1',
      // The path of every operation begins with it.
      'https://govgate.test/v1',
      'https://govgate.test/prefix/v1/',
    ])
      expect(() => against([], { baseUrl }))
        .to.throw(TypeError)
        .and.not.match(/secret/);
  });
});

describe('the state of a record', () => {
  it('is sent with a change as If-Match, from the very record that was read', async () => {
    const { client, sent } = against([
      answered(POLICY, { etag: '"7.abc"' }),
      answered(POLICY, { etag: '"8"' }),
    ]);
    const policy = await client.readPolicy({ policy_version: 'pv_7' });
    const changed = await client.publishPolicy(PUBLISH, { ifMatch: policy });
    await client.publishPolicy(PUBLISH, { ifMatch: changed });
    expect(sent.map(({ headers }) => headers['if-match'])).to.deep.equal([undefined, '"7.abc"', '"8"']);
    expect([etagOf(policy), etagOf(changed), etagOf({})]).to.deep.equal(['"7.abc"', '"8"', undefined]);
  });

  it('is not left out where the record is a copy or has no ETag', async () => {
    const { client, sent } = against([answered(POLICY, { etag: '"7"' })]);
    const policy = await client.readPolicy({ policy_version: 'pv_7' });
    const { message } = await failureOf(client.publishPolicy(PUBLISH, { ifMatch: { ...policy } }));
    expect(message).to.equal(
      'publishPolicy: invalid_call (ifMatch): It is not a record as a call gave it, or it has no ETag; read it by itself first.',
    );
    expect(sent).to.have.length(1);
  });

  it('that is still current is answered with the record that the caller has', async () => {
    const { client, sent } = against([
      answered(POLICY, { etag: '"7"' }),
      () => new Response(null, { status: 304 }),
    ]);
    const policy = await client.readPolicy({ policy_version: 'pv_7' });
    expect(await client.readPolicy({ policy_version: 'pv_7' }, { ifNoneMatch: policy })).to.equal(policy);
    expect(sent[1]?.headers['if-none-match']).to.equal('"7"');
  });
});

describe('a call that fails', () => {
  const cases: readonly {
    name: string;
    answer: () => Answering;
    read: number;
    keyed: number;
    reason: string;
  }[] = [
    {
      name: 'a refusal for good',
      answer: refused(409, 'invalid_state'),
      read: 1,
      keyed: 1,
      reason: 'invalid_state',
    },
    {
      name: 'a token that is not valid',
      answer: refused(401, 'token_invalid'),
      read: 1,
      keyed: 1,
      reason: 'token_invalid',
    },
    {
      name: 'a conflict',
      answer: refused(409, 'conflict', { retryable: true }),
      read: 4,
      keyed: 4,
      reason: 'conflict',
    },
    {
      name: 'a first call that still runs',
      answer: refused(409, 'idempotency_in_progress', { retryable: true }),
      read: 4,
      keyed: 4,
      reason: 'idempotency_in_progress',
    },
    {
      name: 'too many calls',
      answer: refused(429, 'rate_limited'),
      read: 4,
      keyed: 4,
      reason: 'rate_limited',
    },
    {
      name: 'a store that is away',
      answer: refused(503, 'store_unavailable'),
      read: 4,
      keyed: 4,
      reason: 'store_unavailable',
    },
    { name: 'a connection that ends', answer: reset, read: 4, keyed: 4, reason: 'connection_failed' },
    {
      name: 'a proxy without a service',
      answer: () => new Response('<html>', { status: 502 }),
      read: 4,
      keyed: 4,
      reason: 'other_answer',
    },
    {
      name: 'a proxy that refuses',
      answer: () => new Response('no', { status: 403 }),
      read: 1,
      keyed: 1,
      reason: 'other_answer',
    },
    {
      name: 'an answer that is no JSON',
      answer: () => new Response('<html>'),
      read: 1,
      keyed: 1,
      reason: 'other_answer',
    },
  ];
  for (const { name, answer, read, keyed, reason } of cases)
    it(`is sent ${keyed === 1 ? 'once' : 'again'} after ${name}`, async () => {
      const reading = against([answer]);
      expect((await failureOf(reading.timing.run(reading.client.readIdentity()))).reasonCode).to.equal(
        reason,
      );
      expect(reading.sent).to.have.length(read);
      const changing = against([answer]);
      expect(
        (await failureOf(changing.timing.run(changing.client.publishPolicy(PUBLISH)))).reasonCode,
      ).to.equal(reason);
      expect(changing.sent).to.have.length(keyed);
      expect(new Set(keysOf(changing.sent)).size, 'one key for all attempts').to.equal(1);
    });

  it('carries its own key, unlike any other call’s', async () => {
    const { client, sent } = against([answered({})]);
    await client.publishPolicy(PUBLISH);
    await client.publishPolicy(PUBLISH);
    expect(new Set(keysOf(sent)).size).to.equal(2);
    for (const key of keysOf(sent)) expect(key).to.match(/^[0-9a-f]{32}$/);
  });

  it('waits longer each time, and never less than the service requests', async () => {
    const { client, timing } = against([
      reset,
      refused(429, 'rate_limited', {}, { 'retry-after': '3' }),
      refused(503, 'store_unavailable'),
      answered({}),
    ]);
    await timing.run(client.readIdentity());
    expect(timing.waited).to.deep.equal([200, 3400, 400]);
  });

  it('does not wait for a service that requests more time than the call has', async () => {
    const { client, timing, sent } = against([
      refused(503, 'store_unavailable', {}, { 'retry-after': '60' }),
    ]);
    const { reasonCode, retryAfter } = await failureOf(timing.run(client.readIdentity()));
    expect([reasonCode, retryAfter, sent.length, timing.waited]).to.deep.equal([
      'store_unavailable',
      60,
      1,
      [],
    ]);
  });

  it('waits for its quota as long as the service says, beside its own time and attempts', async () => {
    const minute = refused(429, 'rate_limited', {}, { 'retry-after': '60' });
    const { client, timing, sent } = against([minute, minute, minute, minute, minute, answered({})]);
    await timing.run(client.publishPolicy(PUBLISH));
    expect([sent.length, new Set(keysOf(sent)).size]).to.deep.equal([6, 1]);
    expect(timing.waited).to.deep.equal([60_200, 60_200, 60_200, 60_200, 60_200]);
  });

  it('waits for its quota no longer than it may', async () => {
    const { client, timing, sent } = against([refused(429, 'rate_limited', {}, { 'retry-after': '60' })], {
      quotaWaitMs: 130_000,
    });
    expect((await failureOf(timing.run(client.readIdentity()))).reasonCode).to.equal('rate_limited');
    expect([sent.length, timing.waited]).to.deep.equal([3, [60_200, 60_200]]);
  });

  it('is a GovgateError whatever was wrong with the call, with the field in its message and no value', async () => {
    const secret = 'tok\u0007en';
    const cyclic: Record<string, unknown> = {};
    cyclic.body = cyclic;
    const wanted: readonly (readonly [Partial<ClientOptions>, object, object, string])[] = [
      [{ token: '' }, {}, {}, 'readIdentity: invalid_call (token): It is empty.'],
      [
        { token: secret },
        {},
        {},
        'readIdentity: invalid_call (token): It has characters that a header cannot carry, or begins or ends with a space.',
      ],
      [
        { token: () => Promise.reject(new Error(secret)) },
        {},
        {},
        'readIdentity: token_unavailable: The function that gives the token failed.',
      ],
      [{}, cyclic, {}, 'readIdentity: invalid_call (body): The call cannot be written as JSON.'],
      [{}, {}, { correlationId: '' }, 'readIdentity: invalid_call (correlationId): It is empty.'],
    ];
    for (const [more, input, options, message] of wanted) {
      const { client, sent } = against([answered({})], more);
      const fault = await failureOf(client.readIdentity(input as never, options as never));
      expect([fault.message, fault.status, fault.stack?.includes(secret), sent]).to.deep.equal([
        message,
        0,
        false,
        [],
      ]);
    }
  });

  it('names the field that the service refused in its message', async () => {
    const { client } = against([refused(400, 'invalid_request', { field: 'reason_code' })]);
    const { message } = await failureOf(client.publishPolicy(PUBLISH));
    expect(message).to.match(/^publishPolicy: 400 invalid_request \(reason_code\): /);
  });

  it('ends at its deadline, however often it may be sent, and later where it asked the service to wait', async () => {
    const { client, timing, sent } = against(['silence'].map((one) => () => one as Answering));
    expect((await failureOf(timing.run(client.readIdentity({}, { timeoutMs: 500 })))).reasonCode).to.equal(
      'deadline_exceeded',
    );
    await failureOf(timing.run(client.readRevocations({ wait: 20 }, { timeoutMs: 500 })));
    expect([sent.length, timing.waited]).to.deep.equal([2, [500, 20_500]]);
  });

  it('ends at its deadline when the token does not arrive', async () => {
    const { client, timing, sent } = against([answered({})], {
      token: () => new Promise<string>(() => undefined),
    });
    expect((await failureOf(timing.run(client.readIdentity()))).reasonCode).to.equal('deadline_exceeded');
    expect(sent).to.deep.equal([]);
  });

  it('ends with the signal of its caller, while it waits for an answer and while it waits to be sent again', async () => {
    for (const answer of [() => 'silence' as const, refused(503, 'store_unavailable')]) {
      const { client, sent } = against([answer]);
      const leaving = new AbortController();
      const reason = new Error('enough');
      const call = client.readIdentity({}, { signal: leaving.signal }).catch((thrown: unknown) => thrown);
      await new Promise((resolve) => setImmediate(resolve));
      leaving.abort(reason);
      expect(await call).to.equal(reason);
      expect(sent).to.have.length(1);
    }
  });

  it('reports everything that the service said, as one class', async () => {
    const expected = { values: ['draft', 'active'] };
    const { client } = against([
      refused(403, 'permission_denied', {
        field: 'status',
        detail: 'Say which.',
        expected,
        permission: 'policy.publish',
      }),
    ]);
    const { name, message, stack: _, ...reported } = await failureOf(client.publishPolicy(PUBLISH));
    expect({ name, message, ...reported }).to.deep.equal({
      name: 'GovgateError',
      message: 'publishPolicy: 403 permission_denied (status): It was refused. Say which.',
      operationId: 'publishPolicy',
      status: 403,
      reasonCode: 'permission_denied',
      retryable: false,
      detail: 'Say which.',
      expected,
      field: 'status',
      permission: 'policy.publish',
      requestId: 'req_1',
      retryAfter: undefined,
      answer: undefined,
    });
  });

  it('reports a refusal in the shape of the operation’s own answer, and does not mistake it for a proxy’s', async () => {
    const result = { ...POLICY, validation: { valid: false, errors: [{ reason_code: 'unknown_field' }] } };
    const { client, sent } = against([answered(result, {}, 422)]);
    const { status, answer } = await failureOf(client.publishPolicy(PUBLISH));
    expect([status, answer, sent.length]).to.deep.equal([422, result, 1]);
  });

  it('contains neither the token nor the request, whoever repeats it and however the connection fails', async () => {
    const secret = 'what-was-sent';
    const body = { manifest_hash: secret, reason_code: 'release' };
    const echo = answered(
      { echo: TOKEN, ...JSON.parse(await refused(409, 'conflict')().text()), message: TOKEN },
      { 'x-request-id': TOKEN },
      422,
    );
    const faulty = (): Error => new TypeError(`Headers.append: "Bearer ${TOKEN}" ${secret}`);
    for (const answer of [echo, faulty]) {
      const { client, timing } = against([answer]);
      const fault = await failureOf(timing.run(client.publishPolicy({ policy_version: 'pv_7', body })));
      const all = [fault.stack, JSON.stringify(fault), String(fault.cause)].join();
      expect(all).not.to.contain(TOKEN).and.not.contain(secret);
    }
    const { client } = against([answered({})], { token: `${TOKEN}\n` });
    const fault = (await client.readIdentity().catch((thrown: unknown) => thrown)) as Error;
    expect([fault instanceof GovgateError, fault.stack?.includes(TOKEN)]).to.deep.equal([true, false]);
    expect(JSON.stringify(client)).not.to.contain(TOKEN);
  });
});

describe('a list', () => {
  const page = (items: number[], next?: string) =>
    answered({
      items,
      page: { limit: 2, total_count: 3, ...(next === undefined ? {} : { next_cursor: next }) },
    });

  it('is walked page by page with the same selectors, each when it is needed', async () => {
    const { client, sent } = against([page([1, 2], 'c1'), page([3])]);
    const items: unknown[] = [];
    for await (const item of client.listPolicies.items({ status: 'active', limit: 2 })) {
      items.push(item);
      expect(sent).to.have.length(items.length > 2 ? 2 : 1);
    }
    expect([items, sent.map(({ url }) => new URL(url).search)]).to.deep.equal([
      [1, 2, 3],
      ['?status=active&limit=2', '?status=active&limit=2&cursor=c1'],
    ]);
  });

  it('knows how each list names its next page', async () => {
    const camel = answered({ items: [1], page: { nextCursor: 'c1' } });
    const tokens = answered({ items: [1], pagination: { nextPageToken: 't1' } });
    const last = answered({ items: [2], page: {}, pagination: {} });
    const surfaces = against([camel, last]);
    for await (const _ of surfaces.client.listClientSurfaces.pages({ environment_id: 'production' }));
    const planes = against([tokens, last]);
    for await (const _ of planes.client.listDataPlanes.pages({
      environment_id: 'production',
      tenant_id: 'acme',
    }));
    expect([surfaces.sent[1]?.url, planes.sent[1]?.url]).to.deep.equal([
      'https://govgate.test/v1/client-surfaces?environment_id=production&cursor=c1',
      'https://govgate.test/v1/data-planes?environment_id=production&tenant_id=acme&page_token=t1',
    ]);
  });
});

describe('a stream', () => {
  const chunks =
    (...texts: string[]) =>
    () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
            controller.close();
          },
        }),
      );

  it('yields its records, and its lines as they were sent, however they arrive', async () => {
    const text = '{"a": 1}\n{"record_type":"checkpoint"}\n';
    const records: unknown[] = [];
    for await (const record of against([
      chunks(text.slice(0, 3), text.slice(3, 12), text.slice(12)),
    ]).client.exportAuditEvents())
      records.push(record);
    const lines: string[] = [];
    for await (const line of against([chunks(text)]).client.exportAuditEvents.lines()) lines.push(line);
    expect([records, lines]).to.deep.equal([
      [{ a: 1 }, { record_type: 'checkpoint' }],
      ['{"a": 1}', '{"record_type":"checkpoint"}'],
    ]);
  });

  it('of something other than records is not an answer of govgate', async () => {
    const walk = async (): Promise<void> => {
      for await (const _ of against([chunks('<html>\n')]).client.exportAuditEvents());
    };
    expect((await failureOf(walk())).reasonCode).to.equal('other_answer');
  });

  it('that ends mid-line was cut off', async () => {
    const { client } = against([chunks('{"a":1}\n{"b"')]);
    const lines: string[] = [];
    const walk = async (): Promise<void> => {
      for await (const line of client.exportAuditEvents.lines()) lines.push(line);
    };
    expect([(await failureOf(walk())).reasonCode, lines]).to.deep.equal(['connection_failed', ['{"a":1}']]);
  });

  it('ends with the signal of its caller, and releases the connection where nobody reads on', async () => {
    const ends: string[] = [];
    const endless = (): Response =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new TextEncoder().encode('{"a":1}\n')),
          cancel: () => void ends.push('let go'),
        }),
      );
    for await (const _ of against([endless]).client.exportAuditEvents()) break;
    const leaving = new AbortController();
    const reason = new Error('enough');
    const walk = async (): Promise<void> => {
      for await (const _ of against([endless]).client.exportAuditEvents({}, { signal: leaving.signal }))
        leaving.abort(reason);
    };
    expect(await walk().catch((thrown: unknown) => thrown)).to.equal(reason);
    expect(ends).to.deep.equal(['let go', 'let go']);
  });
});
