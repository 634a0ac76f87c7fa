/** Lets schemathesis draw requests from the OpenAPI document and hold the answers of the bundled command against it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installVenv } from '../test-services/python-venv.js';

const NAME = 'schemathesis==4.32.5';
const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const COMMAND = fileURLToPath(new URL('../../packages/server/dist/bin/cli.js', import.meta.url));
const UNLIMITED = Object.fromEntries(
  ['RATE_READS', 'RATE_WRITES', 'RATE_EVALUATIONS', 'RATE_DELIVERY_TESTS', 'AUDITED_REFUSALS'].map((name) => [
    `GOVGATE_${name}_PER_MINUTE`,
    '0',
  ]),
);

const startDemo = async (folder: string): Promise<{ demo: ChildProcess; url: string; token: string }> => {
  const env = {
    ...process.env,
    ...UNLIMITED,
    GOVGATE_PORT: '0',
    GOVGATE_DATA: folder,
    GOVGATE_LOG_LEVEL: 'silent',
  };
  const demo = spawn(process.execPath, [COMMAND, 'demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  return new Promise((resolve, reject) => {
    demo.once('exit', () => reject(new Error(`the demo ended: ${told.slice(0, 500)}`)));
    for (const stream of [demo.stdout, demo.stderr])
      stream.on('data', (bytes) => {
        told += String(bytes);
        const [, url] = /listens on (\S+)/.exec(told) ?? [];
        const [, token] = /export TOKEN=(\S+)/.exec(told) ?? [];
        if (url !== undefined && token !== undefined) resolve({ demo, url, token });
      });
  });
};

const programs = await installVenv(NAME, [NAME]);
if (programs === undefined)
  throw new Error('Python 3.10 to 3.13 with venv is needed (Debian: apt-get install python3-venv)');
const folder = await mkdtemp(join(tmpdir(), 'govgate-schemathesis-'));
const { demo, url, token } = await startDemo(folder);
try {
  const args = [
    '--config-file',
    CONFIG,
    'run',
    `${url}/v1/openapi.json`,
    '-H',
    `Authorization: Bearer ${token}`,
  ];
  const limits = [
    '--phases',
    'examples,coverage',
    '--continue-on-failure',
    '--request-timeout',
    '30',
    '--no-color',
  ];
  // It keeps what it found where it runs.
  const held = spawn(join(programs, 'schemathesis'), [...args, ...limits], { cwd: folder, stdio: 'inherit' });
  const [code] = (await once(held, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  demo.removeAllListeners('exit').kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
