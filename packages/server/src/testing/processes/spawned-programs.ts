import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundledEntry } from '../../../../../tools/build/bundled-entry.js';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { IDENTITY_PROVIDER, type ProviderSettings } from '../console/identity-provider-process.js';
import { followUntil } from './followed-process.js';

const EXAMPLES = fileURLToPath(new URL('../../../../../examples/', import.meta.url));
const PLAIN_GATEWAY = fileURLToPath(new URL('../gateways/plain-gateway.ts', import.meta.url));

/** A program in a separate process that listens. */
export interface SpawnedProgram {
  readonly url: string;
  readonly pid: number;
  /** Its complete output. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** Starts the published MCP server that shows everything. */
export const spawnEverythingServer = async (): Promise<SpawnedProgram> => {
  const entry = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/dist/index.js',
  );
  const port = await freeLoopbackPort();
  const started = await spawnProgram(
    process.execPath,
    [entry, 'streamableHttp'],
    { PORT: String(port) },
    /listening on port (\d+)/,
  );
  return { ...started, url: `http://127.0.0.1:${started.url}/mcp` };
};

/** Starts the example gateway in TypeScript. */
export const spawnDataPlane = async (settingsFile: string, token: string): Promise<SpawnedProgram> =>
  spawnProgram(
    process.execPath,
    [await bundledEntry(`${EXAMPLES}data-plane/src/main.ts`), settingsFile],
    { GOVGATE_TOKEN: token },
    /listens on (\S+)/,
  );

/** Starts the same gateway without decisions. */
export const spawnPlainGateway = async (settingsFile: string): Promise<SpawnedProgram> =>
  spawnProgram(process.execPath, [await bundledEntry(PLAIN_GATEWAY), settingsFile], {}, /listens on (\S+)/);

/** Starts a published OpenID provider for the console. */
export const spawnIdentityProvider = (settings: ProviderSettings): Promise<SpawnedProgram> =>
  spawnProgram(
    process.execPath,
    ['--import', 'tsx', IDENTITY_PROVIDER],
    { PROVIDER_SETTINGS: JSON.stringify(settings) },
    /listens on (\S+)/,
  );

/** Starts the example gateway in Python, as its README does. */
export const spawnAuthzenGateway = (env: Readonly<Record<string, string>>): Promise<SpawnedProgram> =>
  spawnProgram('python3', [`${EXAMPLES}authzen-gateway/gateway.py`], env, /listens on (\S+)/);

const spawnProgram = async (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  listening: RegExp,
): Promise<SpawnedProgram> => {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const { said, stdout, stderr, kill } = await followUntil(child, listening);
  return { url: said, pid: child.pid ?? 0, output: () => stdout() + stderr(), stop: kill };
};
