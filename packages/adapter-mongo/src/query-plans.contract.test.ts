import { storeCases, suiteKinds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { type CommandStartedEvent, type Db, type Document, MongoClient } from 'mongodb';
import {
  describeWithMongo,
  freshMongoUrl,
  itOnMongod,
} from '../../../tools/test-services/require-service.js';
import { collectionsOf } from './kinds/collections.js';
import { ensureIndexes } from './kinds/indexes.js';
import { storeOver } from './open/store-over.js';

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
const filterOf = (command: Document): Document => command.filter ?? command.pipeline?.[0]?.$match ?? {};

const stagesIn = (plan: unknown): string[] => {
  if (Array.isArray(plan)) return plan.flatMap(stagesIn);
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([name, member]) =>
    name === 'stage' && typeof member === 'string' ? [member] : stagesIn(member),
  );
};

/** SecantusDB explains only a whole index, and equalities on its first fields followed by one more condition. */
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

/** Cases that close the store, or whose many records ask nothing new. */
const LENGTHY = ['close/refuses', 'record/all-many', 'audit/stored', 'audit/turns'];

const empty = async (db: Db): Promise<void> => {
  const collections = await db.collections();
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
};

/** Whether an index contains the requested fields in the requested order. */
const isOrderedBy = (command: Document, indexes: readonly Document[]): boolean => {
  const equal = Object.entries(filterOf(command)).filter(([, value]) => typeof value !== 'object');
  // The driver sends a sort order as a map.
  const sort = [...(command.sort ?? new Map())] as readonly (readonly [string, number])[];
  return indexes.some((key) => {
    const fields = Object.entries(key);
    const first = fields.slice(0, equal.length).map(([name]) => name);
    const next = fields.slice(equal.length, equal.length + sort.length);
    const runs = [1, -1].some((way) =>
      sort.every(([name, direction], i) => next[i]?.[0] === name && next[i]?.[1] === Number(direction) * way),
    );
    return runs && equal.every(([name]) => first.includes(name));
  });
};

describeWithMongo('queries of the MongoDB store', (serverUrl) => {
  const isMongod = (process.env.GOVGATE_TEST_MONGO_KIND ?? 'mongod') === 'mongod';
  const commands = new Map<string, Document>();
  let client: MongoClient;
  let indexes: ReadonlyMap<string, readonly Document[]>;

  const indexesOf = (command: Document): readonly Document[] => indexes.get(collectionOf(command)) ?? [];

  before(async function () {
    this.timeout(240_000);
    client = new MongoClient(freshMongoUrl(serverUrl), {
      monitorCommands: true,
      readConcern: { level: 'majority' },
    });
    client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
      if (commandName !== 'find' && commandName !== 'aggregate') return;
      const asked = bare(command);
      commands.set(JSON.stringify(shapeOf(asked)), asked);
    });
    const collections = collectionsOf(client.db(), suiteKinds);
    await ensureIndexes(collections, suiteKinds);
    // All cases share one database, emptied in between: making indexes for each would take minutes.
    const store = storeOver(client, collections, { kinds: suiteKinds });
    const dispose = () => empty(client.db());
    for (const { run, id } of storeCases)
      if (!LENGTHY.includes(id)) await run(async () => ({ store, dispose }));
    for await (const _ of store.auditTrail.stored('tenant_a', 3)) break;
    indexes = new Map(
      await Promise.all(
        [...collections.kinds.values(), ...Object.values(collections).filter((one) => 'indexes' in one)].map(
          async (collection) =>
            [
              collection.collectionName,
              (await collection.indexes().catch(() => [])).map(({ key }: Document) => key),
            ] as const,
        ),
      ),
    );
  });

  after(async () => {
    await client.db().dropDatabase();
    await client.close();
  });

  const plansOf = async (): Promise<readonly { readonly command: Document; readonly stages: string[] }[]> => {
    const plans = [];
    for (const command of commands.values()) {
      if (!isMongod && !secantusCanExplain(command, indexesOf(command))) continue;
      const plan = await client.db().command({ explain: command, verbosity: 'queryPlanner' });
      plans.push({ command, stages: stagesIn(plan) });
    }
    return plans;
  };

  it('are all answered through an index', async () => {
    const plans = await plansOf();
    expect(plans.length).to.be.greaterThan(30);
    expect(plans.filter(({ stages }) => stages.includes('COLLSCAN'))).to.deep.equal([]);
  });

  it('begin at an equality that some index begins with', () => {
    const loose = [...commands.values()].filter((command) => {
      const filter = filterOf(command);
      if ('_id' in filter || Object.keys(filter).length === 0) return false;
      return !indexesOf(command).some((key) => (Object.keys(key)[0] as string) in filter);
    });
    expect(loose).to.deep.equal([]);
  });

  itOnMongod('need no sort of their own where an index is declared in their order', async () => {
    const plans = (await plansOf()).filter(({ command }) => isOrderedBy(command, indexesOf(command)));
    expect(plans.filter(({ stages }) => stages.includes('SORT'))).to.deep.equal([]);
  });
});
