import { expect } from 'chai';
import { startRecorder } from '../../../../tools/test-services/receivers/http-recorder.js';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { checkOf, eventsFor, kindBench, SIGNING_KEY, TOKEN, targetOf } from './testing/kind-bench.js';

const SSF = 'https://schemas.openid.net/secevent/ssf/event-type';
const TARGET = targetOf('ssf_push');

describe('ssf_push', () => {
  const egress = makeEgress(LOOPBACK);
  after(() => egress.close());

  /** What a receiver that answers so is sent for a batch of three, and what comes of it. */
  const sent = async (status: number, body = '', more: Partial<Parameters<typeof kindBench>[0]> = {}) => {
    const receiver = await startRecorder((_request, response) => response.writeHead(status).end(body));
    const bench = kindBench({ egress, ...more }, `${receiver.url}/events`);
    const outcome = await bench.sender.send({ target: TARGET, events: eventsFor('ssf_push', 3) });
    const checked = await bench.probe.check(checkOf(TARGET));
    await receiver.close();
    return { outcome, checked: checked.reasonCode, seen: receiver.seen };
  };

  const claimsIn = (body: string) => JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));

  it('sends one token in a request, issued now for the destination’s audience', async () => {
    const { outcome, seen } = await sent(202);
    expect(outcome).to.deep.equal({ sent: true, items: ['accepted'], refusedUnreported: 0 });
    const [first] = seen;
    expect([first?.method, first?.url]).to.deep.equal(['POST', '/events']);
    expect(first?.headers).to.include({
      'content-type': 'application/secevent+jwt',
      accept: 'application/json',
      authorization: `Bearer ${TOKEN}`,
    });
    const { aud, iat, jti, events } = claimsIn(first?.body ?? '');
    expect([aud, typeof iat, jti]).to.deep.equal(['dstref_security-lake', 'number', 'evt_00000001']);
    expect(Object.values(events)).to.deep.equal([
      { event_timestamp: 1_767_225_600, initiating_entity: 'admin', reason_admin: { en: 'change_request' } },
    ]);
  });

  it('checks a destination with a verification event about the stream', async () => {
    const { checked, seen } = await sent(202);
    const { iat: _, ...claims } = claimsIn(seen[1]?.body ?? '');
    expect([checked, claims]).to.deep.equal([
      'delivered',
      {
        jti: 'evt_1',
        txn: 'req_1',
        aud: 'dstref_security-lake',
        sub_id: { format: 'opaque', id: 'dst_1' },
        events: { [`${SSF}/verification`]: {} },
      },
    ]);
  });

  it('takes an error of one token as a refusal of it, and one of all tokens as a reason to stop', async () => {
    const table: Record<string, unknown> = {};
    const errors = ['invalid_request', 'invalid_issuer', 'invalid_audience', 'invalid_key'];
    for (const err of [...errors, 'authentication_failed', 'access_denied', 'of_its_own', 'constructor']) {
      const { outcome, checked } = await sent(400, JSON.stringify({ err, description: 'canary' }));
      table[err] = outcome.sent ? 'sent' : [outcome.verdict, outcome.reasonCode, checked];
      expect(JSON.stringify(outcome)).not.to.include('canary');
    }
    const ofOne = ['split', 'payload_rejected', 'payload_rejected'];
    const ofAll = ['stop', 'payload_rejected', 'payload_rejected'];
    const ofCaller = ['stop', 'auth_rejected', 'auth_rejected'];
    expect(table).to.deep.equal({
      invalid_request: ofOne,
      of_its_own: ofOne,
      constructor: ofOne,
      invalid_issuer: ofAll,
      invalid_audience: ofAll,
      invalid_key: ofAll,
      authentication_failed: ofCaller,
      access_denied: ofCaller,
    });
  });

  it('does not take a page for an acknowledgement', async () => {
    const { outcome, checked } = await sent(200, '<html>Sign in</html>');
    expect(outcome).to.deep.include({ sent: false, reasonCode: 'network_error', verdict: 'retry' });
    expect(checked).to.equal('network_error');
  });

  it('sends nothing without a key to sign with, and names what is missing', async () => {
    const warned: string[] = [];
    const log = { warn: (message: string) => void warned.push(message) };
    const { outcome, checked, seen } = await sent(202, '', { signer: undefined, log });
    expect(outcome).to.deep.include({
      sent: false,
      reasonCode: 'secret_ref_unresolved',
      verdict: 'stop',
      unusableReference: 'signing_key_ref',
    });
    expect([checked, seen, warned.length]).to.deep.equal(['secret_ref_unresolved', [], 2]);
    expect(warned[0]).to.include('GOVGATE_SSF_KEY_FILE');
  });

  it('puts no reference, token or key into what is signed', async () => {
    const { seen } = await sent(202);
    const signed = seen.map(({ body }) => JSON.stringify(claimsIn(body))).join();
    for (const secret of [TOKEN, SIGNING_KEY, 'env:', '127.0.0.1']) expect(signed).not.to.include(secret);
  });
});
