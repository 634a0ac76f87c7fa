import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freeLoopbackPort } from '../test-services/loopback-port.js';
import { type Peer, startProgram } from './peer.js';

const VERSION = 'v0.28.0';
const BUILT = fileURLToPath(new URL('../../.cache/integrations/docker-mcp/', import.meta.url));
const INTERCEPTOR = fileURLToPath(
  new URL('../../integrations/docker-mcp-gateway/govgate_interceptor.py', import.meta.url),
);
// Its module replaces one of its dependencies, which Go reads in the main module alone.
const MODULE = `module trial

go 1.24.6

require github.com/docker/mcp-gateway ${VERSION}

replace github.com/modelcontextprotocol/registry => github.com/docker/mcp-community-registry v0.0.0-20251024214917-21000e320421
`;
const run = promisify(execFile);

const built = async (): Promise<string | undefined> => {
  const program = join(BUILT, 'docker-mcp');
  if (existsSync(program)) return program;
  if (
    await run('go', ['version']).then(
      () => false,
      () => true,
    )
  )
    return undefined;
  mkdirSync(BUILT, { recursive: true });
  writeFileSync(join(BUILT, 'go.mod'), MODULE);
  const args = ['build', '-mod=mod', '-o', program, 'github.com/docker/mcp-gateway/cmd/docker-mcp'];
  await run('go', args, { cwd: BUILT, maxBuffer: 1e8 });
  return program;
};

export const DOCKER_MCP_GATEWAY: Peer = {
  name: `Docker's MCP gateway ${VERSION}`,
  start: async ({ folder, upstream, sessionId, settings }) => {
    const program = await built();
    if (program === undefined) return undefined;
    const port = await freeLoopbackPort();
    const catalog = join(folder, 'catalog.yaml');
    const server = { title: 'Everything', description: 'Everything', type: 'remote', prefix: 'everything' };
    const remote = { url: upstream, transport_type: 'streamable-http' };
    // JSON is YAML.
    writeFileSync(catalog, JSON.stringify({ registry: { everything: { ...server, remote } } }));
    const env = {
      ...process.env,
      ...settings,
      HOME: folder,
      DOCKER_MCP_IN_CONTAINER: '1',
      GOVGATE_SESSION: sessionId,
    };
    const flags = ['--catalog', catalog, '--servers', 'everything', '--transport', 'streaming'];
    const args = ['gateway', 'run', ...flags, '--port', String(port), '--interceptor'];
    const stop = await startProgram(
      program,
      [...args, `before:exec:python3 ${INTERCEPTOR}`],
      env,
      folder,
      async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok,
    );
    const url = `http://127.0.0.1:${port}/mcp`;
    return { url, headers: {}, toolName: (tool) => `everything:${tool}`, stop };
  },
};
