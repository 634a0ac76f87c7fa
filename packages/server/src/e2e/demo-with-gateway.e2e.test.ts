import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { bundledEntry } from '../../../../tools/build/bundled-entry.js';
import { freeLoopbackPort } from '../../../../tools/test-services/loopback-port.js';
import { CLI } from '../testing/processes/spawned-service.js';

const run = promisify(execFile);
const DEMO = fileURLToPath(new URL('../../../../examples/data-plane/src/demo/demo.ts', import.meta.url));
const READY = 'code --add-mcp';

describe('the demonstration with a gateway', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'govgate-demo-'));
  let demo: ChildProcess;
  let said = '';

  before(async () => {
    const { PATH, HOME } = process.env;
    demo = spawn(process.execPath, ['--import', 'tsx', '--conditions=@govgate/source', DEMO], {
      env: {
        PATH,
        HOME,
        DEMO_CLI: await bundledEntry(CLI),
        GOVGATE_DATA: folder,
        GOVGATE_PORT: '0',
        DEMO_SERVER_PORT: String(await freeLoopbackPort()),
        DEMO_GATEWAY_PORT: '0',
      },
    });
    await new Promise<void>((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        said += chunk;
        if (said.includes(READY)) resolve();
      };
      demo.stdout?.on('data', take);
      demo.stderr?.on('data', take);
      demo.once('exit', () => reject(new Error(said)));
    });
  });

  after(async () => {
    if (demo.exitCode === null) {
      demo.kill('SIGINT');
      await new Promise((resolve) => demo.once('close', resolve));
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints commands that work: list, call, approve, end and be refused', async () => {
    const [, token = ''] = /^export TOKEN=(\S+)/m.exec(said) ?? [];
    const from = said.indexOf('mcp() {');
    const until = said.indexOf('Point your own clients');
    const commands = said.slice(from, until).replace(/^(\d)\. .*$/gm, 'echo; echo "== $1"');
    const { stdout } = await run('bash', ['-c', commands], { env: { PATH: process.env.PATH, TOKEN: token } });
    const parts = stdout.split(/^== \d$/m).map((part) => part.trim());
    const [, list = '', called = '', approved = '', ended = ''] = parts;
    expect(list).to.include('"echo"').and.include('"get-env"').and.not.include('get-tiny-image');
    expect(called).to.include('Echo: hello');
    expect(approved).to.include('PATH').and.not.include('reason_code');
    const [refused, applied] = ended.split('\n').filter((line) => line.startsWith('{'));
    expect(JSON.parse(refused ?? '').error.data).to.deep.equal({ reason_code: 'revoked' });
    const { planes } = JSON.parse(applied ?? '');
    expect(
      planes.items.find(({ data_plane_id }: { data_plane_id: string }) => data_plane_id === 'dp_try_it'),
    ).to.include({ applied: true });
  });
});
