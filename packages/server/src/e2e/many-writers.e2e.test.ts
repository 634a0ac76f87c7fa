import { groupKind, userKind } from '@govgate/ports';
import { expect } from 'chai';
import { createDrafts } from '../testing/races/publish-clients.js';
import { sampleHash } from '../testing/samples/policy-samples.js';
import { ADMIN_TOKEN, type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { putRecords } from '../testing/worlds/world.js';

const token = ADMIN_TOKEN;
const WRITERS = 200;
const TENANT = 'default';
const NAMES = Array.from({ length: WRITERS }, (_, i) => `one_${i}`);
/** The slowest of a hundred may take this many times as long as the median. */
const FAIR = 5;

const PEOPLE = NAMES.map((userId) => ({ userId, tenantId: TENANT, displayName: userId, disabledAt: null }));

interface Burst {
  readonly statuses: Readonly<Record<number, number>>;
  readonly answers: readonly Answered[];
  /** The time of the slowest of a hundred as a multiple of the median. */
  readonly unfairness: number;
}

/** Sends everything at once. */
const burst = async (calls: readonly (() => Promise<Answered>)[]): Promise<Burst> => {
  const began = performance.now();
  const timed = await Promise.all(
    calls.map(async (call) => ({ answer: await call(), ms: performance.now() - began })),
  );
  const times = timed.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  const statuses: Record<number, number> = {};
  for (const { answer } of timed) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  return { statuses, answers: timed.map(({ answer }) => answer), unfairness: at(0.99) / at(0.5) };
};

for (const on of ['memory', 'sqlite'] as const) {
  describe(`200 callers who change one thing at once, on ${on}`, () => {
    let service: TestService;

    before(async function () {
      this.timeout(60_000);
      service = await startTestService({ on });
    });
    after(() => service.stop());

    it('publish into one environment, each once, and none gets a conflict', async function () {
      this.timeout(60_000);
      await createDrafts(service.call, 'production', NAMES);
      const body = { manifest_hash: sampleHash(), reason_code: 'race' };
      const { statuses, answers, unfairness } = await burst(
        NAMES.map(
          (name) => () =>
            service.call(`/v1/policies/${name}/publish?environment_id=production`, { token, body }),
        ),
      );
      expect(statuses).deep.equal({ 200: WRITERS });
      expect(new Set(answers.map(({ json }) => json.audit_event_id)).size).equal(WRITERS);
      const active = await service.call('/v1/policies?environment_id=production&status=active', { token });
      expect(active.json.items.length).equal(1);
      expect(unfairness).lessThan(FAIR);
    });

    it('join one group, and all of them are in it', async function () {
      this.timeout(60_000);
      await putRecords(service.ports, TENANT, [
        ...PEOPLE.map((record) => ({ kind: userKind, record })),
        {
          kind: groupKind,
          record: {
            groupId: 'crowd',
            tenantId: TENANT,
            displayName: 'Crowd',
            createdAt: '2026-01-01T00:00:00.000Z',
            disabledAt: null,
            members: [],
          },
        },
      ]);
      const { statuses, unfairness } = await burst(
        NAMES.map(
          (user_id) => () =>
            service.call('/v1/local-identity/groups/crowd/members', {
              token,
              body: { user_id },
            }),
        ),
      );
      expect(Object.keys(statuses)).deep.equal(['200']);
      const crowd = await service.call('/v1/local-identity/groups/crowd', { token });
      expect(crowd.json.members.length).equal(WRITERS);
      expect(unfairness).lessThan(FAIR);
    });
  });
}
