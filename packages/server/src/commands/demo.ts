import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { makeCreateApiToken, type Ports } from '@govgate/application';
import { addSeconds } from '@govgate/domain';
import { makeRepeatingJob } from '@govgate/worker/in-process';
import { compose } from '../compose.js';
import { DEMO_ADMIN, DEMO_ENVIRONMENT, DEMO_TENANT } from '../demo-data/demo-bundle.js';
import { makeDemoHeartbeats } from '../demo-data/demo-heartbeats.js';
import { holdsDemo, loadDemoData } from '../demo-data/load-demo-data.js';
import { startBackgroundWork } from '../serve/background-work.js';
import { consoleFolder } from '../serve/console-files.js';
import { LINK_MINUTES, makeOneTimeLink, type OneTimeLink } from '../serve/one-time-link.js';
import { checkPort, startServer } from '../serve/start-server.js';
import { printStartWarnings } from '../serve/start-warnings.js';
import { stopOnSignal } from '../serve/stop-on-signal.js';
import { loadSettings } from '../settings/load-settings.js';
import type { ServerSettings } from '../settings/settings.js';
import { filesOfStore, holdsStore } from '../store/files-of-store.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { isLoopbackHost } from '../system/is-loopback-host.js';

const TOKEN_SECONDS = 24 * 3600;
const HEARTBEAT_MS = 10_000;

/** `govgate demo`: a service on the embedded store with a believable tenant, a token and commands to try. */
export const demo = async ({ fresh = false }: { readonly fresh?: boolean }): Promise<void> => {
  const settings = await loadSettings();
  checkEmbedded(settings);
  printStartWarnings(settings);
  await checkPort(settings);
  await checkStore(settings);
  if (fresh) for (const file of Object.values(filesOfStore(settings.dataFolder))) removeStore(file);
  const service = await compose(settings, { makes: true });
  const { ports, log } = service;
  if (!(await holdsDemo(ports))) {
    process.stderr.write('Loading the demonstration data ...\n');
    await loadDemoData(ports);
  }
  const token = await demoToken(ports);
  const work = await startBackgroundWork(service);
  const beat = makeDemoHeartbeats(ports);
  const heartbeats = makeRepeatingJob({
    name: 'demo_pulse',
    everyMs: HEARTBEAT_MS,
    run: beat,
    onFailure: (fault) => log.failure('the demonstration pulse failed', fault),
  });
  // Whoever sees a link for another machine could be first to use it; a token must be passed on deliberately.
  const link = isLoopbackHost(settings.host) ? makeOneTimeLink(token, ports.clock) : undefined;
  const server = await startServer(service, link);
  const stopped = stopOnSignal(async () => {
    await heartbeats.stop();
    await work.stop();
    await server.stop();
  });
  process.stderr.write(`govgate listens on ${server.url}\n`);
  const consoleUrl =
    settings.consoleEnabled && consoleFolder() !== undefined ? `${server.url}/console/` : undefined;
  process.stdout.write(introduction(server.url, token, consoleUrl && consoleLines(consoleUrl, link)));
  await stopped;
};

const checkEmbedded = ({ mongoUrl }: ServerSettings): void => {
  if (mongoUrl === undefined) return;
  throw new CommandFailure(
    'The demo runs on the embedded store only. Unset GOVGATE_MONGO_URL.',
    EXIT.settings,
  );
};

// The demonstration's store is the one that commands find; it joins no other, and above all removes none.
const checkStore = async (settings: ServerSettings): Promise<void> => {
  if (!holdsStore(settings.dataFolder)) return;
  const { ports, store } = await compose(settings, { taking: 'look' });
  const isDemo = await holdsDemo(ports);
  await store.close();
  if (isDemo) return;
  throw new CommandFailure(
    `${settings.dataFolder} holds a store that is not the demonstration's. Set GOVGATE_DATA to another folder.`,
    EXIT.refused,
  );
};

// SQLite keeps files of its own beside the database.
const removeStore = (file: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
};

const demoToken = async (ports: Ports): Promise<string> => {
  const made = await makeCreateApiToken(
    ports,
    randomBytes,
  )({
    tenantId: DEMO_TENANT,
    subjectType: 'user',
    subjectId: DEMO_ADMIN,
    environmentIds: null,
    expiresAt: addSeconds(ports.clock.now(), TOKEN_SECONDS),
  });
  if (!made.ok) throw new Error('the demonstration data has no administrator');
  return made.value.reveal();
};

// The code follows the #, which browsers do not send; the console reads it and clears the address.
const consoleLines = (address: string, link: OneTimeLink | undefined): string => `
The console is at ${address} and accepts the token above.${
  link === undefined
    ? ''
    : ` This link signs in to it, once, for ${LINK_MINUTES} minutes:
${address}#link=${link.code}`
}
`;

const introduction = (url: string, token: string, consoleSays = ''): string => `
The demonstration tenant is "${DEMO_TENANT}", its environment "${DEMO_ENVIRONMENT}". This token is valid for a day:

export TOKEN=${token}
${consoleSays}
Three commands to try in another terminal:

1. Who am I, and what may I do?
curl -s -H "Authorization: Bearer $TOKEN" ${url}/v1/identity/me

2. Publish the draft of the next policy. Its hash says that we mean the version we read.
HASH=$(curl -s -H "Authorization: Bearer $TOKEN" "${url}/v1/policies/pv_next?environment_id=${DEMO_ENVIRONMENT}" | grep -o 'sha256:[0-9a-f]*' | tail -n 1)
curl -s -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d "{\\"manifest_hash\\":\\"$HASH\\",\\"reason_code\\":\\"demo\\"}" "${url}/v1/policies/pv_next/publish?environment_id=${DEMO_ENVIRONMENT}"

3. See the audit event of it, and verify the whole trail.
curl -s -H "Authorization: Bearer $TOKEN" "${url}/v1/audit/events?event_type=policy.published&limit=1"
curl -s -H "Authorization: Bearer $TOKEN" ${url}/v1/audit/verify

In a checkout, \`npm run demo\` also starts a gateway in front of a real MCP server.
Stop it with Ctrl-C. The data stays in the data folder; \`demo --fresh\` starts anew.
`;
