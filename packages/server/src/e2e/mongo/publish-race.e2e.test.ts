import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { describeWithMongo } from '../../../../../tools/test-services/require-service.js';
import { type MongoPair, startMongoPair } from '../../testing/processes/mongo-pair.js';
import type { SpawnedService } from '../../testing/processes/spawned-service.js';
import { IS_PROOF, LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { isLinearizable } from '../../testing/races/linearizable.js';
import {
  createDrafts,
  emptyRecord,
  PublishClient,
  publishEvents,
  type Recorded,
} from '../../testing/races/publish-clients.js';
import { ADMIN_TOKEN, type Call } from '../../testing/test-service.js';

const token = ADMIN_TOKEN;
const CLIENTS = 8;
const ROUNDS = LONG_FORM ? 60 : IS_PROOF ? 12 : 6;
const RACES = LONG_FORM ? 30 : 1;
const VERSIONS = Array.from({ length: CLIENTS }, (_, i) => `pv_${i}`);
const ENVIRONMENT = 'production';

describeWithMongo('A3: publishing under races: 8 clients, 2 processes, one MongoDB', (serverUrl) => {
  let pair: MongoPair;

  beforeEach(async function () {
    this.timeout(60_000);
    pair = await startMongoPair(serverUrl);
    await createDrafts(pair.a.call, ENVIRONMENT, VERSIONS);
  });
  afterEach(() => pair.dispose());

  /** Lets all clients race; `callOf` returns the process that each calls now. */
  const race = async (
    recorded: Recorded,
    callOf: (client: number) => Call,
    rounds: number,
  ): Promise<void> => {
    await Promise.all(
      VERSIONS.map(async (version, i) => {
        const client = new PublishClient(() => callOf(i), ENVIRONMENT, version, recorded);
        for (let round = 0; round < rounds; round += 1) {
          await client.publish(i >= CLIENTS / 2);
          await client.look();
        }
      }),
    );
  };

  /** What always holds: one order explains all answers, and trail and state agree. */
  const expectOneStory = async ({ history, acknowledged }: Recorded, call: Call): Promise<void> => {
    expect(isLinearizable(history, null)).to.equal(true);
    const events = await publishEvents(call, ENVIRONMENT);
    const ids = new Set(events.map(({ audit_event_id }) => audit_event_id));
    expect(acknowledged.filter((id) => !ids.has(id))).to.deep.equal([]);
    // Each publish names the previously active version, which is the one published before it.
    const published = events.map(({ resource }) => resource.resource_id);
    expect(events.map(({ related_ids }) => related_ids[0] ?? null)).to.deep.equal([
      null,
      ...published.slice(0, -1),
    ]);
    const policies = (await call(`/v1/policies?environment_id=${ENVIRONMENT}`, { token })).json.items;
    const active = policies.filter(({ status }: { status: string }) => status === 'active');
    expect(active.map(({ policy_version }: { policy_version: string }) => policy_version)).to.deep.equal([
      published.at(-1),
    ]);
    expect((await call('/v1/audit/verify?from=0', { token })).json.valid).to.equal(true);
  };

  const tell = (what: string, { history, statuses }: Recorded, broken: number): void =>
    tellProof({ id: 'A3', what, trials: history.length, broken, measured: JSON.stringify(statuses) });

  for (let turn = 0; turn < RACES; turn += 1)
    it(`has one order that explains every answer, and losers get 409 or 412 (race ${turn + 1} of ${RACES})`, async () => {
      const recorded = emptyRecord();
      await race(recorded, (i) => (i % 2 === 0 ? pair.a : pair.b).call, ROUNDS);
      const strange = Object.keys(recorded.statuses).filter(
        (status) => !['200', '409', '412'].includes(status),
      );
      tell('publish races on two processes over MongoDB', recorded, strange.length);
      expect(strange, JSON.stringify(recorded.statuses)).to.deep.equal([]);
      await expectOneStory(recorded, pair.b.call);
      const events = await publishEvents(pair.a.call, ENVIRONMENT);
      expect(events.map(({ audit_event_id }) => audit_event_id).sort()).to.deep.equal(
        [...recorded.acknowledged].sort(),
      );
    }).timeout(180_000);

  const otherwise = async (happen: (processes: { b: SpawnedService }) => Promise<void>): Promise<void> => {
    const recorded = emptyRecord();
    const processes = { b: pair.b };
    const callOf = (i: number): Call => (i % 2 === 0 ? pair.a : processes.b).call;
    await Promise.all([race(recorded, callOf, ROUNDS), happen(processes)]);
    const strange = Object.keys(recorded.statuses).filter(
      (status) => !['0', '200', '409', '412', '503'].includes(status),
    );
    tell('publish races while a process is frozen or killed', recorded, strange.length);
    expect(strange, JSON.stringify(recorded.statuses)).to.deep.equal([]);
    await expectOneStory(recorded, pair.a.call);
  };

  if (LONG_FORM) {
    it('has one order although a process is frozen midway', () =>
      otherwise(async ({ b }) => {
        for (let turn = 0; turn < 5; turn += 1) {
          await delay(700);
          b.process.kill('SIGSTOP');
          await delay(1_500);
          b.process.kill('SIGCONT');
        }
      })).timeout(180_000);

    it('has one order although a process is killed midway, again and again', () =>
      otherwise(async (processes) => {
        for (let turn = 0; turn < 5; turn += 1) {
          await delay(700);
          await processes.b.kill();
          processes.b = await pair.another();
        }
      })).timeout(180_000);
  }
});
