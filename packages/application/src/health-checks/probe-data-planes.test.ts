import type { DataPlane, ReadinessProbe, Scope } from '@govgate/domain';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import { observationOf, planeOf } from '../data-planes/testing/planes.js';
import { type Bench, makeBench, PROD_SCOPE, START } from '../testing/use-case-bench.js';
import { makeProbeDataPlanes, PLANE_ROUND_MS } from './probe-data-planes.js';
import { isInShard, shardOf } from './shard.js';

const GO_ON = { aborted: false };
const JOB = {
  job: 'probe_data_planes',
  jobId: 'round_1',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};
const READY: ReadinessProbe = { answered: 'ready' };

const probed = (id: string): DataPlane => planeOf(id, { readinessProbeRef: `env:${id}` });

const readiness = async (bench: Bench, id: string) =>
  (await bench.store.records.get(dataPlaneObservationKind, PROD_SCOPE, id))?.record.readiness;

const roundOf = (bench: Bench, probe: (reference: string, scope: Scope) => Promise<ReadinessProbe>) =>
  makeProbeDataPlanes({
    ...bench.ports,
    planeProbe: { probe: (scope, reference) => probe(reference, scope) },
  });

describe('a round of readiness probes', () => {
  it('keeps what each probed plane answered, and skips planes without a probe', async () => {
    const bench = await makeBench();
    await bench.put(dataPlaneKind, probed('dp_a'), probed('dp_b'), probed('dp_c'), planeOf('dp_d'));
    const answers: Record<string, ReadinessProbe> = {
      'env:dp_a': READY,
      'env:dp_b': { answered: 'not_ready' },
      'env:dp_c': { answered: 'other', reasonCode: 'timeout' },
    };
    const requests: string[] = [];
    await roundOf(bench, async (reference, { tenantId, environmentId }) => {
      requests.push(`${tenantId} ${environmentId} ${reference}`);
      return answers[reference] ?? READY;
    })(JOB, GO_ON);
    expect(requests.sort()).to.deep.equal(
      ['env:dp_a', 'env:dp_b', 'env:dp_c'].map((reference) => `acme production ${reference}`),
    );
    expect(
      await Promise.all(['dp_a', 'dp_b', 'dp_c', 'dp_d'].map((id) => readiness(bench, id))),
    ).to.deep.equal([
      { status: 'ready', serving: true, reasonCodes: ['ok'], checkedAt: START },
      { status: 'not_ready', serving: false, reasonCodes: ['not_serving'], checkedAt: START },
      { status: 'unknown', serving: false, reasonCodes: ['timeout'], checkedAt: START },
      undefined,
    ]);
  });

  it('leaves the heartbeat unchanged, even one that comes between reading and writing', async () => {
    const bench = await makeBench();
    await bench.put(dataPlaneKind, probed('dp_a'));
    await bench.put(dataPlaneObservationKind, observationOf('dp_a'));
    let reads = 0;
    const { records } = bench.store;
    const racing: typeof records = Object.assign(Object.create(records) as typeof records, {
      getMany: async (...args: Parameters<typeof records.getMany>) => {
        const found = await records.getMany(...args);
        reads += 1;
        const later = observationOf('dp_a', { lastSeenAt: '2026-03-01T12:00:07.000Z' });
        if (reads === 1) await bench.put(dataPlaneObservationKind, later);
        return found;
      },
    });
    const round = makeProbeDataPlanes({
      ...bench.ports,
      records: racing,
      planeProbe: { probe: async () => READY },
    });
    await round(JOB, GO_ON);
    const stored = await records.get(dataPlaneObservationKind, PROD_SCOPE, 'dp_a');
    expect([stored?.record.lastSeenAt, stored?.record.readiness.status, reads]).to.deep.equal([
      '2026-03-01T12:00:07.000Z',
      'ready',
      2,
    ]);
  });

  it('writes nothing about a plane that was deregistered meanwhile', async () => {
    const bench = await makeBench();
    await bench.put(dataPlaneKind, probed('dp_a'));
    await roundOf(bench, async () => {
      await bench.store.unitOfWork.commit({
        changes: [
          { kind: dataPlaneKind, removed: { scope: PROD_SCOPE, id: 'dp_a' }, expectedVersion: 'any' },
        ],
        audit: [
          auditEventBy(bench.ports, systemCaller('cli', PROD_SCOPE.tenantId, 'req_gone'), {
            eventType: 'data_plane.deregistered',
            action: 'deregister',
            environmentId: PROD_SCOPE.environmentId,
            resourceId: 'dp_a',
          }),
        ],
      });
      return READY;
    })(JOB, GO_ON);
    expect(await readiness(bench, 'dp_a')).to.equal(undefined);
  });

  it('asks dead planes less and less often, and live ones every round', async () => {
    const bench = await makeBench();
    await bench.put(dataPlaneKind, probed('dp_dead'), probed('dp_live'));
    const requests: string[] = [];
    const round = roundOf(bench, async (reference) => {
      requests.push(reference);
      return reference === 'env:dp_dead' ? { answered: 'other', reasonCode: 'connection_refused' } : READY;
    });
    for (let i = 0; i < 12; i += 1) {
      await round(JOB, GO_ON);
      bench.clock.advance(PLANE_ROUND_MS);
    }
    const times = (id: string): number => requests.filter((reference) => reference === `env:${id}`).length;
    expect([times('dp_live'), times('dp_dead')]).to.deep.equal([12, 5]);
  });

  it('asks the planes of a tenant at once, although hundreds of another hang', async () => {
    const bench = await makeBench();
    const hanging = Array.from({ length: 500 }, (_, i) => probed(`dp_hangs_${i}`));
    const others = ['dp_a', 'dp_b'].map((id) => ({ ...probed(id), tenantId: 'umbra' }));
    await bench.put(dataPlaneKind, ...hanging, ...others);
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const request: Record<string, number> = {};
    const round = roundOf(bench, async (_, { tenantId }) => {
      request[tenantId] = (request[tenantId] ?? 0) + 1;
      if (tenantId === PROD_SCOPE.tenantId) await held;
      return READY;
    })(JOB, GO_ON);
    while (request.umbra !== 2) await new Promise((resolve) => setImmediate(resolve));
    const before = { ...request };
    letGo();
    await round;
    expect([before, request]).to.deep.equal([
      { acme: 128, umbra: 2 },
      { acme: 500, umbra: 2 },
    ]);
  });

  it('starts no probe after its time, and the next round starts with the remaining ones', async () => {
    const bench = await makeBench();
    const ids = Array.from({ length: 200 }, (_, i) => `dp_${i}`);
    await bench.put(dataPlaneKind, ...ids.map(probed));
    const requests: string[] = [];
    const round = roundOf(bench, async (reference) => {
      requests.push(reference);
      bench.clock.advance(PLANE_ROUND_MS / 50);
      return READY;
    });
    await round(JOB, GO_ON);
    const first = new Set(requests);
    expect(first.size).to.be.within(50, 199);
    requests.length = 0;
    await round(JOB, GO_ON);
    expect(
      requests.slice(0, Math.min(requests.length, 200 - first.size)).some((id) => first.has(id)),
    ).to.equal(false);
  });
});

describe('a shard', () => {
  it('has each target in exactly one of its parts', () => {
    const ids = Array.from({ length: 1_000 }, (_, i) => `dp_${i}`);
    const counts = [0, 1, 2, 3].map(
      (index) => ids.filter((id) => isInShard(id, shardOf(`${index}.4`))).length,
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(1_000);
    expect(Math.min(...counts)).to.be.greaterThan(150);
  });

  it('is everything where no shard is given', () => {
    for (const text of ['', 'x', '1', '1.0', '-1.2', '1/2'])
      expect(shardOf(text)).to.deep.equal({ index: 0, count: 1 });
  });
});
