import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeServerKeys, writeServerKeys } from '../system/server-keys.js';
import { pathProblems } from './place-problems.js';
import { readSettings } from './read-settings.js';

const ISSUER = { GOVGATE_JWT_ISSUER: 'https://issuer.example', GOVGATE_JWT_AUDIENCE: 'govgate' };

describe('places that settings name', () => {
  let root: string;
  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'govgate-places-')));
    for (const folder of ['data', 'secrets', 'elsewhere']) mkdirSync(join(root, folder));
    writeFileSync(join(root, 'elsewhere/keys.json'), writeServerKeys(makeServerKeys()));
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(root, 'elsewhere/signals.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(root, 'elsewhere/broken.json'), '{"keys":7}');
    writeFileSync(join(root, 'elsewhere/jwks.json'), '{"keys":[]}');
    symlinkSync(join(root, 'data'), join(root, 'link'));
  });
  after(() => rmSync(root, { recursive: true }));

  /** The settings with a problem, by the first word of the problem. */
  const wrong = async (named: Record<string, string>): Promise<string[]> => {
    const inRoot = Object.entries(named).map(([name, value]) => [name, value.replaceAll('@', root)]);
    const { settings } = readSettings({ GOVGATE_DATA: join(root, 'data'), ...Object.fromEntries(inRoot) });
    const problems = await pathProblems(settings);
    expect(problems.join()).not.to.include(root);
    return problems.map((problem) => problem.split(' ')[0] ?? '');
  };

  it('are valid where secrets, data and keys are separate', async () => {
    const named = {
      ...ISSUER,
      GOVGATE_SECRETS_DIR: '@/secrets,@/not/there/yet',
      GOVGATE_KEYS_FILE: '@/elsewhere/keys.json',
      GOVGATE_JWT_JWKS: '@/elsewhere/jwks.json',
    };
    expect(await wrong(named)).to.deep.equal([]);
    expect(await wrong({ ...ISSUER, GOVGATE_JWT_JWKS: 'https://issuer.example/jwks' })).to.deep.equal([]);
  });

  it('refuse a folder of secrets that contains the data folder or the keys file, or lies within it', async () => {
    const keys = { GOVGATE_KEYS_FILE: '@/elsewhere/keys.json' };
    for (const folder of ['@', '@/data', '@/data/secrets', '@/link', '@/link/later', '@/secrets,@/elsewhere'])
      expect(await wrong({ ...keys, GOVGATE_SECRETS_DIR: folder }), folder).to.deep.equal([
        'GOVGATE_SECRETS_DIR',
      ]);
  });

  it('refuse a key of shared signals that cannot sign, or lies where secrets are read', async () => {
    const named = { GOVGATE_PUBLIC_URL: 'https://govgate.example' };
    const key = (file: string) => ({ ...named, GOVGATE_SSF_KEY_FILE: `@/elsewhere/${file}` });
    expect(await wrong(key('signals.pem'))).to.deep.equal([]);
    for (const file of ['absent.pem', 'broken.json', ''])
      expect(await wrong(key(file)), file).to.deep.equal(['GOVGATE_SSF_KEY_FILE']);
    expect(await wrong({ ...key('signals.pem'), GOVGATE_SECRETS_DIR: '@/elsewhere' })).to.deep.equal([
      'GOVGATE_SECRETS_DIR',
    ]);
  });

  it('allow secrets in a data folder that is not used', async () => {
    const named = { GOVGATE_MONGO_URL: 'mongodb://db.example/', GOVGATE_SECRETS_DIR: '@/data/secrets' };
    expect(await wrong(named)).to.deep.equal([]);
  });

  it('refuse a token file of signals that has no token, or that a folder of secrets contains', async () => {
    writeFileSync(join(root, 'elsewhere/token'), 'a-token\n');
    writeFileSync(join(root, 'elsewhere/two'), 'one\ntwo\n');
    const named = {
      ...ISSUER,
      GOVGATE_JWT_JWKS: '@/elsewhere/jwks.json',
      GOVGATE_JWT_SIGNALS_URL: 'https://issuer.example/poll',
    };
    const of = (file: string, more = {}) =>
      wrong({ ...named, GOVGATE_JWT_SIGNALS_TOKEN_FILE: file, ...more });
    expect(await of('@/elsewhere/token')).to.deep.equal([]);
    for (const file of ['@/missing', '@/elsewhere', '@/elsewhere/two'])
      expect(await of(file), file).to.deep.equal(['GOVGATE_JWT_SIGNALS_TOKEN_FILE']);
    expect(await of('@/elsewhere/token', { GOVGATE_SECRETS_DIR: '@/elsewhere' })).to.deep.equal([
      'GOVGATE_SECRETS_DIR',
    ]);
  });

  it('are all reported at once', async () => {
    const named = {
      ...ISSUER,
      GOVGATE_DATA: '@/elsewhere/jwks.json/data',
      GOVGATE_SECRETS_DIR: '@/elsewhere',
      GOVGATE_KEYS_FILE: '@/elsewhere/broken.json',
      GOVGATE_JWT_JWKS: '@/elsewhere/broken.json',
    };
    expect(await wrong(named)).to.deep.equal([
      'GOVGATE_DATA',
      'GOVGATE_SECRETS_DIR',
      'GOVGATE_KEYS_FILE',
      'GOVGATE_JWT_JWKS',
    ]);
    expect(await wrong({ ...ISSUER, GOVGATE_JWT_JWKS: '@/missing.json' })).to.deep.equal([
      'GOVGATE_JWT_JWKS',
    ]);
  });
});
