import { expect } from 'chai';
import { holdsSecretMaterial, namesForbiddenMaterial } from './secret-material.js';

// Put together from parts, so that no scanner of this repository takes them for real ones.
const of = (...parts: string[]): string => parts.join('');
const LONG = 'Example0'.repeat(6);

const SECRETS: readonly (readonly [string, string])[] = [
  ['a private key', of('-----BEGIN ', 'RSA PRIVATE', ' KEY-----')],
  ['a private key of any kind', of('x -----BEGIN ', 'PRIVATE', ' KEY-----')],
  ['a JSON Web Token', of('eyJhbGciOiJub25lIn0', '.eyJleGFtcGxlIjoxfQ', '.')],
  ['a token of ours', of('ggw_', 'Example00000', '_', LONG.slice(0, 38))],
  ['an AWS key id', of('key=AKIA', 'EXAMPLEEXAMPLE00')],
  ['a temporary AWS key id', of('ASIA', 'EXAMPLEEXAMPLE00')],
  ['a GitHub token', of('ghp_', LONG.slice(0, 36))],
  ['a fine-grained GitHub token', of('github_pat_', LONG.slice(0, 22))],
  ['a GitLab token', of('glpat-', LONG.slice(0, 20))],
  ['a Slack token', of('xoxb-', '0000000000-example')],
  ['a model provider key', of('sk-', 'proj-', LONG.slice(0, 20))],
  ['a payment key', of('sk_live_', LONG.slice(0, 16))],
  ['a Google key', of('AIza', LONG.slice(0, 35))],
  ['a vault token', of('hvs.', LONG.slice(0, 20))],
  ['a webhook secret', of('whsec_', LONG.slice(0, 20))],
  ['bearer credentials', of('Authorization: Bearer ', 'abc.def-0123456789')],
  ['basic credentials', of('basic ', 'ZXhhbXBsZTpleGFtcGxlMA==')],
  ['an address with a password', of('https://ada:', 'example@host.example/x')],
  ['an address with a user', of('postgres://ada', '@db.example')],
];

const HARMLESS: readonly string[] = [
  'srv_crm',
  'AKIA',
  'sk-learn-classifier-agent',
  'risk-assessment-agent-of-the-northern-region',
  'A bearer of good news arrived at the office',
  'Bearer authentication-required-everywhere',
  'basic understanding-of-tokens',
  'https://docs.example/policies?by=ada@example.org',
  'mailto:ada@example.org',
  'ada@example.org',
  'the token budget, the secret of success and a password policy',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '018f4e2a9c7b7d3e8a1b2c3d4e5f6071',
  'eyJ is how they begin',
  '-----BEGIN CERTIFICATE-----',
];

describe('holdsSecretMaterial', () => {
  for (const [what, text] of SECRETS)
    it(`knows ${what}`, () => expect(holdsSecretMaterial(text)).to.equal(true));

  for (const [what, text] of SECRETS)
    it(`knows ${what} amid other words`, () =>
      expect(holdsSecretMaterial(`Use this: "${text}" and nothing else.`)).to.equal(true));

  for (const text of HARMLESS)
    it(`lets pass: ${text}`, () => expect(holdsSecretMaterial(text)).to.equal(false));

  it('takes no long time over any text of 256 KiB', () => {
    const size = 256 * 1024;
    const started = performance.now();
    for (const piece of [
      '-eyJ',
      'eyJa',
      'bearer ',
      'basic a',
      'a://',
      '@a://b',
      '-----BEGIN ',
      ' ',
      'sk-a',
      'xoxb-',
    ])
      holdsSecretMaterial(piece.repeat(size / piece.length));
    expect(performance.now() - started).to.be.lessThan(5000);
  });
});

describe('namesForbiddenMaterial', () => {
  it('knows the names of secrets and payloads in any casing', () => {
    for (const name of [
      'password',
      'API_KEY',
      'apiKey',
      'Api-Key',
      'request_body',
      'prompt',
      'client.secret',
    ])
      expect(namesForbiddenMaterial(name), name).to.equal(true);
  });

  it('lets names pass that only contain such a word', () => {
    for (const name of [
      'token_count',
      'prompt_length',
      'secretariat',
      'password_age_days',
      'payload_size',
      'tool',
    ])
      expect(namesForbiddenMaterial(name), name).to.equal(false);
  });
});
