import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  authenticateCommits,
  CommittedEvents,
  makeRunReadRequest,
  type Ports,
  READ_MCP_SERVER,
} from '@govgate/application';
import type { ReadOutcome } from '@govgate/domain';
import type { GovernanceStore } from '@govgate/ports';
import { createMemoryStore } from '@govgate/ports-testkit';
import { composeOver } from '../compose.js';
import { startBackgroundWork } from '../serve/background-work.js';
import type { ServedBeside } from '../serve/serve-calls.js';
import { startServer } from '../serve/start-server.js';
import { type NamedValues, readSettings } from '../settings/read-settings.js';
import { ensureBootstrap } from '../store/ensure-bootstrap.js';
import { openStore } from '../store/open-store.js';
import { readOrMakeKeysFile } from '../system/keys-file.js';
import { hmacEventMac, type ServerKeys } from '../system/server-keys.js';
import { systemClock } from '../system/system-clock.js';
import { uuidIdSource } from '../system/uuid-id-source.js';
import { sendRequest } from './send-request.js';
import { takeMongoDatabase } from './stores/mongo-database.js';

/** Of every service over a store that a test brings: one that is started again over it must be able to verify its events. */
const KEYS: ServerKeys = {
  cursor: Buffer.alloc(32, 1),
  fingerprint: Buffer.alloc(32, 2),
  audit: Buffer.alloc(32, 3),
};

/** Where nothing is ever written. */
const NO_FOLDER = '/nonexistent';

/** What a test requests. */
export interface CallRequest {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What it got. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and compare them whole
  readonly json: any;
}

export type Call = (path: string, request?: CallRequest) => Promise<Answered>;

/** A whole service in this process, on a free port of the loopback interface. */
export interface TestService {
  readonly url: string;
  readonly call: Call;
  readonly ports: Ports;
  readonly store: GovernanceStore;
  stop(): Promise<void>;
}

export const ADMIN_TOKEN = 'test-admin-token-0123456789-0123456789';

/** Settings of a service that may reach this machine. */
export const REACHES_LOOPBACK = {
  GOVGATE_EGRESS_ALLOW: '127.0.0.0/8,::1/128',
  GOVGATE_EGRESS_HTTP: '127.0.0.0/8,::1/128',
};

export interface TestServiceOptions {
  /** `mongo`: the database that the settings name, or a fresh one that is dropped when the service stops. */
  readonly on?: 'memory' | 'sqlite' | 'mongo';
  readonly settings?: NamedValues;
  /** A store that the test made itself. */
  readonly store?: GovernanceStore;
  /** What it signs with over such a store; otherwise its own keys. */
  readonly keys?: ServerKeys;
  /** How long a commit may take; otherwise as long as in the product. */
  readonly commitMs?: number;
  /** Whether the background work runs too; without it jobs only queue up. */
  readonly work?: boolean;
  /** What the demonstration serves as well. */
  readonly beside?: ServedBeside;
}

/** Starts a service on the memory store, on an embedded store in its own folder, or on MongoDB. */
export const startTestService = async ({
  on = 'memory',
  settings: named = {},
  store,
  keys = KEYS,
  commitMs,
  work = false,
  beside,
}: TestServiceOptions = {}): Promise<TestService> => {
  // A memory store needs no folder, and a named one is the caller's.
  const folder =
    on === 'memory' || (on === 'sqlite' && named.GOVGATE_DATA)
      ? undefined
      : mkdtempSync(join(tmpdir(), 'govgate-test-'));
  const database = on === 'mongo' && !named.GOVGATE_MONGO_URL ? takeMongoDatabase() : undefined;
  const read = readSettings({
    GOVGATE_PORT: '0',
    GOVGATE_DATA: folder ?? NO_FOLDER,
    GOVGATE_ADMIN_TOKEN: ADMIN_TOKEN,
    GOVGATE_LOG_LEVEL: 'silent',
    GOVGATE_RATE_READS_PER_MINUTE: '0',
    GOVGATE_RATE_WRITES_PER_MINUTE: '0',
    GOVGATE_RATE_EVALUATIONS_PER_MINUTE: '0',
    GOVGATE_AUDITED_REFUSALS_PER_MINUTE: '0',
    GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE: '0',
    GOVGATE_MONGO_URL: database?.url,
    // Otherwise each start warns about the keys in the database.
    GOVGATE_KEYS_FILE: on === 'mongo' && folder !== undefined ? makeKeysFile(folder) : undefined,
    ...named,
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { settings } = read;
  const opened =
    on === 'memory'
      ? { store: store ?? createMemoryStore(), keys }
      : await openStore(settings, { makes: true });
  const authenticated = authenticateCommits(
    opened.store.unitOfWork,
    hmacEventMac(opened.keys.audit),
    new CommittedEvents(),
  );
  const bootstrapped = { ...opened.store, unitOfWork: authenticated };
  await ensureBootstrap(bootstrapped, settings, { clock: systemClock, ids: uuidIdSource });
  // Unmodified: tests of the product's reaction to a manipulated store want to see it through the API.
  const service = await composeOver(opened, settings, {
    taking: 'look',
    ...(commitMs === undefined ? {} : { commitMs }),
  });
  if (!work) answerReadings(service.ports);
  const background = work ? await startBackgroundWork(service) : undefined;
  const server = await startServer(service, beside);
  return {
    url: server.url,
    call: makeCall(server.url),
    ports: service.ports,
    store: opened.store,
    stop: async () => {
      await background?.stop();
      await server.stop();
      await database?.drop();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** What every live server says without background work: what samples and tables read from it. */
const SAMPLE_READING: ReadOutcome = {
  read: true,
  reading: {
    tools: [
      {
        name: 'find_ticket',
        description: 'Finds a ticket by its number',
        inputSchema: { type: 'object', properties: { ticket_id: { type: 'string' } } },
        annotations: { readOnlyHint: true },
      },
    ],
    instructions: 'Tickets belong to customers',
  },
};

/** Makes a file of server keys in a folder. */
export const makeKeysFile = (folder: string): string => {
  const file = join(folder, 'server-keys.json');
  readOrMakeKeysFile(file);
  return file;
};

/** Calls a service like a client. */
export const makeCall =
  (url: string): Call =>
  async (path, { method, token, body, headers = {} } = {}) => {
    const { text, ...answer } = await sendRequest(url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { ...answer, text, json: jsonOf(text) };
  };

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const answerReadings = ({ jobQueue, ...ports }: Ports): void => {
  const run = makeRunReadRequest({ ...ports, mcpProbe: { read: async () => SAMPLE_READING } });
  const { enqueue } = jobQueue;
  jobQueue.enqueue = (job) =>
    job.job === READ_MCP_SERVER ? run(job, { aborted: false }) : enqueue.call(jobQueue, job);
};
