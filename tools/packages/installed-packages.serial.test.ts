import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { recordedAnswers } from '../../examples/embed-domain/src/recorded-answers.js';
import { edgeBundle, gzipBytes, inViteDev, runOnTheEdge, viteBundle } from './bundlers.js';
import {
  type FreshProject,
  freshProject,
  installTarballs,
  linkNeedsOf,
  linkPackages,
  unpackInto,
} from './fresh-project.js';
import { manifestOf, type PackedPackage, packFolders, packPackages } from './pack-packages.js';

const USE = readFileSync(new URL('./projects/use-domain.ts', import.meta.url), 'utf8');
const EXPECTED = ['allow', 'deny', [true, 'approval_required', 'feed_stale'], 'verified', 'broken'];

/** The program's input: recorded answers, and a trail that the built command wrote and exported. */
const makeAtHand = (folder: string) => {
  const govgate = (args: readonly string[], input = ''): string =>
    execFileSync(process.execPath, [join(ROOT, 'packages/server/dist/bin/cli.js'), ...args], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, GOVGATE_DATA: join(folder, 'trail') },
    });
  const users = ['ada', 'ben', 'cy'].map((id) => ({ user_id: id, tenant_id: 'default', display_name: id }));
  govgate(['import', '-'], JSON.stringify({ schema_version: '1.0', users }));
  const of = (part: RegExp): unknown =>
    Object.entries(recordedAnswers).find(([path]) => part.test(path))?.[1];
  return {
    session: of(/sessions/),
    feed: of(/revocations.*after=0$/),
    lines: govgate(['audit', 'export']).trimEnd().split('\n'),
    key: govgate(['audit', 'key', '--tenant', 'default']).trim(),
  };
};

const COMPILER = {
  strict: true,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2023'],
  outDir: 'out',
  types: [],
};
const MAIN = "import { readFileSync } from 'node:fs';\n";
const PRINT = "console.log(JSON.stringify(useDomain(JSON.parse(readFileSync('at-hand.json', 'utf8')))));\n";
// A program's Node types are up to the installation: this checks the types of the package.
const NODE_TYPES =
  "declare module 'node:fs' { export function readFileSync(path: string, encoding: 'utf8'): string; }\ndeclare const console: { log(text: string): void };\n";

type ModuleKind = 'nodenext' | 'node16' | 'commonjs';

/** `commonjs` with the way of resolving that was before `exports`. */
const modulesOf = (module: ModuleKind) => ({
  module,
  moduleResolution: module === 'commonjs' ? 'node10' : module,
});

/** The program in TypeScript, for a kind of module, with a way of resolving imports. */
const typeScript = (type: 'module' | 'commonjs', module: ModuleKind) => ({
  'package.json': { name: 'stranger', private: true, type },
  'tsconfig.json': { compilerOptions: { ...COMPILER, ...modulesOf(module) }, include: ['*.ts'] },
  'node-types.d.ts': NODE_TYPES,
  'main.ts': `${MAIN}import { useDomain } from './use-domain.js';\n${PRINT}`,
});

/** A program that calls the API, where it can reach none. */
const callingIn = (module: ModuleKind) => ({
  ...typeScript('commonjs', module),
  'use-domain.ts': '',
  // The types of `fetch` are up to the program.
  'tsconfig.json': {
    compilerOptions: {
      ...COMPILER,
      lib: ['es2023', 'dom'],
      ...modulesOf(module),
    },
    include: ['main.ts'],
  },
  'main.ts': `
    import { createClient, GovgateError, type GovgateClient } from '@govgate/client';
    const client: GovgateClient = createClient({ baseUrl: 'http://127.0.0.1:9', token: 'nobody', attempts: 1 });
    client.readIdentity().then(
      () => console.log('"answered"'),
      (fault: unknown) => console.log(JSON.stringify(fault instanceof GovgateError ? fault.reasonCode : String(fault))),
    );`,
});

/** The program in JavaScript, which loads the package with `require` and `import()`. */
const REQUIRED = {
  'package.json': { name: 'stranger', private: true, type: 'commonjs' },
  'main.js': `
    const { readFileSync } = require('node:fs');
    const { evaluatePolicy } = require('@govgate/domain');
    const { compilePolicy } = require('@govgate/domain/policy');
    const manifest = { manifest_version: '1.0', default_effect: 'deny', rules: [] };
    const request = { agentId: 'a', target: { kind: 'mcp_server', serverId: 's', toolId: 't' }, action: 'tool.invoke' };
    import('@govgate/domain').then((imported) =>
      console.log(evaluatePolicy(manifest, request).effect, compilePolicy(manifest).decide(request).effect,
        imported.evaluatePolicy(manifest, request).effect));`,
};

/** The maximum gzipped size of a bundle for an edge runtime, in bytes. */
const SIZES: readonly (readonly [string, string, number])[] = [
  ['the whole domain', "export * from '@govgate/domain';", 60_000],
  ['what the program takes', "export { useDomain } from './use-domain.js';", 40_000],
  ['the whole policy language', "export * from '@govgate/domain/policy';", 30_000],
  ['compilePolicy', "export { compilePolicy } from '@govgate/domain/policy';", 8_000],
  ['evaluatePolicy', "export { evaluatePolicy } from '@govgate/domain/policy';", 3_000],
];

const SERVE = `
import { createServer } from 'node:http';
import { govgateApp } from '@govgate/server';

export const tryIt = async (): Promise<void> => {
  const govgate = await govgateApp({ settings: { GOVGATE_DATA: 'data', GOVGATE_LOG_LEVEL: 'silent' } });
  const server = createServer(govgate.handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const { status } = await fetch(\`http://127.0.0.1:\${port}/readyz\`);
  const reference = await fetch(\`http://127.0.0.1:\${port}/reference\`);
  server.close();
  await govgate.close();
  console.log(status, reference.status);
};
`;

/** The service inside somebody else's program. */
const SERVER = {
  'package.json': { name: 'stranger', private: true, type: 'module' },
  'tsconfig.json': {
    compilerOptions: { ...COMPILER, module: 'nodenext', types: ['node'] },
    include: ['*.ts'],
  },
  'serve.ts': SERVE,
  'main.ts': "import { tryIt } from './serve.js';\nawait tryIt();\n",
  'required.cjs': "const { govgateApp } = require('@govgate/server');\nconsole.log(typeof govgateApp);\n",
};

describe('a package, packed and installed in a project of its own', () => {
  let folder: string;
  let installed: string;
  let packed: readonly PackedPackage[];
  let atHand: ReturnType<typeof makeAtHand>;

  const project = async (files: Readonly<Record<string, unknown>>): Promise<FreshProject> => {
    const made = await freshProject(folder, { 'use-domain.ts': USE, 'at-hand.json': atHand, ...files });
    // What npm installs is the same for each of them, and to install it takes seconds.
    cpSync(installed, join(made.folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    return made;
  };

  const compiled = async (files: Readonly<Record<string, unknown>>, ...options: readonly string[]) => {
    const made = await project(files);
    await made.compile();
    return JSON.parse(await made.run(process.execPath, ...options, 'out/main.js'));
  };

  before(async function () {
    this.timeout(300_000);
    folder = mkdtempSync(join(tmpdir(), 'govgate-packed-'));
    packed = await packPackages(folder);
    atHand = makeAtHand(folder);
    const needed = await packFolders(['node_modules/@noble/curves', 'node_modules/@noble/hashes'], folder);
    const embedded = packed.filter(({ name }) => ['@govgate/domain', '@govgate/client'].includes(name));
    const stranger = await freshProject(folder, { 'package.json': { name: 'stranger', private: true } });
    await installTarballs(
      stranger,
      [...needed, ...embedded].map(({ tarball }) => tarball),
    );
    installed = join(stranger.folder, 'node_modules');
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('serves TypeScript with ES modules, its types checked', async () => {
    expect(await compiled(typeScript('module', 'nodenext'))).to.deep.equal(EXPECTED);
  });

  it('serves TypeScript with CommonJS, even where an ES module cannot be required', async () => {
    const reported = await compiled(typeScript('commonjs', 'node16'), '--no-experimental-require-module');
    expect(reported).to.deep.equal(EXPECTED);
  });

  it('serves TypeScript that knows no `exports`, by `main`, `types` and `typesVersions`', async () => {
    const reported = await compiled(typeScript('commonjs', 'commonjs'), '--no-experimental-require-module');
    expect(reported).to.deep.equal(EXPECTED);
  });

  it('has a client for CommonJS, even where an ES module cannot be required', async () => {
    for (const module of ['node16', 'commonjs'] as const)
      expect(await compiled(callingIn(module), '--no-experimental-require-module')).to.equal(
        'connection_failed',
      );
  });

  it('serves JavaScript by require and by import()', async () => {
    const made = await project(REQUIRED);
    const told = await made.run(process.execPath, '--no-experimental-require-module', 'main.js');
    expect(told).to.equal('deny deny deny\n');
  });

  it('works in what `vite build` produces, and in what `vite dev` loads', async () => {
    const made = await project({ 'package.json': { name: 'stranger', private: true, type: 'module' } });
    expect(runOnTheEdge(await viteBundle(made, 'use-domain.ts'), 'useDomain', atHand)).to.deep.equal(
      EXPECTED,
    );
    const { useDomain } = await inViteDev(made, 'use-domain.ts');
    expect((useDomain as (given: unknown) => unknown)(atHand)).to.deep.equal(EXPECTED);
  });

  it('serves an edge runtime, and costs it no more than it may', async () => {
    const made = await project({ 'package.json': { name: 'stranger', private: true, type: 'module' } });
    const program = await edgeBundle(made, SIZES[1]?.[1] ?? '');
    expect(runOnTheEdge(program, 'useDomain', atHand)).to.deep.equal(EXPECTED);
    for (const [what, source, most] of SIZES)
      expect(gzipBytes(await edgeBundle(made, source, 'esm')), what).to.be.within(most / 2, most);
  });

  it('has a service that others can embed in their server, by import and by require', async () => {
    const made = await freshProject(folder, SERVER);
    await unpackInto(made, packed);
    for (const { name } of packed) await linkNeedsOf(made, name.slice(SCOPE.length));
    await linkPackages(made, ['@types/node', 'undici-types']);
    await made.compile();
    const said = [
      await made.run(process.execPath, 'out/main.js'),
      await made.run(process.execPath, '--no-warnings', 'required.cjs'),
      await made.run(process.execPath, 'node_modules/@govgate/server/dist/bin/cli.js', '--help'),
    ];
    expect(said.map((text) => text.split('\n')[0])).to.deep.equal([
      '200 200',
      'function',
      'Usage: govgate [options] [command]',
    ]);
  });

  it('is what each package is: code, types, licence and readme, and no tests or sources', async () => {
    const made = await freshProject(folder, {});
    await unpackInto(made, packed);
    for (const { name, files } of packed) {
      const manifest = JSON.parse(
        readFileSync(join(made.folder, 'node_modules', name, 'package.json'), 'utf8'),
      );
      const shown = Object.entries(manifest.exports).flatMap(targetsOf);
      expect([manifest.scripts, manifest.devDependencies], name).to.deep.equal([undefined, undefined]);
      const needed = ['LICENSE', 'README.md', 'package.json', ...shown.filter((path) => !path.includes('*'))];
      expect(
        needed.filter((path) => !files.includes(path)),
        name,
      ).to.deep.equal([]);
      expect(
        files.filter((path) => /\.test\.|testing\/|^src\/|\.map$|tsbuildinfo/.test(path)),
        name,
      ).to.deep.equal([]);
    }
  });

  it('states consistently where it comes from, under which licence, and for which Node', () => {
    const root = manifestOf('.');
    for (const { name } of packed) {
      const directory = `packages/${name.slice(SCOPE.length)}`;
      const { license, engines, repository, version } = manifestOf(directory);
      expect({ license, engines, repository, version }, name).to.deep.equal({
        license: root.license,
        engines: root.engines,
        repository: { ...root.repository, directory },
        version: root.version,
      });
      expect(readFileSync(join(ROOT, directory, 'LICENSE'), 'utf8')).to.equal(
        readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
      );
    }
  });
}).timeout(300_000);

const SCOPE = '@govgate/';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The files that an entry of `exports` resolves to, by whatever condition. */
const targetsOf = ([, target]: readonly [string, unknown]): string[] =>
  typeof target === 'string'
    ? [target.replace('./', '')]
    : Object.entries(target as Readonly<Record<string, unknown>>).flatMap(targetsOf);
