import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import type { Scope } from '@govgate/domain';
import type { VariableGrant } from '@govgate/domain/internal';
import { expect } from 'chai';
import { makeSecretResolver, type SecretResolverSettings } from './make-secret-resolver.js';
import { swapForLink } from './testing/swap-for-link.js';

const UNRESOLVED = 'secret_ref_unresolved';
const ACME: Scope = { tenantId: 'acme', environmentId: 'production' };
const STAGING: Scope = { tenantId: 'acme', environmentId: 'staging' };
const UMBRA: Scope = { tenantId: 'umbra', environmentId: 'production' };

const grant = (tenantId: string, environmentId: string, name: string): VariableGrant => ({
  tenantId,
  environmentId,
  name,
});

describe('secret resolver', () => {
  let root: string;
  let folder: string;
  const environment = {
    SIEM_TOKEN: 'example-token\n',
    EMPTY: '',
    SHARED: 'example-shared',
    AWS_SECRET_ACCESS_KEY: 'example-of-the-machine',
  };
  const variables = [
    grant('acme', 'production', 'SIEM_TOKEN'),
    grant('acme', '*', 'EMPTY'),
    grant('acme', '*', 'NOT_SET'),
    grant('acme', '*', 'constructor'),
    grant('*', '*', 'SHARED'),
  ];

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  before(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'govgate-secrets-')));
    folder = join(root, 'secrets');
    const own = join(folder, 'acme/production');
    write('acme/production/token', 'example-file-token\r\n');
    write('acme/production/siem/two-lines', 'one\n\n');
    write('acme/production/empty', '\n');
    write('acme/production/binary', 'a\0b');
    write('acme/production/huge', 'x'.repeat(65_537));
    write('acme/production/..2026_01_01/mounted', 'example-mounted');
    write('acme/production/stolen/token', 'example-of-the-neighbour-below');
    write('acme/staging/token', 'example-of-staging');
    write('umbra/production/token', 'example-of-umbra');
    write('loose', 'not-for-you');
    mkdirSync(join(root, 'outside'));
    writeFileSync(join(root, 'outside/stolen'), 'not-for-you');
    symlinkSync('..2026_01_01', join(own, '..data'));
    symlinkSync('..data/mounted', join(own, 'mounted'));
    symlinkSync(join(root, 'outside/stolen'), join(own, 'link-out'));
    symlinkSync(join(root, 'outside'), join(own, 'folder-out'));
    symlinkSync('../../umbra/production/token', join(own, 'link-to-umbra'));
    symlinkSync('/proc/self/environ', join(own, 'environ'));
    symlinkSync('/dev/zero', join(own, 'zero'));
    symlinkSync('umbra', join(folder, 'linked'));
    mkdirSync(join(folder, 'half'));
    symlinkSync('../umbra/production', join(folder, 'half/production'));
    symlinkSync(folder, join(root, 'link-in'));
    execFileSync('mkfifo', [join(own, 'pipe')]);
  });
  after(() => rmSync(root, { recursive: true }));

  const resolverWith = (over: Partial<SecretResolverSettings> = {}) =>
    makeSecretResolver({ folders: [folder], keptPaths: [], variables, environment, ...over });

  const resolve = async (
    reference: string,
    scope = ACME,
    over: Partial<SecretResolverSettings> = {},
  ): Promise<string> => {
    const resolved = await resolverWith(over).resolve(scope, reference);
    return resolved === UNRESOLVED ? UNRESOLVED : resolved.reveal();
  };

  it('reads listed variables and the files of the scope, without their last newline', async () => {
    const references = ['env:SIEM_TOKEN', 'file:token', 'file:siem/two-lines'];
    expect(await Promise.all(references.map((reference) => resolve(reference)))).deep.equal([
      'example-token',
      'example-file-token',
      'one\n',
    ]);
  });

  it('returns for each tenant and environment its own secret under one name', async () => {
    const seen = await Promise.all([ACME, STAGING, UMBRA].map((scope) => resolve('file:token', scope)));
    expect(seen).deep.equal(['example-file-token', 'example-of-staging', 'example-of-umbra']);
  });

  it('returns a variable only to those for whom it is listed', async () => {
    const seen = await Promise.all([
      ...[STAGING, UMBRA].map((scope) => resolve('env:SIEM_TOKEN', scope)),
      ...[STAGING, UMBRA].map((scope) => resolve('env:SHARED', scope)),
      resolve('env:SHARED', ACME, { variables: [] }),
    ]);
    expect(seen).deep.equal([UNRESOLVED, UNRESOLVED, 'example-shared', 'example-shared', UNRESOLVED]);
  });

  it('follows links that stay in the folder of the scope, as mounted secrets have them', async () => {
    expect(await resolve('file:mounted')).equal('example-mounted');
    expect(await resolve('file:token', ACME, { folders: [join(root, 'link-in')] })).equal(
      'example-file-token',
    );
  });

  it('looks in each folder in turn', async () => {
    const folders = [join(root, 'missing'), join(root, 'outside'), folder];
    expect(await resolve('file:token', ACME, { folders })).equal('example-file-token');
  });

  const refused: readonly (readonly [string, string])[] = [
    ['an unset variable', 'env:NOT_SET'],
    ['an empty variable', 'env:EMPTY'],
    ['a variable that is listed for nobody', 'env:AWS_SECRET_ACCESS_KEY'],
    ['what every object has', 'env:constructor'],
    ['another kind of reference', 'vault:secret/data/token'],
    ['a bare value', 'example-token'],
    ['an absolute path', 'file:/etc/passwd'],
    ['a path with dots', 'file:../staging/token'],
    ['a path with dots inside', 'file:siem/../../staging/token'],
    ['a link out of the folder', 'file:link-out'],
    ['a linked folder outside', 'file:folder-out/stolen'],
    ['a link to another tenant', 'file:link-to-umbra'],
    ['the environment through a link', 'file:environ'],
    ['a device through a link', 'file:zero'],
    ['a file that is not there', 'file:missing'],
    ['a folder', 'file:siem'],
    ['an empty file', 'file:empty'],
    ['a file with a zero byte', 'file:binary'],
    ['a file that is too large', 'file:huge'],
    ['a pipe, without waiting for it', 'file:pipe'],
  ];
  for (const [what, reference] of refused)
    it(`resolves nothing from ${what}`, async () => {
      expect(await resolve(reference)).equal(UNRESOLVED);
    });

  it('treats no scope as a folder that is not one', async () => {
    const scopes = [
      { tenantId: '..', environmentId: 'outside' },
      { tenantId: '.', environmentId: 'acme' },
      { tenantId: 'acme/production', environmentId: 'siem' },
      { tenantId: '', environmentId: '' },
      { tenantId: 'acme', environmentId: '..' },
      { tenantId: 'ACME', environmentId: 'production' },
    ];
    const seen = await Promise.all(scopes.map((scope) => resolve('file:stolen', scope)));
    expect(seen).deep.equal(scopes.map(() => UNRESOLVED));
  });

  it('accepts no linked folder as a tenant’s or an environment’s own', async () => {
    const linked = { tenantId: 'linked', environmentId: 'production' };
    const half = { tenantId: 'half', environmentId: 'production' };
    expect([await resolve('file:token', linked), await resolve('file:token', half)]).deep.equal([
      UNRESOLVED,
      UNRESOLVED,
    ]);
  });

  it('reads no file without a folder, or outside the folders of scopes', async () => {
    expect(await resolve('file:token', ACME, { folders: [] })).equal(UNRESOLVED);
    expect(await resolve('file:loose')).equal(UNRESOLVED);
  });

  it('reads nothing from a folder that contains stored data, or lies within it, by whatever path', async () => {
    const kept = [root, folder, join(folder, 'acme/production/token'), join(folder, 'later/keys.json')];
    for (const path of kept)
      for (const through of [folder, join(root, 'link-in'), join(root, 'outside/../secrets')])
        expect(await resolve('file:token', ACME, { folders: [through], keptPaths: [path] }), path).equal(
          UNRESOLVED,
        );
    expect(await resolve('file:token', ACME, { keptPaths: [join(root, 'outside')] })).not.equal(UNRESOLVED);
  });

  it('reads the secret again each time, so that a rotated one counts', async () => {
    const seen: string[] = [];
    const resolver = resolverWith();
    for (const value of ['first', 'second']) {
      write('acme/production/rotating', value);
      const resolved = await resolver.resolve(ACME, 'file:rotating');
      seen.push(resolved === UNRESOLVED ? resolved : resolved.reveal());
    }
    expect(seen).deep.equal(['first', 'second']);
  });

  it('reads nothing of others while a folder on the path is swapped for a link', async () => {
    write('acme/production/moving/stolen', 'example-own');
    const swapping = swapForLink(join(folder, 'acme/production/moving'), join(root, 'outside'));
    const seen = new Set<string>();
    const resolver = resolverWith();
    for (const until = performance.now() + 1_000; performance.now() < until; ) {
      const resolved = await resolver.resolve(ACME, 'file:moving/stolen');
      seen.add(resolved === UNRESOLVED ? resolved : resolved.reveal());
    }
    await swapping.stop();
    expect([...seen].sort()).deep.equal(['example-own', UNRESOLVED]);
  });

  it('returns a secret that prints nothing', async () => {
    const resolved = await resolverWith().resolve(ACME, 'env:SIEM_TOKEN');
    expect(`${resolved} ${JSON.stringify(resolved)} ${inspect(resolved)}`).not.include('example-token');
  });
});
