import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Ports } from '@govgate/application';
import { groupOf, userOf } from '@govgate/domain/testing';
import { groupKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { sampleHash } from '../samples/policy-samples.js';
import { ADMIN_TOKEN, type Answered, type Call } from '../test-service.js';
import { putRecords } from '../worlds/world.js';
import { createDrafts } from './publish-clients.js';

const token = ADMIN_TOKEN;
const TENANT = 'default';
/** The slowest of a hundred is to take so many times what the middle one takes. */
const FAIR = 5;
/** Drafts that are created at a time. */
const CREATING = 10;

/** One process or several over one store. */
export interface Writers {
  /** Callers ask them in turn. */
  readonly calls: readonly Call[];
  /** Writes to the store before the race. */
  readonly ports: Ports;
  stop(): Promise<void>;
}

/** How many callers change one thing at once. */
export interface Crowd {
  readonly publishers: number;
  readonly joiners: number;
}

/** The race of many writers: each is served once, none is told of a conflict, and none waits much longer than the others. */
export const raceOfManyWriters = (start: () => Promise<Writers>, { publishers, joiners }: Crowd): void => {
  let writers: Writers;

  before(async function () {
    this.timeout(120_000);
    writers = await start();
  });
  after(() => writers.stop());

  const callOf = (caller: number): Call => writers.calls[caller % writers.calls.length] as Call;

  it(`lets ${publishers} publish into one environment at once, each once, and none is told of a conflict`, async () => {
    const names = namesOf(publishers);
    await createAll(callOf, names);
    const body = { manifest_hash: sampleHash(), reason_code: 'race' };
    const { statuses, answers, unfairness, told } = await burst(
      names.map(
        (name, i) => () =>
          callOf(i)(`/v1/policies/${name}/publish?environment_id=production`, { token, body }),
      ),
    );
    expect(statuses).deep.equal({ 200: publishers });
    expect(new Set(answers.map(({ json }) => json.audit_event_id)).size).equal(publishers);
    const active = await callOf(0)('/v1/policies?environment_id=production&status=active', { token });
    expect(active.json.items.length).equal(1);
    expect(unfairness, told).lessThan(FAIR);
  }).timeout(60_000);

  it(`lets ${joiners} join one group at once, and all of them are in it`, async () => {
    const names = namesOf(joiners);
    await putRecords(writers.ports, TENANT, [
      ...names.map((userId) => ({ kind: userKind, record: userOf(userId, { tenantId: TENANT }) })),
      { kind: groupKind, record: CROWD },
    ]);
    const { statuses, unfairness, told } = await burst(
      names.map(
        (user_id, i) => () =>
          callOf(i)('/v1/local-identity/groups/crowd/members', { token, body: { user_id } }),
      ),
    );
    expect(Object.keys(statuses)).deep.equal(['200']);
    const crowd = await callOf(0)('/v1/local-identity/groups/crowd', { token });
    expect(crowd.json.members.length).equal(joiners);
    expect(unfairness, told).lessThan(FAIR);
  }).timeout(60_000);
};

const CROWD = groupOf('crowd', { tenantId: TENANT });

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `one_${i}`);

const createAll = async (callOf: (caller: number) => Call, names: readonly string[]): Promise<void> => {
  const shares = Array.from({ length: CREATING }, (_, share) =>
    names.filter((_name, i) => i % CREATING === share),
  );
  await Promise.all(shares.map((share, i) => createDrafts(callOf(i), 'production', share)));
};

interface Burst {
  readonly statuses: Readonly<Record<number, number>>;
  readonly answers: readonly Answered[];
  /** How many times the middle caller's time the slowest of a hundred took. */
  readonly unfairness: number;
  /** How long they waited, and how long this process stood still meanwhile, which may be why. */
  readonly told: string;
}

/** Sends everything at once. */
const burst = async (calls: readonly (() => Promise<Answered>)[]): Promise<Burst> => {
  const standstill = monitorEventLoopDelay({ resolution: 1 });
  standstill.enable();
  const began = performance.now();
  const timed = await Promise.all(
    calls.map(async (call) => ({ answer: await call(), ms: performance.now() - began })),
  );
  standstill.disable();
  const times = timed.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  const statuses: Record<number, number> = {};
  for (const { answer } of timed) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  const waited = [0, 0.5, 0.75, 0.99]
    .map((share) => `${at(share).toFixed(0)} ms (${share * 100} %)`)
    .join(', ');
  return {
    statuses,
    answers: timed.map(({ answer }) => answer),
    unfairness: at(0.99) / at(0.5),
    told: `waits of ${waited}; this process stood still for ${(standstill.max / 1e6).toFixed(0)} ms at most`,
  };
};
