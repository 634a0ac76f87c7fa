import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';

/** The version that is tried. */
export const KEYCLOAK = '26.5.6';

const CACHE = fileURLToPath(new URL('../../../../../.cache/keycloak/', import.meta.url));
const NAME = `keycloak-quarkus-dist-${KEYCLOAK}`;
const ADMIN = { KC_BOOTSTRAP_ADMIN_USERNAME: 'admin', KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin' };
const START_MS = 600_000;

/** A Keycloak of one's own, in development mode. */
export interface Keycloak {
  readonly url: string;
  /** Calls the admin API; returns the answer's JSON, if there is some. */
  admin<T>(method: string, path: string, body?: unknown): Promise<T>;
  stop(): void;
}

/** Fetches Keycloak with Maven unless it is in the cache, and starts it with its data in memory. */
export const startKeycloak = async (): Promise<Keycloak> => {
  const port = await freeLoopbackPort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['start-dev', '--db=dev-mem', '--http-host=127.0.0.1', `--http-port=${port}`];
  // Its script starts Java as a child: both are of one process group, which ends at once.
  const server = spawn(join(installed(), 'bin/kc.sh'), args, {
    env: { ...process.env, ...ADMIN, JAVA_OPTS_KC_HEAP: '-Xms256m -Xmx768m' },
    stdio: 'ignore',
    detached: true,
  });
  let stopped = false;
  const stop = (): void => {
    if (stopped || server.pid === undefined || server.exitCode !== null) return;
    stopped = true;
    process.kill(-server.pid, 'SIGKILL');
  };
  process.once('exit', stop);
  const until = Date.now() + START_MS;
  while (!(await answers(`${url}/realms/master`))) {
    if (server.exitCode !== null || Date.now() > until) {
      stop();
      throw new Error('Keycloak did not start');
    }
    await wait(500);
  }
  return { url, stop, admin: (method, path, body) => admin(url, method, path, body) };
};

const installed = (): string => {
  const home = join(CACHE, `keycloak-${KEYCLOAK}`);
  if (existsSync(home)) return home;
  mkdirSync(CACHE, { recursive: true });
  const artifact = `org.keycloak:keycloak-quarkus-dist:${KEYCLOAK}:tar.gz`;
  execFileSync('mvn', ['-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${CACHE}`], {
    cwd: CACHE,
    stdio: 'inherit',
  });
  execFileSync('tar', ['-xzf', join(CACHE, `${NAME}.tar.gz`), '-C', CACHE]);
  return home;
};

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

const admin = async <T>(url: string, method: string, path: string, body: unknown): Promise<T> => {
  const signIn = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: ADMIN.KC_BOOTSTRAP_ADMIN_USERNAME,
      password: ADMIN.KC_BOOTSTRAP_ADMIN_PASSWORD,
    }),
  });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const answer = await fetch(`${url}/admin/realms${path}`, {
    method,
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Keycloak answers ${answer.status} to ${method} ${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
};
