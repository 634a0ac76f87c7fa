import { setTimeout as delay } from 'node:timers/promises';
import { LocalService, serviceFolder } from './local-service.js';
import { onFreePort } from './loopback-port.js';
import { adminCommand, helloOf } from './mongo-hello.js';
import type { MongoOptions } from './mongo-server.js';

const SET_NAME = 'govgate';
const ELECTION_LIMIT_MS = 90_000;

/** Starts three `mongod` as one replica set, or one alone, and waits for a primary. */
export const startMongodSet = async (
  command: string,
  options: MongoOptions,
): Promise<{ readonly url: string; readonly members: readonly LocalService[] }> => {
  if (options.standalone) {
    const lone = await startMember(command, options);
    return { url: `mongodb://${authorityOf(lone)}/`, members: [lone] };
  }
  const members = await Promise.all([1, 2, 3].map(() => startMember(command, options)));
  const authorities = members.map(authorityOf);
  await initiate(authorities);
  await waitForPrimary(authorities);
  return { url: `mongodb://${authorities.join(',')}/?replicaSet=${SET_NAME}`, members };
};

const authorityOf = (member: LocalService): string => new URL(member.url).host;

const startMember = (command: string, options: MongoOptions): Promise<LocalService> =>
  onFreePort(async (port) => {
    const folder = await serviceFolder('mongo');
    return LocalService.start({
      name: 'mongod',
      url: `mongodb://127.0.0.1:${port}/`,
      command,
      args: mongodArguments(port, folder, options),
      isReady: async () => (await helloOf(`127.0.0.1:${port}`)).ok === 1,
      folder,
    });
  });

const mongodArguments = (port: number, folder: string, options: MongoOptions): string[] => [
  ...['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder],
  ...['--setParameter', 'enableTestCommands=1', '--wiredTigerCacheSizeGB', '0.25'],
  ...(options.standalone ? [] : ['--replSet', SET_NAME, '--oplogSize', '128']),
  ...(options.transactionSeconds === undefined
    ? []
    : ['--setParameter', `transactionLifetimeLimitSeconds=${options.transactionSeconds}`]),
  ...(options.args ?? []),
];

const initiate = async (authorities: readonly string[]): Promise<void> => {
  const [first] = authorities;
  if (first === undefined) return;
  const members = authorities.map((host, id) => ({ _id: id, host }));
  // A short timeout, so that a test of a failover does not wait for the default of ten seconds.
  const settings = { electionTimeoutMillis: 2_000 };
  await adminCommand(first, { replSetInitiate: { _id: SET_NAME, members, settings } });
};

const waitForPrimary = async (authorities: readonly string[]): Promise<void> => {
  for (const limit = Date.now() + ELECTION_LIMIT_MS; Date.now() < limit; await delay(100)) {
    const answers = await Promise.all(
      authorities.map((authority) => helloOf(authority).catch(() => undefined)),
    );
    if (answers.some((answer) => answer?.isWritablePrimary === true)) return;
  }
  throw new Error('the replica set elected no primary');
};
