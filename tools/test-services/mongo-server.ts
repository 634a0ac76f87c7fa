import { findProgram } from './find-program.js';
import type { LocalService } from './local-service.js';
import type { MongoKind } from './mongo-kind.js';
import { startMongodSet } from './mongod-replica-set.js';
import { installedSecantusDb } from './secantusdb.js';
import { startSecantusDb } from './start-secantusdb.js';

/** A MongoDB of one's own: three members with `mongod`, one with SecantusDB. */
export interface MongoServer {
  readonly kind: MongoKind;
  readonly url: string;
  readonly members: readonly LocalService[];
  /** SIGKILL to every member. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Starts the members again on their ports and data. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

/** How a MongoDB of one's own differs from the shared one. */
export interface MongoOptions {
  /** One server that is no replica set, as the service refuses it at its start. */
  readonly standalone?: boolean;
  /** Nobody will kill it, so that it need not flush each commit to the disk. */
  readonly unkilled?: boolean;
  /** How long the transaction of a client that died keeps others from what it wrote; MongoDB's own default is a minute. */
  readonly transactionSeconds?: number;
  /** More arguments for the server's program. */
  readonly args?: readonly string[];
}

/** Starts a MongoDB for the caller alone; the caller disposes of it. */
export const startMongo = async (options: MongoOptions = {}): Promise<MongoServer> => {
  const mongod = findProgram('mongod');
  if (mongod !== undefined) {
    const set = await startMongodSet(mongod, options);
    return serverOf('mongod', set.url, set.members);
  }
  const secantusd = installedSecantusDb();
  if (secantusd === undefined) throw new Error('neither mongod nor SecantusDB is installed');
  const member = await startSecantusDb(secantusd, options);
  return serverOf('secantusdb', member.url, [member]);
};

const serverOf = (kind: MongoKind, url: string, members: readonly LocalService[]): MongoServer => {
  const each = async (act: (member: LocalService) => Promise<void>) => {
    await Promise.all(members.map(act));
  };
  return {
    kind,
    url,
    members,
    kill: () => each((member) => member.kill()),
    stop: () => each((member) => member.stop()),
    start: () => each((member) => member.start()),
    dispose: () => each((member) => member.dispose()),
  };
};
