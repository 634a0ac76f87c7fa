import { setTimeout as pause } from 'node:timers/promises';
import {
  MongoAPIError,
  MongoClient,
  type MongoClientOptions,
  MongoCompatibilityError,
  MongoParseError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';
import { assertServes } from './assert-serves.js';
import { StoreOpenError, storeOpenError } from './store-open-error.js';
import type { StoreUrl } from './store-url.js';

const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;
const SELECTION_MS = 2_000;

/** Passed separately, these override the URL: no URL can weaken a promise. */
const CLIENT_OPTIONS: MongoClientOptions = {
  appName: 'govgate',
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 4_000 },
  retryReads: true,
  retryWrites: true,
  serverSelectionTimeoutMS: SELECTION_MS,
  connectTimeoutMS: SELECTION_MS,
  waitQueueTimeoutMS: SELECTION_MS,
  // For a hanging server: callers are answered earlier, this releases the connection.
  socketTimeoutMS: 65_000,
};

/** Connects, and retries while nobody answers: a service often starts before its database. */
export const openClient = async (address: StoreUrl, limitMs: number): Promise<MongoClient> => {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const client = clientOf(address);
    try {
      await client.connect();
      await assertServes(client, address);
      return client;
    } catch (error) {
      await client.close().catch(() => undefined);
      const refusal = await refusalOf(error, address);
      if (refusal.code !== 'unreachable' || performance.now() > deadline) throw refusal;
      await pause(Math.min(250, limitMs));
    }
  }
};

// The driver's message may repeat the URL and so a password: it is left out.
const clientOf = (address: StoreUrl): MongoClient => {
  try {
    return new MongoClient(address.url, CLIENT_OPTIONS);
  } catch {
    throw storeOpenError('bad_url', address.where);
  }
};

const refusalOf = async (error: unknown, address: StoreUrl): Promise<StoreOpenError> => {
  if (error instanceof StoreOpenError) return error;
  const { where } = address;
  if (error instanceof MongoServerError && error.code === AUTHENTICATION_FAILED)
    return storeOpenError('auth', where);
  if (error instanceof MongoServerError && error.code === UNAUTHORIZED)
    return storeOpenError('not_allowed', where);
  if (error instanceof MongoParseError || error instanceof MongoAPIError)
    return storeOpenError('bad_url', where);
  const description = error instanceof MongoServerSelectionError ? descriptionIn(error) : undefined;
  if (isTooOld(error, description))
    return storeOpenError('too_old', where, { seen: 'older than the driver can speak to' });
  return (
    (await strangerAt(address)) ??
    storeOpenError('unreachable', where, { seen: reasonIn(error, description) })
  );
};

// A server the driver cannot speak to shows only in the topology description, and only after server selection timed out.
const isTooOld = (error: unknown, description: TopologyDescription | undefined): boolean =>
  error instanceof MongoCompatibilityError ||
  description?.compatible === false ||
  [...(description?.servers.values() ?? [])].some(
    (server) => server.error instanceof MongoCompatibilityError,
  );

const descriptionIn = (error: MongoServerSelectionError): TopologyDescription | undefined =>
  (error as { readonly reason?: TopologyDescription }).reason;

// A system error's code (ECONNREFUSED, ENOTFOUND, a certificate's) says more than the driver's summary.
const reasonIn = (error: unknown, description: TopologyDescription | undefined): string => {
  const [server] = description?.servers.values() ?? [];
  for (let cause: unknown = server?.error ?? error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === 'string') return code;
  }
  return description === undefined ? 'no answer' : 'no primary was found';
};

/** A driver looking for a replica set ignores servers that are not members of one: asks the first host what it is. */
const strangerAt = async (address: StoreUrl): Promise<StoreOpenError | undefined> => {
  if (address.direct === undefined) return undefined;
  const client = new MongoClient(address.direct, { ...CLIENT_OPTIONS, serverSelectionTimeoutMS: 1_000 });
  try {
    const { setName, msg } = await client.db('admin').command({ hello: 1 });
    if (msg === 'isdbgrid') return storeOpenError('sharded', address.where);
    if (typeof setName !== 'string') return storeOpenError('standalone', address.where);
    return namesSet(address.url, setName)
      ? undefined
      : storeOpenError('wrong_set', address.where, { seen: setName });
  } catch {
    return undefined;
  } finally {
    await client.close().catch(() => undefined);
  }
};

const namesSet = (url: string, setName: string): boolean => {
  const named = /[?&]replicaSet=([^&]*)/i.exec(url)?.[1];
  return named === undefined || decodeURIComponent(named) === setName;
};
