import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import Koa from 'koa';
import { makeReadBody } from './read-body.js';

const LIMIT = 200;

/** Each body as sent, and what is read from it. */
const BODIES: readonly (readonly [string, string | Buffer, unknown])[] = [
  ['an object', '{"a":[1,"é"]}', { a: [1, 'é'] }],
  ['an object amid blanks', ' \r\n\t{"a":1} ', { a: 1 }],
  ['an object behind a byte order mark', '\ufeff{"a":1}', { a: 1 }],
  ...['{"a":1,"a":2}', '{"b":[{"a":1,"\\u0061":2}]}', '{"a":"\\\\","a":"\\":"}'].map(
    (twice) =>
      [
        `a member given twice, as in ${twice}`,
        twice,
        ['invalid_json', 'A member is given twice in an object.'],
      ] as const,
  ),
  ['colons and quotes in strings', '{"a:\\"":"\\\\\\":","b":":"}', { 'a:"': '\\":', b: ':' }],
  ['bytes that are no UTF-8 as what stands for them', Buffer.from('{"a":"\xff"}', 'latin1'), { a: '\ufffd' }],
  ['nothing', '', {}],
  ['a list', '[1]', ['invalid_request', 'The value must be an object.']],
  ['a text', '"a"', ['invalid_request', 'The value must be an object.']],
  ['blanks alone', '  ', ['invalid_request', 'The value must be an object.']],
  ['a key that reaches into prototypes', '{"b":{"__proto__":{}}}', JSON.parse('{"b":{"__proto__":{}}}')],
  [
    'a NUL',
    '{"a":"\\u0000"}',
    ['invalid_request', 'A text may contain neither U+0000 nor half of a surrogate pair.'],
  ],
  [
    'half of a pair',
    '{"a":"\\ud800"}',
    ['invalid_request', 'A text may contain neither U+0000 nor half of a surrogate pair.'],
  ],
  ['what is no JSON', '{"a":\n1,}', ['invalid_json', 'The body stops being JSON at line 2, column 3.']],
  ['as many bytes as may be', `{"a":"${'x'.repeat(LIMIT - 8)}"}`, { a: 'x'.repeat(LIMIT - 8) }],
  [
    'a byte more',
    `{"a":"${'x'.repeat(LIMIT - 7)}"}`,
    ['payload_too_large', `The body may have at most ${LIMIT} bytes.`],
  ],
];

describe('the reader of bodies', () => {
  let server: Server;
  let outcomes: unknown[];

  before(async () => {
    const readBody = makeReadBody(LIMIT);
    const app = new Koa();
    app.silent = true;
    app.use(async (ctx) => {
      const read = (await readBody(ctx)).parse();
      const reported = read.ok ? read.value : read.refusal;
      outcomes.push(reported);
      ctx.body = JSON.stringify(reported);
    });
    server = createServer(app.callback());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    outcomes = [];
  });
  after(() => server.close());

  /** Sends a body, in one piece or byte by byte, and returns what was read. */
  const send = async (body: Buffer, headers: Record<string, string | number>, piece = body.length) => {
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
    // A body that is too large is not read to its end.
    sent.on('error', () => undefined);
    for (let at = 0; at < body.length; at += piece) sent.write(body.subarray(at, at + piece));
    sent.end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    const [outcome] = outcomes as { reasonCode?: string; detail?: string }[];
    if (outcome?.reasonCode === undefined) return outcome;
    return outcome.detail === undefined ? outcome.reasonCode : [outcome.reasonCode, outcome.detail];
  };

  const JSON_TYPE = { 'content-type': 'application/json' };

  for (const [what, sent, expected] of BODIES) {
    const body = Buffer.from(sent);
    it(`reads ${what}, whole and in pieces`, async () => {
      expect(await send(body, { ...JSON_TYPE, 'content-length': body.length })).to.deep.equal(expected);
      outcomes = [];
      expect(await send(body, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, 7)).to.deep.equal(expected);
    });

    it(`reads ${what} compressed as well as plain`, async () => {
      expect(await send(gzipSync(body), { ...JSON_TYPE, 'content-encoding': 'gzip' })).to.deep.equal(
        expected,
      );
    });
  }

  it('refuses another type, another charset and an unknown coding', async () => {
    const body = Buffer.from('{}');
    const refusalOf = async (headers: Record<string, string>) => {
      outcomes = [];
      await send(body, headers);
      return (outcomes[0] as { reasonCode: string }).reasonCode;
    };
    expect([
      await refusalOf({ 'content-type': 'text/plain' }),
      await refusalOf({ 'content-type': 'application/json; charset=latin1' }),
      await refusalOf({ ...JSON_TYPE, 'content-encoding': 'zz' }),
    ]).to.deep.equal(Array(3).fill('unsupported_media_type'));
  });

  it('does not wait for a body whose sender has gone', async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const head =
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"';
    socket.write(head, () => socket.resetAndDestroy());
    while (outcomes.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(outcomes).to.deep.equal([{ reasonCode: 'request_timeout' }]);
  });
});
