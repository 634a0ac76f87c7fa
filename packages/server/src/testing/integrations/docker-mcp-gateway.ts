import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { EVERYTHING } from '../gateways/gateway-bench.js';
import type { Peer } from './peer.js';

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

const built = async (): Promise<string | undefined> => {
  const program = join(BUILT, 'docker-mcp');
  if (existsSync(program)) return program;
  try {
    await run('go', ['version']);
  } catch {
    return undefined;
  }
  console.log('  building, which takes minutes the first time');
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(join(BUILT, 'go.mod'), MODULE);
  const main = 'github.com/docker/mcp-gateway/cmd/docker-mcp';
  await run('go', ['build', '-mod=mod', '-o', program, main], { cwd: BUILT, maxBuffer: 1e8 });
  return program;
};

// Without a prefix: this version sends it on to the server, which has no tool of that name.
const catalogOf = (url: string) => ({
  registry: { everything: { remote: { url, transport_type: 'http' } } },
});

export const DOCKER_MCP_GATEWAY: Peer = {
  name: `Docker's MCP gateway ${VERSION}`,
  start: async ({ folder, upstream, sessionId, settings }) => {
    const command = await built();
    if (command === undefined) return undefined;
    const catalog = join(folder, 'catalog.yaml');
    writeFileSync(catalog, JSON.stringify(catalogOf(upstream)));
    const env = {
      ...settings,
      PATH: process.env.PATH ?? '',
      HOME: folder,
      GOVGATE_SERVERS: JSON.stringify({ '': EVERYTHING }),
      GOVGATE_SESSION: sessionId,
      // Outside of a container it looks for Docker first; a remote server needs none.
      DOCKER_MCP_IN_CONTAINER: '1',
    };
    const servers = ['--catalog', catalog, '--servers', 'everything', '--static'];
    const interceptor = ['--interceptor', `before:exec:python3 ${INTERCEPTOR}`];
    const args = ['gateway', 'run', ...servers, ...interceptor];
    return {
      // Each client starts one: by HTTP it would listen on every interface.
      connect: () => new StdioClientTransport({ command, args, env, cwd: folder, stderr: 'ignore' }),
      toolName: (tool) => tool,
      stop: async () => undefined,
    };
  },
};
