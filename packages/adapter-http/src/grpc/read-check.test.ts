import { expect } from 'chai';
import type { CheckRequest } from './messages.js';
import { readCheck } from './read-check.js';

const HEADERS = {
  user: 'X-Forwarded-User',
  agent: 'X-Govgate-Agent',
  session: 'X-Govgate-Session',
  server: 'X-Govgate-Server',
};
const BODY = '{"jsonrpc":"2.0","method":"ping"}';
const ROUTE = { govgate_environment: 'production', govgate_server: 'srv_x' };

const requestOf = (http: object, contextExtensions: Readonly<Record<string, string>>): CheckRequest => ({
  attributes: {
    request: {
      http: {
        method: 'POST',
        headers: {},
        headerMap: null,
        size: 0,
        body: '',
        rawBody: Buffer.alloc(0),
        ...http,
      },
    },
    contextExtensions,
  },
});

const read = (
  http: object,
  extensions: Readonly<Record<string, string>> = ROUTE,
  metadata: Readonly<Record<string, readonly string[]>> = { authorization: ['Bearer gateway'] },
) => readCheck(requestOf(http, extensions), (name) => metadata[name] ?? [], HEADERS);

const refusalOf = (result: ReturnType<typeof read>) =>
  result.ok ? undefined : [result.refusal.reasonCode, result.refusal.field];

describe("a request of Envoy's external authorization", () => {
  it('becomes a call of the check by status, with the headers that it reads and no others', () => {
    const headers = {
      'Content-Type': 'application/json',
      authorization: 'Bearer end-user',
      cookie: 'a=b',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-user': 'ada',
      'x-govgate-user': 'mallory',
      'x-govgate-server': 'srv_forged',
      'idempotency-key': 'k',
      'x-envoy-auth-partial-body': 'false',
      'x-request-id': 'r-1',
    };
    expect(read({ headers, body: BODY, size: BODY.length })).to.deep.equal({
      ok: true,
      value: {
        path: '/v1/check/production',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-user': 'ada',
          'x-request-id': 'r-1',
          'x-govgate-server': 'srv_x',
          authorization: 'Bearer gateway',
        },
        body: Buffer.from(BODY),
      },
    });
  });

  it('names its environment on the route before anywhere else', () => {
    const metadata = { 'x-govgate-environment': ['staging'] };
    const pathOf = (result: ReturnType<typeof read>) => (result.ok ? result.value.path : undefined);
    expect(pathOf(read({ body: BODY }, ROUTE, metadata))).to.equal('/v1/check/production');
    expect(pathOf(read({ body: BODY }, {}, metadata))).to.equal('/v1/check/staging');
    const two = { 'x-govgate-environment': ['staging', 'production'] };
    expect(refusalOf(read({ body: BODY }, {}, two))).to.deep.equal(['missing_scope', 'environment_id']);
    const odd = { ...ROUTE, govgate_environment: 'a/../b' };
    expect(refusalOf(read({ body: BODY }, odd))).to.deep.equal(['missing_scope', 'environment_id']);
  });

  it('is refused with two tokens, two values of a header, or one that is not UTF-8', () => {
    const tokens = { authorization: ['Bearer a', 'Bearer b'] };
    expect(refusalOf(read({ body: BODY }, ROUTE, tokens))).to.deep.equal([
      'invalid_request',
      'authorization',
    ]);
    const raw = (...values: readonly (string | Buffer)[]) => ({
      body: BODY,
      headerMap: {
        headers: values.map((value) => ({
          key: 'x-forwarded-user',
          value: '',
          rawValue: Buffer.from(value as string),
        })),
      },
    });
    expect(read(raw('ada')).ok).to.equal(true);
    for (const http of [
      raw('ada', 'bob'),
      raw(Buffer.from([0x61, 0xff])),
      { ...raw('ada'), headers: { 'X-Forwarded-User': 'bob' } },
    ])
      expect(refusalOf(read(http))).to.deep.equal(['invalid_request', 'headers']);
  });

  it('is refused where the body is not all of what the upstream reads', () => {
    const rawBody = Buffer.from(BODY);
    for (const http of [
      {},
      { body: BODY, rawBody },
      { body: BODY, size: BODY.length + 1 },
      { body: BODY, size: -1 },
      { body: BODY, headers: { 'x-envoy-auth-partial-body': 'true' } },
      { rawBody: Buffer.from([0xff]) },
    ])
      expect(refusalOf(read(http))).to.deep.equal(['invalid_request', 'body']);
    expect(refusalOf(read({ rawBody, headers: { 'content-encoding': 'gzip' } }))).to.deep.equal([
      'unsupported_media_type',
      'content-encoding',
    ]);
  });

  it('is refused without a request, with another method and with an extension that nobody knows', () => {
    const nothing = readCheck({ attributes: null }, () => [], HEADERS);
    expect(refusalOf(nothing)).to.deep.equal(['invalid_request', 'attributes']);
    expect(refusalOf(read({ method: 'GET' }))).to.deep.equal(['method_not_allowed', undefined]);
    expect(refusalOf(read({ body: BODY }, { ...ROUTE, govgate_sesion: '' }))).to.deep.equal([
      'invalid_request',
      'context_extensions',
    ]);
    expect(read({ body: BODY }, { ...ROUTE, virtual_host: 'mcp' }).ok).to.equal(true);
  });
});
