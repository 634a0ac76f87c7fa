import type { AnyKind } from '@govgate/ports';
import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb';
import { freshMongoUrl } from '../../../../tools/test-services/require-service.js';
import type { MongoStore } from '../index.js';
import { collectionsOf } from '../kinds/collections.js';
import { ensureIndexes } from '../kinds/indexes.js';
import { storeOver } from '../open/store-over.js';

/** A store on a database of its own that notes which reads its server is asked. */
export interface ListenedStore {
  readonly store: MongoStore;
  readonly client: MongoClient;
  /** The reads since the last call, without what the driver adds for their sessions. */
  readonly taken: () => readonly Document[];
  /** The keys of the indexes of what a read asks. */
  readonly indexesOf: (read: Document) => readonly Document[];
  /** The stages of the plan of each read that this server can explain; of reads of one shape one is explained. */
  readonly plansOf: (reads: readonly Document[]) => Promise<readonly Plan[]>;
  readonly dispose: () => Promise<void>;
}

export interface Plan {
  readonly read: Document;
  readonly stages: readonly string[];
}

export const openListenedStore = async (
  serverUrl: string,
  kinds: readonly AnyKind[],
): Promise<ListenedStore> => {
  const client = new MongoClient(freshMongoUrl(serverUrl), {
    monitorCommands: true,
    readConcern: { level: 'majority' },
  });
  const reads: Document[] = [];
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'find' || commandName === 'aggregate') reads.push(bare(command));
  });
  const collections = collectionsOf(client.db(), kinds);
  await ensureIndexes(collections, kinds);
  const indexes = await indexesIn(client);
  const indexesOf = (read: Document): readonly Document[] => indexes.get(collectionOf(read)) ?? [];
  return {
    store: storeOver(client, collections, { kinds }),
    client,
    taken: () => reads.splice(0),
    indexesOf,
    plansOf: async (requests) => {
      const byShape = new Map(requests.map((read) => [JSON.stringify(shapeOf(read)), read]));
      const plans: Plan[] = [];
      for (const read of byShape.values())
        if (canExplain(read, indexesOf(read))) {
          const plan = await client.db().command({ explain: read, verbosity: 'queryPlanner' });
          plans.push({ read, stages: stagesIn(plan) });
        }
      return plans;
    },
    dispose: async () => {
      await client.db().dropDatabase();
      await client.close();
    },
  };
};

const indexesIn = async (client: MongoClient): Promise<ReadonlyMap<string, readonly Document[]>> => {
  const collections = await client.db().collections();
  return new Map(
    await Promise.all(
      collections.map(
        async (one) => [one.collectionName, (await one.indexes()).map(({ key }) => key)] as const,
      ),
    ),
  );
};

/** What a driver adds to a command for its session. */
const SESSION_FIELDS = [
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  '$db',
  '$clusterTime',
  'maxTimeMS',
];

const bare = (command: Document): Document =>
  Object.fromEntries(Object.entries(command).filter(([name]) => !SESSION_FIELDS.includes(name)));

/** The names in a query without its values: queries of one shape are planned alike. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
};

const collectionOf = (command: Document): string => String(command.find ?? command.aggregate);
/** What a read selects by. */
export const filterOf = (command: Document): Document =>
  command.filter ?? command.pipeline?.[0]?.$match ?? {};

const stagesIn = (plan: unknown): string[] => {
  if (Array.isArray(plan)) return plan.flatMap(stagesIn);
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([name, member]) =>
    name === 'stage' && typeof member === 'string' ? [member] : stagesIn(member),
  );
};

/** SecantusDB explains a whole index only, and for equalities on its first fields with one more condition behind them. */
const secantusCanExplain = (command: Document, indexes: readonly Document[]): boolean => {
  const filter = filterOf(command);
  const fields = Object.entries(filter);
  if (fields.length === 0) return command.sort !== undefined;
  if (fields.some(([name]) => name.startsWith('$') || name.startsWith('u.') || name === 'co')) return false;
  if ('_id' in filter) return fields.length === 1;
  const equal = fields.filter(([, value]) => typeof value !== 'object').map(([name]) => name);
  const others = fields.filter(([name]) => !equal.includes(name)).map(([name]) => name);
  return indexes.some((key) => {
    const names = Object.keys(key);
    const first = names.slice(0, equal.length);
    const isPrefix = equal.every((name) => first.includes(name));
    return isPrefix && (others.length === 0 || (others.length === 1 && names[equal.length] === others[0]));
  });
};

const canExplain = (read: Document, indexes: readonly Document[]): boolean =>
  (process.env.GOVGATE_TEST_MONGO_KIND ?? 'mongod') === 'mongod' || secantusCanExplain(read, indexes);
