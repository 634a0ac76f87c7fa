/**
 * Lets schemathesis draw requests from the OpenAPI document and hold the answers against it, twice: of the bundled command with ids that
 * schemathesis makes up or finds in answers, and of a service in which each operation finds the records that its sample is about. In the
 * second run a warning is a failure.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installVenv } from '../test-services/python-venv.js';

const NAME = 'schemathesis==4.32.5';
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const CONFIG = here('schemathesis.toml');
const COMMAND = here('../../packages/server/dist/bin/cli.js');
const SAMPLE_WORLD = here('../../packages/server/src/testing/sample-world/sample-world.ts');
const UNLIMITED = Object.fromEntries(
  ['RATE_READS', 'RATE_WRITES', 'RATE_EVALUATIONS', 'RATE_DELIVERY_TESTS', 'AUDITED_REFUSALS'].map((name) => [
    `GOVGATE_${name}_PER_MINUTE`,
    '0',
  ]),
);

interface Held {
  readonly service: ChildProcess;
  readonly url: string;
  readonly token: string;
}

/** Starts a service that says where it listens, and with which token one may call it. */
const start = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Held> => {
  const service = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  return new Promise((resolve, reject) => {
    service.once('exit', () => reject(new Error(`the service ended: ${told.slice(0, 500)}`)));
    for (const stream of [service.stdout, service.stderr])
      stream.on('data', (bytes) => {
        told += String(bytes);
        const [, url] = /listens on (\S+)/.exec(told) ?? [];
        const [, token] = /export TOKEN=(\S+)/.exec(told) ?? [];
        if (url !== undefined && token !== undefined) resolve({ service, url, token });
      });
  });
};

const programs = await installVenv(NAME, [NAME]);
if (programs === undefined)
  throw new Error('Python 3.10 to 3.13 with venv is needed (Debian: apt-get install python3-venv)');

/** Whether what is found is nothing. */
const hold = async (
  { service, url, token }: Held,
  { folder, config, more, env }: { folder: string; config: string; more: string[]; env: NodeJS.ProcessEnv },
): Promise<boolean> => {
  const target = ['run', `${url}/v1/openapi.json`, '-H', `Authorization: Bearer ${token}`];
  const limits = ['--phases', 'examples,coverage', '--continue-on-failure', '--request-timeout', '30'];
  try {
    // It keeps what it found where it runs.
    const args = ['--config-file', config, ...target, ...limits, '--no-color', ...more];
    const run = spawn(join(programs, 'schemathesis'), args, { cwd: folder, stdio: 'inherit', env });
    const [code] = (await once(run, 'exit')) as [number | null];
    return code === 0;
  } finally {
    service.removeAllListeners('exit').kill();
  }
};

const folder = await mkdtemp(join(tmpdir(), 'govgate-schemathesis-'));
try {
  console.log('\nThe bundled command, with ids that schemathesis makes up or finds in answers');
  const demo = await start([COMMAND, 'demo'], {
    ...process.env,
    ...UNLIMITED,
    GOVGATE_PORT: '0',
    GOVGATE_DATA: join(folder, 'data'),
    GOVGATE_LOG_LEVEL: 'silent',
  });
  // That most ids are nobody's is what this run is for.
  const more = ['--warnings', 'off'];
  const isMadeUpKept = await hold(demo, { folder, config: CONFIG, more, env: process.env });

  console.log('\nEvery operation in a world that has what its sample is about');
  const config = join(folder, 'samples.toml');
  await copyFile(CONFIG, config);
  await appendFile(config, await readFile(here('samples.toml')));
  const samples = await start([...process.execArgv, SAMPLE_WORLD], process.env);
  const path = [here('.'), process.env.PYTHONPATH].filter(Boolean).join(delimiter);
  const env = {
    ...process.env,
    PYTHONPATH: path,
    PYTHONDONTWRITEBYTECODE: '1',
    SCHEMATHESIS_HOOKS: 'read_lines',
  };
  const isSampledKept = await hold(samples, { folder, config, more: [], env });
  process.exitCode = isMadeUpKept && isSampledKept ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
