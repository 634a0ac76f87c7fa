import { setTimeout as pause } from 'node:timers/promises';
import { openMongoStore } from '@govgate/adapter-mongo';
import { ALL_KINDS } from '@govgate/ports';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { whileFailing } from '../../../../../tools/test-services/fail-command.js';
import { type MongoServer, startMongo } from '../../../../../tools/test-services/mongo-server.js';
import {
  describeWithMongo,
  describeWithOwnMongo,
} from '../../../../../tools/test-services/require-service.js';
import { atOnce } from '../../testing/at-once.js';
import { openFaultyMongo } from '../../testing/faults/faulty-audit-store.js';
import { hasJobs, holdAuditedChanges, wrongAnswer } from '../../testing/faults/hold-audited-changes.js';
import { faultsLeft } from '../../testing/faults/kill-faults.js';
import { IS_PROOF, tellProof } from '../../testing/proof-record.js';
import { CHANGING_OPERATIONS, type ChangingOperation } from '../../testing/samples/changing-operations.js';
import { takeMongoDatabase } from '../../testing/stores/mongo-database.js';
import { dumpMongo } from '../../testing/stores/mongo-dump.js';
import { changedTables, rowsWith, type StoreDump } from '../../testing/stores/store-dump.js';
import { startTestService, type TestService } from '../../testing/test-service.js';
import { makeSampleTenant, type SampleTenant, sendAs } from '../../testing/worlds/sample-tenant.js';

describeWithMongo('A1: no change without its audit event over MongoDB', (serverUrl) => {
  holdAuditedChanges('MongoDB', async () => {
    const database = takeMongoDatabase(serverUrl);
    const client = new MongoClient(database.url);
    return {
      faulty: await openFaultyMongo(database.url),
      dump: () => dumpMongo(client.db()),
      dispose: async () => {
        await client.close();
        await database.drop();
      },
    };
  });
});

/** The adapter waits at most this long for a server that does not answer. */
const STORE_MS = 4_000;

/** More of them would wait for the test server before they meet its fault, because it does one thing at a time. */
const AT_ONCE = 8;

/**
 * What a fault of the server does is decided in the one commit of the adapter, so that a fifth of the operations shows it; that each
 * of them audits what it does over MongoDB is what the suite above holds, and the proof tries all.
 */
const TRIED = CHANGING_OPERATIONS.filter(({ id }, at) => IS_PROOF || at % 5 === 0 || id === 'publishPolicy');

/** A call that meets a fault of the server, in its own tenant: calls of one tenant share one queue. */
interface Call {
  readonly operation: ChangingOperation;
  readonly tenant: SampleTenant;
}

describeWithOwnMongo('A1: no change without its audit event while MongoDB fails', () => {
  let server: MongoServer;
  let client: MongoClient;
  let service: TestService;
  let calls: readonly Call[];

  before(async function () {
    this.timeout(120_000);
    server = await startMongo({ unkilled: true });
    const { url } = takeMongoDatabase(server.url);
    client = new MongoClient(url);
    service = await startTestService({ store: await openMongoStore({ url, kinds: ALL_KINDS }) });
    calls = await atOnce(3, [...TRIED.entries()], async ([i, operation]) => ({
      operation,
      tenant: await makeSampleTenant(service.ports, `tenant_${String(i).padStart(3, '0')}`),
    }));
  });

  after(async () => {
    await service.stop();
    await client.close();
    await server.dispose();
  });

  const dump = () => dumpMongo(client.db());
  const notTaken = {
    appName: 'govgate',
    failCommands: ['insert'],
    blockConnection: true,
    blockTimeMS: 7_000,
  };

  const sendOne = ({ operation, tenant }: Call, headers: Record<string, string> = {}) =>
    sendAs(service.call, tenant, operation, { ...headers, 'x-request-id': requestIdOf(operation) });

  const sendAll = async (reasonCodes: readonly string[]): Promise<string[]> =>
    (
      await atOnce(AT_ONCE, calls, (call) => wrongAnswer(call.operation, () => sendOne(call), reasonCodes))
    ).flat();

  const tell = (fault: string, wrong: readonly string[]): void =>
    tellProof({ id: 'A1', what: `${fault}, MongoDB`, trials: calls.length, broken: wrong.length });

  it('answers 503 in time and changes nothing when events are not accepted', async () => {
    const before = await dump();
    const data = { ...notTaken, namespace: `${client.db().databaseName}.audit_events` };
    // A server that does not know namespaces here also blocks new records, and then it is the store that is away.
    const wrong = await whileFailing(client, 'alwaysOn', data, () =>
      sendAll(['audit_unavailable', 'store_unavailable']),
    );
    await pause(data.blockTimeMS - STORE_MS + 1_000);
    wrong.push(...changedTables(before, await dump()).map((table) => `${table} changed`));
    if (await hasJobs(service)) wrong.push('a job was enqueued');
    tell('the server does not take events', wrong);
    expect(wrong).to.deep.equal([]);
  }).timeout(120_000);

  it('also answers in time where an Idempotency-Key cannot be released', async () => {
    const [operation] = CHANGING_OPERATIONS.filter(({ id }) => id === 'publishPolicy');
    if (operation === undefined) throw new Error('no operation');
    const tenant = await makeSampleTenant(service.ports, 'tenant_keyed');
    const before = rowsWith(await dump(), tenant.tenantId);
    // The first insert is the claim of the key, the second one the event.
    const wrong = await whileFailing(client, { skip: 1 }, notTaken, () =>
      wrongAnswer(operation, () => sendOne({ operation, tenant }, { 'idempotency-key': 'a1' })),
    );
    const left = faultsLeft(before, rowsWith(await dump(), tenant.tenantId), requestIdOf(operation), false);
    expect([...wrong, ...left]).to.deep.equal([]);
  }).timeout(60_000);

  /** The calls for whose change state and trail disagree. */
  const disagreements = (before: StoreDump, after: StoreDump): readonly string[] =>
    calls
      .filter(({ operation, tenant: { tenantId } }) =>
        [true, false].every(
          (committed) =>
            faultsLeft(
              rowsWith(before, tenantId),
              rowsWith(after, tenantId),
              requestIdOf(operation),
              committed,
            ).length > 0,
        ),
      )
      .map(({ operation }) => `${operation.id}: state and trail disagree`);

  const brokenChains = async (): Promise<readonly string[]> => {
    const broken = await Promise.all(
      calls.map(async ({ operation, tenant: { token } }) => {
        const { json } = await service.call('/v1/audit/verify?from=0', { token });
        return json.valid === true ? [] : [`${operation.id}: the chain is broken`];
      }),
    );
    return broken.flat();
  };

  it('answers 503 in time when no majority confirms, and state and trail agree', async () => {
    const before = await dump();
    const data = {
      appName: 'govgate',
      failCommands: ['commitTransaction'],
      writeConcernError: { code: 64, errmsg: 'waiting timed out' },
    };
    const wrong = await whileFailing(client, 'alwaysOn', data, () => sendAll(['store_unavailable']));
    wrong.push(...disagreements(before, await dump()), ...(await brokenChains()));
    tell('no majority confirms', wrong);
    expect(wrong).to.deep.equal([]);
    // A planted fault: an event is lost.
    const lost = { x: { $regex: requestIdOf({ id: 'publishPolicy' }) } };
    expect((await client.db().collection('audit_events').deleteOne(lost)).deletedCount).to.equal(1);
    expect(disagreements(before, await dump())).to.deep.equal(['publishPolicy: state and trail disagree']);
  }).timeout(60_000);
});

const requestIdOf = ({ id }: { readonly id: string }): string => `req-a1-${id}`;
