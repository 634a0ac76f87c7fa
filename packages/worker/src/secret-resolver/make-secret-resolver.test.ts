import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { makeSecretResolver } from './make-secret-resolver.js';

const UNRESOLVED = 'secret_ref_unresolved';

describe('secret resolver', () => {
  let root: string;
  let allowed: string;
  const environment = {
    SIEM_TOKEN: 'example-token\n',
    EMPTY: '',
    GOVGATE_ADMIN_TOKEN: 'example-admin-token-of-the-service-itself',
  };

  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'govgate-secrets-')));
    allowed = join(root, 'allowed');
    for (const folder of ['allowed', 'allowed/..2026_01_01', 'allowed-not', 'outside'])
      mkdirSync(join(root, folder));
    writeFileSync(join(allowed, 'token'), 'example-file-token\r\n');
    writeFileSync(join(allowed, 'two-lines'), 'one\n\n');
    writeFileSync(join(allowed, 'empty'), '\n');
    writeFileSync(join(allowed, 'binary'), 'a\0b');
    writeFileSync(join(allowed, 'huge'), 'x'.repeat(65_537));
    writeFileSync(join(allowed, '..2026_01_01', 'mounted'), 'example-mounted');
    writeFileSync(join(root, 'outside', 'stolen'), 'not-for-you');
    writeFileSync(join(root, 'allowed-not', 'near'), 'not-for-you');
    symlinkSync('..2026_01_01', join(allowed, '..data'));
    symlinkSync('..data/mounted', join(allowed, 'mounted'));
    symlinkSync(join(root, 'outside', 'stolen'), join(allowed, 'link-out'));
    symlinkSync(join(root, 'outside'), join(allowed, 'folder-out'));
    symlinkSync('/proc/self/environ', join(allowed, 'environ'));
    symlinkSync(allowed, join(root, 'link-in'));
    execFileSync('mkfifo', [join(allowed, 'pipe')]);
  });
  after(() => rmSync(root, { recursive: true }));

  const resolve = async (reference: string, folders = [allowed]): Promise<string> => {
    const resolved = await makeSecretResolver({ folders, environment }).resolve(reference);
    return resolved === UNRESOLVED ? UNRESOLVED : resolved.reveal();
  };

  it('reads the environment and files, without their last newline', async () => {
    const texts = await Promise.all(
      ['env:SIEM_TOKEN', `file:${allowed}/token`, `file:${allowed}/two-lines`].map((r) => resolve(r)),
    );
    expect(texts).deep.equal(['example-token', 'example-file-token', 'one\n']);
  });

  it('follows links that stay in the folder, as mounted secrets have them', async () => {
    expect(await resolve(`file:${allowed}/mounted`)).equal('example-mounted');
    expect(await resolve(`file:${root}/link-in/token`, [join(root, 'link-in')])).equal('example-file-token');
  });

  const refused: readonly (readonly [string, (root: string) => string])[] = [
    ['an unset variable', () => 'env:NOT_SET'],
    ['an empty variable', () => 'env:EMPTY'],
    ['a secret of the service itself', () => 'env:GOVGATE_ADMIN_TOKEN'],
    ['what every object has', () => 'env:constructor'],
    ['another kind of reference', () => 'vault:secret/data/token'],
    ['a bare value', () => 'example-token'],
    ['a relative path', () => 'file:token'],
    ['a path with dots', (at) => `file:${at}/allowed/../outside/stolen`],
    ['a file outside', (at) => `file:${at}/outside/stolen`],
    ['a folder whose name only begins alike', (at) => `file:${at}/allowed-not/near`],
    ['a link out of the folder', (at) => `file:${at}/allowed/link-out`],
    ['a linked folder outside', (at) => `file:${at}/allowed/folder-out/stolen`],
    ['the environment through a link', (at) => `file:${at}/allowed/environ`],
    ['a file that is not there', (at) => `file:${at}/allowed/missing`],
    ['a folder', (at) => `file:${at}/allowed`],
    ['an empty file', (at) => `file:${at}/allowed/empty`],
    ['a file with a zero byte', (at) => `file:${at}/allowed/binary`],
    ['a file that is too large', (at) => `file:${at}/allowed/huge`],
    ['a pipe, without waiting for it', (at) => `file:${at}/allowed/pipe`],
  ];
  for (const [what, reference] of refused)
    it(`resolves nothing from ${what}`, async () => {
      expect(await resolve(reference(root))).equal(UNRESOLVED);
    });

  it('reads no file at all without a folder', async () => {
    expect(await resolve(`file:${allowed}/token`, [])).equal(UNRESOLVED);
    expect(await resolve(`file:${allowed}/token`, [join(root, 'missing')])).equal(UNRESOLVED);
  });

  it('reads the secret anew each time, so that a rotated one counts', async () => {
    const resolver = makeSecretResolver({ folders: [allowed], environment });
    const path = join(allowed, 'rotating');
    const seen: unknown[] = [];
    for (const value of ['first', 'second']) {
      writeFileSync(path, value);
      const resolved = await resolver.resolve(`file:${path}`);
      seen.push(resolved === UNRESOLVED ? resolved : resolved.reveal());
    }
    expect(seen).deep.equal(['first', 'second']);
  });

  it('gives a secret that prints as nothing', async () => {
    const resolved = await makeSecretResolver({ folders: [], environment }).resolve('env:SIEM_TOKEN');
    expect(`${resolved} ${JSON.stringify(resolved)} ${inspect(resolved)}`).not.include('example-token');
  });
});
