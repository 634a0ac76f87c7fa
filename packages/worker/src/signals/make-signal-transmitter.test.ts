import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PolledSignals, SignalPoll } from '@govgate/ports';
import { expect } from 'chai';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { closedPort, OpenServers, startHttp } from '../egress/testing/loopback-server.js';
import { makeSignalTransmitter } from './make-signal-transmitter.js';

const NOTHING: SignalPoll = { maxEvents: 50, ack: [], setErrs: {} };

describe('the client of transmitters of signals', () => {
  const egress = makeEgress(LOOPBACK);
  const transmitter = makeSignalTransmitter(egress, 500);
  const servers = new OpenServers();
  const folder = mkdtempSync(join(tmpdir(), 'govgate-signals-'));
  const tokenFile = join(folder, 'token');

  beforeEach(() => writeFileSync(tokenFile, 'canary-token\n'));
  afterEach(() => servers.close());
  after(async () => {
    await egress.close();
    rmSync(folder, { recursive: true });
  });

  const poll = (url: string, sent = NOTHING, file = tokenFile): Promise<PolledSignals> =>
    transmitter.poll({ issuer: 'https://sso.example', url, tokenFile: file }, sent);

  const answering = (listener: RequestListener): Promise<string> => servers.open(startHttp(listener));

  const outcomeOf = async (status: number, body: string, headers = {}): Promise<PolledSignals> =>
    poll(await answering((_, response) => void response.writeHead(status, headers).end(body)));

  /** A transmitter without tokens that keeps what it is sent. */
  const listening = async () => {
    const received: { readonly headers: IncomingMessage['headers']; readonly body: unknown }[] = [];
    const url = await answering(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(200).end('{"sets":{}}');
    });
    return { url, received };
  };

  it('polls as RFC 8936 says, with the token of the file as it is now', async () => {
    const { url, received } = await listening();
    const setErrs = { b: { err: 'invalid_key', description: 'Wrong.' } } as const;
    expect(await poll(url)).to.deep.equal({ ok: true, sets: {}, moreAvailable: false });
    writeFileSync(join(folder, 'renewed'), 'another-token');
    symlinkSync(join(folder, 'renewed'), join(folder, 'mounted'));
    await poll(url, { maxEvents: 0, ack: ['a'], setErrs }, join(folder, 'mounted'));
    expect(received.map(({ body }) => body)).to.deep.equal([
      { maxEvents: 50, returnImmediately: true, ack: [], setErrs: {} },
      { maxEvents: 0, returnImmediately: true, ack: ['a'], setErrs },
    ]);
    const [first, second] = received.map(({ headers }) => [
      headers.authorization,
      headers['content-type'],
      headers.accept,
      headers['content-language'],
    ]);
    expect([first, second]).to.deep.equal([
      ['Bearer canary-token', 'application/json', 'application/json', undefined],
      ['Bearer another-token', 'application/json', 'application/json', 'en'],
    ]);
  });

  it('gives the tokens as they come', async () => {
    const sets = { a: 'a.b.c', b: 7 };
    expect(await outcomeOf(200, JSON.stringify({ sets, moreAvailable: true, other: 1 }))).to.deep.equal({
      ok: true,
      sets,
      moreAvailable: true,
    });
  });

  const invalid = ['', 'canary', '[]', '7', 'null', '{}', '{"sets":[]}', '{"sets":null}', '{"sets":"a"}'];
  for (const body of [...invalid, '{"sets":{},"moreAvailable":"yes"}', '{"sets":{'])
    it(`refuses an answer of a wrong shape: ${body}`, async () => {
      expect(await outcomeOf(200, body)).to.deep.equal({ ok: false, reasonCode: 'answer_invalid' });
    });

  it('refuses an answer that is too long', async () => {
    const long = JSON.stringify({ sets: { a: 'x'.repeat(2_097_152) } });
    for (const body of [long, `{"sets":{}}${' '.repeat(2_097_152)}`])
      expect(await outcomeOf(200, body)).to.deep.equal({ ok: false, reasonCode: 'answer_invalid' });
  });

  it('says how long a transmitter asks to be left alone', async () => {
    expect(await outcomeOf(429, '', { 'retry-after': '30' })).to.deep.equal({
      ok: false,
      reasonCode: 'rate_limited',
      retryAfterSeconds: 30,
    });
  });

  it('says why there is no answer', async () => {
    const hanging = await answering(() => undefined);
    const dripping = await answering((_, response) => void response.writeHead(200).write('{"sets":'));
    const outcomes = [
      await outcomeOf(401, '{"sets":{}}'),
      await outcomeOf(404, ''),
      await outcomeOf(429, ''),
      await outcomeOf(503, ''),
      await outcomeOf(302, '', { location: 'http://127.0.0.1/' }),
      await poll(hanging),
      await poll(dripping),
      await poll(`http://127.0.0.1:${await closedPort()}/`),
      await poll('http://127.0.0.2/'),
      await poll('http://10.0.0.1/'),
    ];
    expect(outcomes.map((outcome) => !outcome.ok && outcome.reasonCode)).to.deep.equal([
      'auth_rejected',
      'endpoint_not_found',
      'rate_limited',
      'upstream_error',
      'redirect_blocked',
      'timeout',
      'timeout',
      'connection_refused',
      'ssrf_blocked',
      'ssrf_blocked',
    ]);
  });

  it('sends nothing without a token that a header can carry', async () => {
    const { url, received } = await listening();
    const outcomes = [await poll(url, NOTHING, join(folder, 'missing')), await poll(url, NOTHING, folder)];
    for (const text of ['', '\n', 'one\r\nx-other: two', 'two words', 'x'.repeat(70_000)]) {
      writeFileSync(tokenFile, text);
      outcomes.push(await poll(url));
    }
    expect(new Set(outcomes.map((outcome) => !outcome.ok && outcome.reasonCode))).to.deep.equal(
      new Set(['token_unreadable']),
    );
    expect(received).to.deep.equal([]);
  });
});
