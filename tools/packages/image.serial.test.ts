import { execFile, spawn } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { buildOnce } from '../build/build-once.js';
import { freeLoopbackPort } from '../test-services/loopback-port.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = (command: string, args: readonly string[], cwd = ROOT) =>
  promisify(execFile)(command, args, { cwd });

const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const [build = '', last = ''] = dockerfile.split(/^FROM .*$/m).slice(1);
const linesOf = (stage: string, word: string): string[] =>
  [...stage.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, rest = '']) => rest.trim());

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));

/** Compilers and source runners, by the packages that bring them. */
const COMPILERS =
  /node_modules\/(typescript(-7)?|@typescript|esbuild|tsx|vite|rolldown|node-gyp|@esbuild\/[^/]+)$/;

/** Steps that are not repeated: what they make is there. */
const DONE: readonly string[] = ['npm ci', 'npm run build'];

// There is no Docker where this runs; every other step follows the Dockerfile.
describe('the image', function () {
  this.timeout(300_000);
  let folder: string;
  let image: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-image-'));
    image = join(folder, 'image');
    const made = join(folder, 'made');
    await buildOnce();
    for (const step of linesOf(build, 'RUN').filter((one) => !DONE.includes(one))) {
      const [command = '', ...args] = step.split(' ');
      await run(
        command,
        args.map((one) => (one === 'image/node_modules' ? made : one)),
      );
    }
    for (const [from = '', to = ''] of linesOf(last, 'COPY --from=build').map((line) => line.split(' '))) {
      const source = from.replace('/govgate/', '');
      cpSync(source === 'image/node_modules' ? made : join(ROOT, source), join(image, to), {
        recursive: true,
      });
    }
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('builds from the lock file alone, with no step that was not tried here', () => {
    expect(linesOf(build, 'RUN')).to.deep.equal([
      'npm ci',
      'npm run build',
      'node --import tsx tools/build/image-modules.ts image/node_modules',
    ]);
  });

  it('contains no compilers and no links', () => {
    const files = filesBelow(image);
    expect(files.filter((path) => COMPILERS.test(path))).to.deep.equal([]);
    expect(files.filter((path) => lstatSync(path).isSymbolicLink())).to.deep.equal([]);
    expect(
      files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && path.includes('govgate/')),
    ).to.deep.equal([]);
  });

  it('runs as an unprivileged user, keeps its data in a volume, and is reachable from outside', () => {
    expect([linesOf(last, 'USER'), linesOf(last, 'VOLUME'), linesOf(last, 'EXPOSE')]).to.deep.equal([
      ['1000:0'],
      ['/data'],
      ['8080'],
    ]);
    expect(linesOf(last, 'ENV').join(' '))
      .to.contain('GOVGATE_HOST=0.0.0.0')
      .and.contain('GOVGATE_DATA=/data');
  });

  it('starts, serves its reference, and is found healthy by its own check', async () => {
    const [entry = ''] = linesOf(last, 'ENTRYPOINT');
    const [, check = ''] = /CMD (\[.*\])$/.exec(linesOf(last, 'HEALTHCHECK')[0] ?? '') ?? [];
    const [command = '', ...args] = JSON.parse(entry) as string[];
    const port = await freeLoopbackPort();
    const env = {
      PATH: process.env.PATH,
      GOVGATE_DATA: join(folder, 'data'),
      GOVGATE_PORT: String(port),
      GOVGATE_DRAIN_SECONDS: '0',
    };
    const child = spawn(command, [...args, ...(JSON.parse(linesOf(last, 'CMD')[0] ?? '[]') as string[])], {
      cwd: realpathSync(image),
      env,
    });
    let said = '';
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      for (let tries = 0; !said.includes('listens on') && tries < 300; tries += 1) await wait(100);
      const [checker = '', ...requests] = (JSON.parse(check) as string[]).map((one) =>
        one.replace('8080', String(port)),
      );
      const { stdout } = await promisify(execFile)(checker, requests, { cwd: image, env });
      const reference = await fetch(`http://127.0.0.1:${port}/reference`);
      expect([JSON.parse(stdout).status, reference.status]).to.deep.equal(['ready', 200]);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended, said).to.equal(0);
    const lines = said
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const about = { role: 'serve', version: '0.1.0', store: 'sqlite', queue: 'process' };
    const life = lines.filter(({ msg }) => /^govgate (started|stopped)$/.test(msg));
    expect(life.map(({ level: _, time: __, ...rest }) => rest)).to.deep.equal([
      { ...about, url: `http://127.0.0.1:${port}`, msg: 'govgate started' },
      { ...about, msg: 'govgate stopped' },
    ]);
  });
});
