import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { runCommand } from '../build/run-command.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KNIP = join(ROOT, 'node_modules/knip/bin/knip.js');

const manifest = (name: string, more: object = {}): string =>
  JSON.stringify({ name, type: 'module', ...more });

/** A tree of two packages, with an export that is used, one that only a test uses, and one that nobody uses. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': manifest('planted', { private: true, workspaces: ['packages/*'] }),
  'packages/domain/package.json': manifest('@govgate/domain', { exports: './src/index.ts' }),
  'packages/domain/src/index.ts': "export * from './limits.js';\n",
  'packages/domain/src/limits.ts':
    'export const used = 1;\nexport const testedOnly = 2;\nexport const nobodys = 3;\n',
  'packages/domain/src/limits.test.ts':
    "import { testedOnly } from './limits.js';\nconsole.log(testedOnly);\n",
  'packages/server/package.json': manifest('@govgate/server', { dependencies: { '@govgate/domain': '*' } }),
  'packages/server/src/cli.ts': "import { used } from '@govgate/domain';\nconsole.log(used);\n",
};

describe('the search for dead exports', function () {
  this.timeout(60_000);
  const tree = mkdtempSync(join(tmpdir(), 'govgate-dead-'));

  before(() => {
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), text);
    }
    mkdirSync(join(tree, 'node_modules/@govgate'), { recursive: true });
    symlinkSync(join(tree, 'packages/domain'), join(tree, 'node_modules/@govgate/domain'));
  });

  after(() => rmSync(tree, { recursive: true, force: true }));

  const foundBy = async (config: string, ...more: readonly string[]): Promise<readonly unknown[]> => {
    const settings = join(ROOT, 'tools/dead-exports', config);
    const { code, output } = await runCommand(process.execPath, [
      ...[KNIP, '--directory', tree, '--config', settings, '--reporter', 'json', ...more],
    ]);
    return [code, ...(output.match(/(?<="name":")(used|testedOnly|nobodys)(?=")/g) ?? [])];
  };

  it('finds what nobody imports, even if the package exports it', async () => {
    expect(await foundBy('anywhere.jsonc')).to.deep.equal([1, 'nobodys']);
  });

  it('finds what only tests use in the product', async () => {
    expect(await foundBy('product.jsonc', '--production')).to.deep.equal([1, 'testedOnly', 'nobodys']);
  });
});
