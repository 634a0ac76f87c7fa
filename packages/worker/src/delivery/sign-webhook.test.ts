import { randomBytes } from 'node:crypto';
import { Secret } from '@govgate/domain';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { signWebhook } from './sign-webhook.js';

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

describe('webhook signature', () => {
  it('equals the published vector', () => {
    const secret = new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const signature = signWebhook(secret, {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1614265330,
      body: '{"test": 2432232314}',
    });
    expect(signature).equal('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('passes a third-party verifier, for any body', () => {
    const at = Math.floor(Date.now() / 1_000);
    for (const body of ['{}', '{"ü":"€"}', JSON.stringify({ text: 'x'.repeat(10_000) })]) {
      const secret = newSecret();
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(at),
        'webhook-signature':
          signWebhook(new Secret(secret), { id: 'evt_1', timestampSeconds: at, body }) ?? '',
      };
      expect(new Webhook(secret).verify(body, headers)).deep.equal(JSON.parse(body));
      expect(() => new Webhook(newSecret()).verify(body, headers)).throw();
      expect(() => new Webhook(secret).verify(`${body} `, headers)).throw();
    }
  });

  it('signs with the old and the new secret while one is rotated', () => {
    const [old, fresh] = [newSecret(), newSecret()];
    const at = Math.floor(Date.now() / 1_000);
    for (const both of [`${fresh} ${old}`, `${fresh}\n${old}`, `${fresh}, ${old}\n`]) {
      const signature =
        signWebhook(new Secret(both), { id: 'evt_1', timestampSeconds: at, body: '{}' }) ?? '';
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(at),
        'webhook-signature': signature,
      };
      expect(signature.split(' ').length).equal(2);
      for (const secret of [old, fresh]) expect(new Webhook(secret).verify('{}', headers)).deep.equal({});
    }
  });

  it('reads a secret without its prefix the same way', () => {
    const secret = newSecret();
    const signed = [secret, secret.slice('whsec_'.length)].map((text) =>
      signWebhook(new Secret(text), { id: 'a', timestampSeconds: 1, body: '' }),
    );
    expect(signed[0]).equal(signed[1]);
  });

  it('refuses to sign with anything but a key', () => {
    const texts = ['', ' ', 'whsec_', 'not base64!', 'whsec_abc?', `${newSecret()} broken!`];
    expect(
      texts.map((text) => signWebhook(new Secret(text), { id: 'a', timestampSeconds: 1, body: '' })),
    ).deep.equal(texts.map(() => undefined));
    expect(
      signWebhook(new Secret(Array.from({ length: 6 }, newSecret).join(' ')), {
        id: 'a',
        timestampSeconds: 1,
        body: '',
      }),
    ).equal(undefined);
  });
});
