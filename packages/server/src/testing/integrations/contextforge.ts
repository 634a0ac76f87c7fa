import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { installVenv } from '../../../../../tools/test-services/python-venv.js';
import { connectByHttp, type Peer, startProgram } from './peer.js';

const VERSION = '1.0.7.post20260921';
const INTEGRATIONS = fileURLToPath(new URL('../../../../../integrations/', import.meta.url));
const SECRET = 'a-secret-of-this-trial-alone-0123456789abcdef';
const BOB = 'bob@example.com';
const run = promisify(execFile);

const configOf = (sessionId: string) => ({
  plugins: [
    {
      name: 'govgate',
      kind: 'govgate_plugin.GovgatePlugin',
      hooks: ['tool_pre_invoke'],
      mode: 'sequential',
      on_error: 'fail',
      priority: 1,
      config: { servers: { everything: 'srv_everything' }, users: { [BOB]: { session: sessionId } } },
    },
  ],
  plugin_dirs: [],
});

export const CONTEXTFORGE: Peer = {
  name: `ContextForge ${VERSION}`,
  start: async ({ folder, upstream, sessionId, settings }) => {
    const programs = await installVenv('integrations/contextforge', [`mcp-contextforge-gateway==${VERSION}`]);
    if (programs === undefined) return undefined;
    const port = await freeLoopbackPort();
    const plugins = join(folder, 'plugins.yaml');
    writeFileSync(plugins, JSON.stringify(configOf(sessionId)));
    const env = {
      ...settings,
      PYTHONPATH: [INTEGRATIONS, join(INTEGRATIONS, 'contextforge')].join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
      DATABASE_URL: `sqlite:///${join(folder, 'contextforge.db')}`,
      PLUGINS_ENABLED: 'true',
      PLUGINS_CONFIG_FILE: plugins,
      JWT_SECRET_KEY: SECRET,
      AUTH_ENCRYPTION_SECRET: SECRET,
      PLATFORM_ADMIN_EMAIL: BOB,
      PLATFORM_ADMIN_PASSWORD: 'A-password-of-this-trial-1',
      BASIC_AUTH_PASSWORD: 'A-password-of-this-trial-1',
      REQUIRE_USER_IN_DB: 'false',
      SSRF_ALLOW_LOCALHOST: 'true',
      SSRF_ALLOW_PRIVATE_NETWORKS: 'true',
      SSRF_PROTECTION_ENABLED: 'false',
      MCPGATEWAY_UI_ENABLED: 'false',
      CACHE_TYPE: 'memory',
      LOG_LEVEL: 'WARNING',
    };
    const python = join(programs, 'python3');
    const root = `http://127.0.0.1:${port}`;
    const served = ['-m', 'uvicorn', 'mcpgateway.main:app', '--host', '127.0.0.1', '--port', String(port)];
    const stop = await startProgram(
      python,
      served,
      env,
      folder,
      async () => (await fetch(`${root}/health`)).ok,
    );
    const made = await run(
      python,
      [
        '-m',
        'mcpgateway.utils.create_jwt_token',
        '--username',
        BOB,
        '--exp',
        '600',
        '--secret',
        SECRET,
        '--admin',
      ],
      { env: { ...process.env, ...env }, cwd: folder },
    );
    const token = made.stdout.trim().split('\n').at(-1) ?? '';
    const headers = { authorization: `Bearer ${token}` };
    const registered = await fetch(`${root}/gateways`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'everything', url: upstream, transport: 'STREAMABLEHTTP' }),
    });
    if (!registered.ok) {
      await stop();
      throw new Error(`ContextForge registers no server: ${registered.status} ${await registered.text()}`);
    }
    const connect = () => connectByHttp(`${root}/mcp/`, headers);
    return { connect, toolName: (tool) => `everything-${tool}`, stop };
  },
};
