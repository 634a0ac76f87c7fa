import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { readSignalSigner } from './signal-signer.js';

const ISSUER = 'https://govgate.example';

describe('readSignalSigner', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-signals-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const read = (content: string | KeyObject) => {
    const file = join(folder, 'key.pem');
    const pem = typeof content === 'string' ? content : content.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(file, pem);
    return readSignalSigner(file, ISSUER);
  };

  const KEYS = {
    RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    EdDSA: () => generateKeyPairSync('ed25519').privateKey,
  };

  for (const [alg, make] of Object.entries(KEYS))
    it(`signs with ${alg}, so that the public key alone verifies it`, async () => {
      const signer = await read(make());
      const token = (await signer?.sign({ jti: 'evt_1', iss: 'https://another.example' })) ?? '';
      const [key] = signer?.keys ?? [];
      const { payload, protectedHeader } = await jwtVerify(
        token,
        createLocalJWKSet({ keys: [{ ...key }] as never }),
      );
      expect([payload, protectedHeader]).to.deep.equal([
        { jti: 'evt_1', iss: ISSUER },
        { alg, kid: key?.kid, typ: 'secevent+jwt' },
      ]);
      const isPrivate = (name: string) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].includes(name);
      expect(Object.keys(key ?? {}).filter(isPrivate)).to.deep.equal([]);
      expect(key).to.include({ use: 'sig', alg });
    });

  it('names a key by its thumbprint, which stays', async () => {
    const key = KEYS.EdDSA();
    expect((await read(key))?.keys).to.deep.equal((await read(key))?.keys);
  });

  it('finds no signer in any other key, nor in anything else', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' };
    const found = [
      await read(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey),
      await read(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey),
      await read(generateKeyPairSync('x25519').privateKey),
      await read(publicKey.export({ type: 'spki', format: 'pem' }) as string),
      await read(privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }) as string),
      await read(''),
      await read('{"kty":"oct"}'),
      await readSignalSigner(join(folder, 'absent.pem'), ISSUER),
    ];
    expect(found).to.deep.equal(found.map(() => undefined));
  });
});
