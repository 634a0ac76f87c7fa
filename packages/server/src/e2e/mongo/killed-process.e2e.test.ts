import { fileURLToPath } from 'node:url';
import { openMongoStore } from '@govgate/adapter-mongo';
import { ALL_KINDS } from '@govgate/ports';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { bundledEntry } from '../../../../../tools/build/bundled-entry.js';
import { type MongoServer, startMongo } from '../../../../../tools/test-services/mongo-server.js';
import { describeWithOwnMongo } from '../../../../../tools/test-services/require-service.js';
import { atOnce } from '../../testing/at-once.js';
import {
  type Combination,
  isCommitted,
  killCombinations,
  requestIdOf,
} from '../../testing/faults/kill-combinations.js';
import { faultsAfterRestart, faultsLeft, keyed } from '../../testing/faults/kill-faults.js';
import { killInCall } from '../../testing/faults/killed-call.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { type MongoDatabase, takeMongoDatabase } from '../../testing/stores/mongo-database.js';
import { dumpMongo } from '../../testing/stores/mongo-dump.js';
import { rowsWith, type StoreDump } from '../../testing/stores/store-dump.js';
import { startTestService } from '../../testing/test-service.js';
import { makeSampleTenant, type SampleTenant, sendAs } from '../../testing/worlds/sample-tenant.js';

const ENTRY = fileURLToPath(new URL('../../testing/processes/failpoint-service.ts', import.meta.url));
const AT_ONCE = 3;
/**
 * MongoDB keeps the transaction of a process that died for a minute (transactionLifetimeLimitSeconds) and lets nobody else
 * write what it wrote; SecantusDB does the same. A retry gets a retryable answer until then, and succeeds afterwards. The
 * long form waits for that minute; the short form has a server that waits for less.
 */
const TRANSACTION_SECONDS = LONG_FORM ? 60 : 8;
const RETRY_MS = TRANSACTION_SECONDS * 1_000 + 30_000;

/** A combination in its own tenant, so that all of them wait for the server at the same time. */
interface Kill {
  readonly combination: Combination;
  readonly tenant: SampleTenant;
}

const leavesOpen = ({ point }: Combination): boolean =>
  point === 'after_state_write' || point === 'after_audit_write';
// First those whose transaction stays open: its minute passes while the others are killed.
const combinations = [...killCombinations(LONG_FORM ? 'all' : 6)].sort(
  (a, b) => Number(leavesOpen(b)) - Number(leavesOpen(a)),
);

/** Filling the tenants takes a tenth of a second each; SecantusDB takes longer to drop them. */
const FILL_MS = 60_000 + combinations.length * 1_000;

describeWithOwnMongo('A2: a killed process leaves no half change over MongoDB', () => {
  let server: MongoServer;
  let database: MongoDatabase;
  let client: MongoClient;
  let program: string;
  let kills: readonly Kill[];
  let filled: StoreDump;

  const openStore = () => openMongoStore({ url: database.url, kinds: ALL_KINDS });

  before(async function () {
    this.timeout(FILL_MS);
    server = await startMongo({ unkilled: true, transactionSeconds: TRANSACTION_SECONDS });
    database = takeMongoDatabase(server.url);
    client = new MongoClient(database.url);
    program = await bundledEntry(ENTRY);
    const service = await startTestService({ store: await openStore() });
    kills = await atOnce(AT_ONCE, [...combinations.entries()], async ([i, combination]) => ({
      combination,
      tenant: await makeSampleTenant(service.ports, `tenant_${String(i).padStart(3, '0')}`),
    }));
    await service.stop();
    filled = await dumpMongo(client.db());
  });

  after(async () => {
    await client.close();
    await server.dispose();
  });

  /** Kills a process during a call. */
  const killIn = ({ combination, tenant }: Kill): Promise<void> => {
    const { operation, point } = combination;
    return killInCall({ program, address: database.url, point }, (call) =>
      sendAs(call, tenant, operation, { ...keyed, 'x-request-id': requestIdOf(combination) }),
    );
  };

  /** What is wrong after a kill, in everything that a dump contains. */
  const wrongIn = (dump: StoreDump, { combination, tenant: { tenantId } }: Kill): readonly string[] =>
    faultsLeft(
      rowsWith(filled, tenantId),
      rowsWith(dump, tenantId),
      requestIdOf(combination),
      isCommitted(combination),
    );

  it(`keeps state and trail consistent across ${combinations.length} kills, and a retry gives the first result`, async function () {
    this.timeout(2 * RETRY_MS + combinations.length * 10_000);
    await atOnce(AT_ONCE, kills, killIn);
    const left = await dumpMongo(client.db());
    const service = await startTestService({ store: await openStore(), work: true });
    try {
      const wrong = await Promise.all(
        kills.map(async (kill) => {
          const { combination, tenant } = kill;
          const later = await faultsAfterRestart(service, tenant, combination, RETRY_MS);
          return [...wrongIn(left, kill), ...later].map((fault) => `${requestIdOf(combination)}: ${fault}`);
        }),
      );
      tellProof({
        id: 'A2',
        what: 'kill points × operations, MongoDB',
        trials: kills.length,
        broken: wrong.flat().length,
      });
      expect(wrong.flat()).to.deep.equal([]);
    } finally {
      await service.stop();
    }
  });

  it('detects a change that lost its event, and an event that lost its change', async () => {
    // Its retry was answered from what the killed call had kept, so it is as that call left it.
    const [kill] = kills.filter(({ combination }) => isCommitted(combination));
    if (kill === undefined) throw new Error('no combination');
    expect(wrongIn(await dumpMongo(client.db()), kill)).to.deep.equal([]);
    const { combination, tenant } = kill;
    const uncommitted: Kill = { tenant, combination: { ...combination, point: 'before_txn' } };
    expect(wrongIn(await dumpMongo(client.db()), uncommitted)).to.include('audit_events changed');
    const reported = { x: { $regex: requestIdOf(combination) } };
    expect((await client.db().collection('audit_events').deleteOne(reported)).deletedCount).to.equal(1);
    expect(wrongIn(await dumpMongo(client.db()), kill)).to.deep.equal(['0 events tell of it']);
  });
});
