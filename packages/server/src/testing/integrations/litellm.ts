import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { installVenv, KEEPING_COMPILED } from '../../../../../tools/test-services/python-venv.js';
import { connectByHttp, type Peer, startProgram } from './peer.js';

const VERSION = '1.108.7';
const INTEGRATIONS = fileURLToPath(new URL('../../../../../integrations/', import.meta.url));
const KEY = 'sk-of-this-trial-alone';

/** Keys of LiteLLM's own live in a Postgres database; here its hook for other authentication stands for them. */
const AUTH = `
from litellm.proxy._types import UserAPIKeyAuth

async def user_api_key_auth(request, api_key):
    if api_key != "${KEY}":
        raise Exception("unknown key")
    return UserAPIKeyAuth(api_key=api_key, user_id="bob")
`;

const configOf = (upstream: string) => ({
  model_list: [],
  general_settings: { custom_auth: 'trial_auth.user_api_key_auth', master_key: 'sk-of-the-administrator' },
  mcp_servers: {
    everything: {
      url: upstream,
      transport: 'http',
      allow_all_keys: true,
      available_on_public_internet: true,
    },
  },
  guardrails: [
    {
      guardrail_name: 'govgate',
      litellm_params: {
        guardrail: 'govgate_guardrail.GovgateGuardrail',
        mode: 'pre_mcp_call',
        default_on: true,
      },
    },
  ],
});

export const LITELLM: Peer = {
  name: `LiteLLM ${VERSION}`,
  start: async ({ folder, upstream, sessionId, settings }) => {
    const packages = [`litellm[proxy]==${VERSION}`];
    const programs = await installVenv('integrations/litellm', packages);
    if (programs === undefined) return undefined;
    const port = await freeLoopbackPort();
    const config = join(folder, 'config.yaml');
    writeFileSync(config, JSON.stringify(configOf(upstream)));
    writeFileSync(join(folder, 'trial_auth.py'), AUTH);
    // It reads these classes from files beside its configuration.
    for (const file of ['govgate_check.py', 'litellm/govgate_guardrail.py'])
      copyFileSync(join(INTEGRATIONS, file), join(folder, basename(file)));
    const env = {
      ...KEEPING_COMPILED,
      ...settings,
      GOVGATE_USERS: JSON.stringify({ bob: { session: sessionId } }),
      PYTHONPATH: folder,
      LITELLM_LOCAL_MODEL_COST_MAP: 'True',
      LITELLM_TELEMETRY: 'False',
    };
    const entry = ['-c', 'from litellm.proxy.proxy_cli import run_server; run_server()'];
    const args = [...entry, '--config', config, '--host', '127.0.0.1', '--port', String(port)];
    const root = `http://127.0.0.1:${port}`;
    const isReady = async () => (await fetch(`${root}/health/liveliness`)).ok;
    const stop = await startProgram(join(programs, 'python3'), args, env, folder, isReady);
    const headers = { 'x-litellm-api-key': `Bearer ${KEY}` };
    const connect = () => connectByHttp(`${root}/mcp/`, headers);
    return { connect, toolName: (tool) => `everything-${tool}`, stop };
  },
};
