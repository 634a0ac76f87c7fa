import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundledEntry } from '../../../../../tools/build/bundled-entry.js';
import { ADMIN_TOKEN, type Call, makeCall } from '../test-service.js';
import { exitOf, type FollowedProcess, followUntil } from './followed-process.js';

/** The command line's source. */
export const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const PRINTS_MS = 90_000;

/** A service in a separate process, as an operator runs it. */
export interface SpawnedService extends FollowedProcess {
  readonly url: string;
  readonly call: Call;
  /** Waits for a text on stdout; rejects when it does not come in time. */
  prints(text: string): Promise<void>;
}

/** Runs a `govgate` command and returns its output and exit code. */
export const runCli = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> => {
  const child = await spawnEntry(CLI, args, environment);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  child.stdin?.end(input);
  const code = await exitOf(child);
  return { code, stdout, stderr };
};

/** Imports the items of a bundle into the store that an environment names. */
export const importBundle = async (
  environment: Readonly<Record<string, string>>,
  items: object,
): Promise<void> => {
  const bundle = JSON.stringify({ schema_version: '1.0', ...items });
  const { code, stdout, stderr } = await runCli(['import', '-'], environment, bundle);
  if (code !== 0) throw new Error(stdout + stderr);
};

/** Starts `govgate serve`, another command that serves or another entry, on a free port and waits until it listens. */
export const spawnService = async (
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = ['serve'],
  entry = CLI,
): Promise<SpawnedService> => {
  const child = await spawnEntry(entry, args, {
    GOVGATE_PORT: '0',
    GOVGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    GOVGATE_LOG_LEVEL: 'error',
    // Nobody balances load in front of it.
    GOVGATE_DRAIN_SECONDS: '0',
    GOVGATE_RATE_READS_PER_MINUTE: '0',
    GOVGATE_RATE_WRITES_PER_MINUTE: '0',
    GOVGATE_RATE_EVALUATIONS_PER_MINUTE: '0',
    GOVGATE_AUDITED_REFUSALS_PER_MINUTE: '0',
    ...environment,
  });
  const followed = await followUntil(child, /listens on (\S+)/);
  return {
    ...followed,
    url: followed.said,
    call: makeCall(followed.said),
    prints: async (text) => {
      const limit = Date.now() + PRINTS_MS;
      while (!followed.stdout().includes(text)) {
        if (Date.now() > limit) throw new Error(`the service printed no ${text}: ${followed.stdout()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
};

/** Starts an entry: directly if it is built, bundled if it is a source. */
export const spawnEntry = async (
  entry: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ChildProcess> => {
  const file = entry.endsWith('.ts') ? await bundledEntry(entry) : entry;
  return spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
};
