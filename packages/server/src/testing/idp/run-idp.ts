/**
 * Tries docs/how-to/jwt.md and console.md with a Keycloak of its own, and prints what happens when people come, stay and leave, and after
 * how long. Needs Java 17 or newer, Maven and Chromium; Keycloak stays in .cache/keycloak.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { freeLoopbackPort } from '../../../../../tools/test-services/loopback-port.js';
import { startSharedServices } from '../../../../../tools/test-services/shared-services.js';
import { spawnService } from '../processes/spawned-service.js';
import type { Answered } from '../test-service.js';
import { until } from '../until.js';
import { type ConsoleVisit, signIn, visitConsole } from './console-visit.js';
import { KEYCLOAK, type Keycloak, startKeycloak } from './keycloak.js';
import {
  CLIENT,
  PEOPLE,
  type Person,
  REALM,
  removeFromGroups,
  rotateKeys,
  setUpRealm,
  TOKEN_SECONDS,
} from './realm.js';

const COMMAND = fileURLToPath(new URL('../../../dist/bin/cli.js', import.meta.url));
const TENANT = 'acme';
const ENVIRONMENT = 'production';
const GIVE_UP_MS = 240_000;

type Send = (method: string, path: string, token: string, body?: unknown) => Promise<Answered>;

/** Everything that a trial needs. */
interface World {
  readonly keycloak: Keycloak;
  readonly ids: Readonly<Record<Person, string>>;
  readonly admin: string;
  readonly serviceUrl: string;
  readonly send: Send;
  readonly visit: (person: Person) => Promise<ConsoleVisit>;
}

/** What happened, and after how many seconds. */
type Row = readonly [what: string, happens: string, seconds: string];

const main = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-idp-'));
  const { env } = await startSharedServices(['Chromium']);
  if (env.GOVGATE_TEST_CHROMIUM === undefined) throw new Error('Chromium is needed');
  const [keycloak, browser] = await Promise.all([
    startKeycloak(),
    chromium.launch({ executablePath: env.GOVGATE_TEST_CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] }),
  ]);
  try {
    const port = await freeLoopbackPort();
    const ids = await setUpRealm(keycloak, `http://127.0.0.1:${port}`);
    const rows = await tryAll(await serve({ keycloak, browser, ids, folder, port }));
    console.log(tableOf(rows));
  } finally {
    await browser.close();
    keycloak.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  // What it started ends with it.
  process.exit();
};

interface Started {
  readonly keycloak: Keycloak;
  readonly browser: Browser;
  readonly ids: Readonly<Record<Person, string>>;
  readonly folder: string;
  readonly port: number;
}

/** Starts the service as docs/how-to/jwt.md and console.md say. */
const serve = async ({ keycloak, browser, ids, folder, port }: Started): Promise<World> => {
  const data = { GOVGATE_DATA: folder, GOVGATE_LOG_LEVEL: 'error' };
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [COMMAND, ...args], {
      env: { ...process.env, ...data },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const admin = run('init', '--tenant', TENANT, '--environment', ENVIRONMENT, '--admin', 'root').trim();
  run('group', 'create', 'security-admins', '--tenant', TENANT, '--external-id', '/security/admins');
  const issuer = `${keycloak.url}/realms/${REALM}`;
  const service = await spawnService(
    {
      ...data,
      GOVGATE_PORT: String(port),
      GOVGATE_BOOTSTRAP_TENANT: TENANT,
      GOVGATE_JWT_ISSUER: issuer,
      GOVGATE_JWT_AUDIENCE: 'govgate',
      GOVGATE_JWT_JWKS: `${issuer}/protocol/openid-connect/certs`,
      GOVGATE_JWT_PROVISION: 'first_sign_in',
      GOVGATE_CONSOLE_OIDC_CLIENT_ID: CLIENT,
    },
    ['serve'],
    COMMAND,
  );
  const endWithUs = (): void => void service.process.kill('SIGKILL');
  process.once('exit', endWithUs);
  const send: Send = (method, path, token, body) => service.call(path, { method, token, body });
  await done(
    send('POST', `/v1/admin/role-bindings?tenant_id=${TENANT}`, admin, {
      role: 'viewer',
      subject: { subject_type: 'group', subject_id: 'security-admins' },
      scope: { scope_type: 'tenant' },
      reason_code: 'onboarding',
    }),
  );
  await done(send('PUT', `/v1/environments/${ENVIRONMENT}`, admin, { sessions: { end_on_logout: true } }));
  const visit = (person: Person) => visitConsole(browser, service.url, person);
  return { keycloak, ids, admin, serviceUrl: service.url, send, visit };
};

const done = async (sent: Promise<Answered>): Promise<Answered> => {
  const answer = await sent;
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
};

const tryAll = async (world: World): Promise<readonly Row[]> => {
  const ada = await world.visit('ada');
  const first: Row[] = [
    ['Sign-in in the console', 'the console opens as the user', seconds(ada.signedInAfterMs)],
    await twoGroups(world, ada),
    await refreshed(ada),
    await rotated(world, ada),
  ];
  // Each of these waits for tokens to expire.
  const others = await Promise.all([
    removed(world, ada).then((row) => [row]),
    signedOut(world),
    signedOutByAdmin(world),
    disabled(world).then((row) => [row]),
  ]);
  return [...first, ...others.flat()];
};

const twoGroups = async (world: World, ada: ConsoleVisit): Promise<Row> => {
  const sam = await world.visit('sam');
  const groups = [await groupsOf(world, ada.token()), await groupsOf(world, sam.token())];
  await sam.close();
  return [
    'Two groups of one name',
    `${PEOPLE.ada}: ${told(groups[0])}; ${PEOPLE.sam}: ${told(groups[1])}`,
    'at once',
  ];
};

const told = (groups: readonly string[] = []): string =>
  groups.length === 0 ? 'in no group' : `in ${groups.join(', ')}`;

const groupsOf = async ({ send }: World, token: string): Promise<readonly string[]> =>
  (await done(send('GET', '/v1/identity/me', token))).json.groups;

const refreshed = async (visit: ConsoleVisit): Promise<Row> => {
  const before = performance.now();
  await visit.renewed();
  return [
    'Refresh',
    `a new access token (of ${TOKEN_SECONDS} s) and a new refresh token, without the user`,
    seconds(performance.now() - before + visit.signedInAfterMs),
  ];
};

const rotated = async ({ keycloak, send }: World, visit: ConsoleVisit): Promise<Row> => {
  await rotateKeys(keycloak);
  await visit.renewed();
  const after = await happens(
    async () => (await send('GET', '/v1/identity/me', visit.token())).status === 200,
  );
  return ['Key rotation', 'a token under the new key is accepted', seconds(after)];
};

const removed = async (world: World, visit: ConsoleVisit): Promise<Row> => {
  await removeFromGroups(world.keycloak, world.ids.ada);
  const after = await happens(async () => (await groupsOf(world, visit.token())).length === 0);
  return ['User removed from a group', 'out of it with the next access token', seconds(after)];
};

/** Somebody signs out in the console, with a session at a gateway. */
const signedOut = async (world: World): Promise<readonly Row[]> => {
  const visit = await world.visit('eve');
  const sessionId = await openSession(world, 'eve');
  const token = visit.token();
  await visit.page.getByRole('button', { name: 'Sign out' }).click();
  const [ended, refused] = await Promise.all([
    happens(async () => (await stateOf(world, sessionId)) === 'terminated'),
    happens(async () => (await world.send('GET', '/v1/identity/me', token)).status === 401),
  ]);
  await visit.page.goto(`${world.serviceUrl}/console/`);
  const before = performance.now();
  // The provider asks for the password again.
  await signIn(visit.page, 'eve');
  await visit.close();
  return [
    [
      'Sign-out in the console',
      'signed out at the provider too: the next sign-in asks for the password',
      seconds(performance.now() - before),
    ],
    ['… and its back-channel logout', 'the session at the gateway ends', seconds(ended)],
    [
      '… and the access token of before',
      'accepted until it expires (and its leeway of 60 s)',
      seconds(refused),
    ],
  ];
};

const signedOutByAdmin = async (world: World): Promise<readonly Row[]> => {
  const visit = await world.visit('joe');
  const sessionId = await openSession(world, 'joe');
  await world.keycloak.admin('POST', `/${REALM}/users/${world.ids.joe}/logout`);
  const startedAt = performance.now();
  const ended = await happens(async () => (await stateOf(world, sessionId)) === 'terminated');
  await visit.page.getByText(/Your session ends at/).waitFor({ timeout: GIVE_UP_MS });
  const warned = performance.now() - startedAt;
  await visit.close();
  return [
    ['Signed out by an administrator of Keycloak', 'the session at the gateway ends', seconds(ended)],
    ['… and the console', 'is not renewed, and warns', seconds(warned)],
  ];
};

const disabled = async (world: World): Promise<Row> => {
  const visit = await world.visit('ben');
  await world.keycloak.admin('PUT', `/${REALM}/users/${world.ids.ben}`, { enabled: false });
  const after = await happens(
    async () => (await world.send('GET', '/v1/identity/me', visit.token())).status === 401,
  );
  await visit.close();
  return [
    'User disabled in Keycloak alone',
    'not renewed; refused when the access token has expired (and its leeway of 60 s)',
    seconds(after),
  ];
};

const openSession = async ({ send, admin, ids }: World, person: Person): Promise<string> => {
  const sessionId = `ses_${person}`;
  const body = { user_id: ids[person], state: 'active' };
  await done(send('PUT', `/v1/sessions/${sessionId}?environment_id=${ENVIRONMENT}`, admin, body));
  return sessionId;
};

const stateOf = async ({ send, admin }: World, sessionId: string): Promise<string> =>
  (await done(send('GET', `/v1/sessions/${sessionId}?environment_id=${ENVIRONMENT}`, admin))).json.state;

/** How long it takes until something is so. */
const happens = (isSo: () => Promise<boolean>): Promise<number> => until(isSo, GIVE_UP_MS, 100);

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const tableOf = (rows: readonly Row[]): string =>
  [
    `Keycloak ${KEYCLOAK}, access tokens of ${TOKEN_SECONDS} s, Node ${process.version}:`,
    '',
    '| what | what happens | after |',
    '|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

await main();
