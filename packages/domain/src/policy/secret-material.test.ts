import { expect } from 'chai';
import fc from 'fast-check';
import { assignsSecret, mayJoin } from '../redaction/assigned-secret.js';
import {
  addressHoldsSecret,
  beginsLikeToken,
  holdsSecretMaterial,
  namesForbiddenMaterial,
} from './secret-material.js';

// Assembled from parts, so that no scanner of this repository takes them for real ones.
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
  ['an address with a very long password', of('https://ada:', LONG.repeat(12), '@host.example/x')],
  ['an address with a token for its user', of('https://', LONG.slice(0, 36), '@git.example/x.git')],
  ['an ssh address with a password', of('ssh://git:', 'example@git.example/x.git')],
  ['an npm token', of('npm_', LONG.slice(0, 36))],
  ['a PyPI token', of('pypi-', 'AgEIcHlwaS5vcmc', LONG.slice(0, 20))],
  ['a Slack app token', of('xapp-', '1-A0EXAMPLE00-0000000000')],
  ['a shop token', of('shpat_', '0123456789abcdef'.repeat(2))],
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
  'Sidecar for team@corp.example',
  'see https://wiki.example/x',
  'see https://wiki.example:8443/teams/@payments and https://wiki.example/x#a@b, or ask ada@corp.example',
  'Bearer of bad news',
  'Bearer token handling is described in RFC6750-section-2',
  'Basic authentication was switched off in 2025, see CHG0031337',
  'ssh://git@git.example/acme/policies.git',
  'git+ssh://git@git.example/acme/policies.git',
  'git@git.example:acme/policies.git',
  'refs/heads/main@6f1ed002ab5595859014ebf0951522d9c8e1a4b7',
  'INC-20260104 / PAY-4711',
  'on-call: +49 30 5550100 (payments-week), Slack #payments-oncall',
  'npm_config_registry',
  'pypi-package-index-mirror-eu',
  'xapp-connection-token-holder',
  'sk-SK and cs-CZ translations',
  'arn:aws:iam::123456789012:role/gateway',
  'Zażółć gęślą jaźń ☂ 東京',
  '-----BEGIN CERTIFICATE-----',
];

describe('holdsSecretMaterial', () => {
  for (const [what, text] of SECRETS)
    it(`recognises ${what}`, () => expect(holdsSecretMaterial(text)).to.equal(true));

  for (const [what, text] of SECRETS)
    it(`recognises ${what} among other words`, () =>
      expect(holdsSecretMaterial(`Use this: "${text}" and nothing else.`)).to.equal(true));

  for (const text of HARMLESS)
    it(`lets pass: ${text}`, () => expect(holdsSecretMaterial(text)).to.equal(false));

  it('recognises each of them in any surroundings', () => {
    const around = fc.array(fc.constantFrom(...HARMLESS, '\n', '(', 'ask ada@corp.example'), {
      maxLength: 4,
    });
    const one = fc.constantFrom(...SECRETS.map(([, text]) => text));
    fc.assert(
      fc.property(around, one, around, (before, text, after) =>
        holdsSecretMaterial([...before, text, ...after].join(' ')),
      ),
    );
  });

  it('lets ordinary texts pass, however they are combined', () => {
    const word = fc.oneof(
      fc.constantFrom(...HARMLESS),
      fc.emailAddress(),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.uuid(),
      fc.stringMatching(/^[A-Z]{2,5}-\d{1,6}$/),
      fc.stringMatching(/^sha256:[0-9a-f]{64}$/),
      fc.lorem(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => !holdsSecretMaterial(words.join(' '))),
      { numRuns: 1000 },
    );
  });
});

describe('a text without anything that joins a name and a value', () => {
  it('is not searched for assignments, because it cannot contain any', () => {
    const piece = fc.constantFrom(
      ...[
        'password',
        'secret',
        'api_key',
        'token',
        'identified by',
        'authorization',
        'bearer',
        'basic',
        '-u',
        '--token',
      ],
      ...[
        ' ',
        '=',
        ':',
        '=>',
        ':=',
        '%3d',
        ' is ',
        ' was ',
        '"',
        ')',
        'Tr0ub4dor3',
        'dXNlcjpwYXNz',
        'ada:',
        '9f8e7d6c5b4a3210ff',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 2, maxLength: 6 }), (pieces) => {
        const text = pieces.join('');
        return !assignsSecret(text) || mayJoin(text);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('addressHoldsSecret', () => {
  it('recognises a credential in an address or in a parameter named like one', () => {
    const leaking = [of('https://ada', '@docs.example'), 'https://docs.example/x?a=b&access_token=x'];
    expect(leaking.filter(addressHoldsSecret)).to.deep.equal(leaking);
    const harmless = [
      'https://docs.example/tokens?page=2',
      'https://docs.example/token=1/x',
      'https://docs.example/x?design=2&assigned=ada',
    ];
    expect(harmless.filter(addressHoldsSecret)).to.deep.equal([]);
    expect(addressHoldsSecret('https://docs.example/x#id_token=x')).to.equal(true);
  });
});

describe('beginsLikeToken', () => {
  it('needs less of a token than free text, and only at the beginning', () => {
    const name = of('ghp_', 'examplenotarealtoken');
    expect([beginsLikeToken(name), holdsSecretMaterial(name)]).to.deep.equal([true, false]);
    expect(['asia-pacific-1', 'risk-desk', `my-${name}`].filter(beginsLikeToken)).to.deep.equal([]);
  });
});

describe('namesForbiddenMaterial', () => {
  it('recognises the names of secrets and payloads in any casing', () => {
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
