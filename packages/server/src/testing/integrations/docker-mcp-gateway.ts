import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { type Peer, startProgram } from './peer.js';

const VERSION = 'v0.28.0';
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const BUILT = here('../../../../../.cache/integrations/docker-mcp-gateway/');
const INTERCEPTOR = here('../../../../../integrations/docker-mcp-gateway/govgate_interceptor.py');
// Go reads what the gateway's module replaces in the main module alone.
const MODULE = `module trial

go 1.24.6

require github.com/docker/mcp-gateway ${VERSION}

replace github.com/modelcontextprotocol/registry => github.com/docker/mcp-community-registry v0.0.0-20251024214917-21000e320421
`;
const run = promisify(execFile);

/** The gateway starts servers in containers; its interceptors are a package of its own, and all that is built of it. */
const built = async (): Promise<string | undefined> => {
  const program = join(BUILT, 'trial');
  if (existsSync(program)) return program;
  try {
    await run('go', ['version']);
  } catch {
    return undefined;
  }
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(join(BUILT, 'go.mod'), MODULE);
  copyFileSync(here('interceptors.go'), join(BUILT, 'main.go'));
  await run('go', ['build', '-mod=mod', '-o', program, '.'], { cwd: BUILT, maxBuffer: 1e8 });
  return program;
};

export const DOCKER_MCP_GATEWAY: Peer = {
  name: `The interceptors of Docker's MCP gateway ${VERSION}`,
  start: async ({ folder, sessionId, settings }) => {
    const program = await built();
    if (program === undefined) return undefined;
    const port = await freeLoopbackPort();
    const root = `http://127.0.0.1:${port}`;
    const env = { ...process.env, ...settings, HOME: folder, GOVGATE_SESSION: sessionId };
    const args = [`127.0.0.1:${port}`, `before:exec:python3 ${INTERCEPTOR}`];
    const isReady = async () => (await fetch(`${root}/health`)).ok;
    const stop = await startProgram(program, args, env, folder, isReady);
    return { url: `${root}/mcp`, headers: {}, toolName: (tool) => `everything:${tool}`, stop };
  },
};
