import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLIENT_TOKEN, introduction } from './introduction.js';
import { ENVIRONMENT, PLANE, SERVER, setUp, TENANT } from './set-up.js';

/** `npm run demo`: `govgate demo`, the protocol's "everything" server, and this gateway between it and clients. */
const CLI =
  process.env.DEMO_CLI ??
  fileURLToPath(new URL('../../../../packages/server/dist/bin/cli.js', import.meta.url));
const EVERYTHING = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);
const GATEWAY = fileURLToPath(new URL('../main.ts', import.meta.url));
const { DEMO_SERVER_PORT = '3001', DEMO_GATEWAY_PORT = '8090', PATH, HOME } = process.env;
const ENDPOINT = `http://127.0.0.1:${DEMO_SERVER_PORT}/mcp`;
// The service reads the server, which listens on this machine alone.
const ENV = {
  ...process.env,
  GOVGATE_EGRESS_ALLOW: '127.0.0.0/8',
  GOVGATE_EGRESS_HTTP: '127.0.0.0/8',
};

const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'govgate-demo-gateway-'));
process.once('exit', () => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program and waits until it prints what says that it is ready; whoever of them ends, ends all. */
const start = (args: readonly string[], env: NodeJS.ProcessEnv, isReady: RegExp): Promise<string> => {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  child.once('exit', (code) => process.exit(code ?? 0));
  return new Promise((resolve) => {
    let output = '';
    const take = (chunk: Buffer): void => {
      output += chunk;
      if (isReady.test(output)) resolve(output);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    if (args.includes(EVERYTHING)) return;
    child.stdout.pipe(process.stdout);
    child.stderr.pipe(process.stderr);
  });
};

const govgate = (...args: string[]): string =>
  execFileSync(process.execPath, [CLI, ...args], {
    env: ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
const tokenOf = (...subject: string[]): string =>
  govgate('token', 'create', '--tenant', TENANT, ...subject, '--ttl', '1d');

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });

const said = await start([CLI, 'demo', ...process.argv.slice(2)], ENV, /Ctrl-C/);
const [, admin = ''] = /^export TOKEN=(\S+)/m.exec(said) ?? [];
const [, api = ''] = /(http:\S+)\/v1\/identity\/me/.exec(said) ?? [];
await start([EVERYTHING, 'streamableHttp'], { PATH, HOME, PORT: DEMO_SERVER_PORT }, /listening on port/);
await setUp(api, ENDPOINT, {
  owner: tokenOf('--user', 'usr_platform_engineer'),
  reviewer: tokenOf('--user', 'usr_registry_reviewer'),
  admin,
});
const settings = {
  port: Number(DEMO_GATEWAY_PORT),
  govgate_url: api,
  tenant_id: TENANT,
  environment_id: ENVIRONMENT,
  data_plane_id: PLANE,
  servers: { [SERVER]: ENDPOINT },
  callers: [
    {
      token_sha256: createHash('sha256').update(CLIENT_TOKEN).digest('hex'),
      user_id: 'usr_support_owner',
      groups: ['grp_support'],
    },
  ],
};
const file = join(folder, 'gateway.json');
writeFileSync(file, JSON.stringify(settings));
const sources = ['--import', 'tsx', '--conditions=@govgate/source'];
const env = { ...ENV, GOVGATE_TOKEN: tokenOf('--service-account', 'svc_data_planes') };
const listening = await start([...sources, GATEWAY, file], env, /listens on (\S+)/);
process.stdout.write(introduction(api, /listens on (\S+)/.exec(listening)?.[1] ?? ''));
