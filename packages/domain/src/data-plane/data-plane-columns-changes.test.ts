import { expect } from 'chai';
import fc from 'fast-check';
import { instantOf } from '../instant.js';
import { NOW } from '../testing/people.js';
import { NOTHING_DESIRED, newDataPlaneObservation } from './data-plane.js';
import { DataPlaneColumns } from './data-plane-columns.js';
import { fill, plainly, type Reported, sortArbitrary } from './testing/plain-lists.js';
import {
  desiredArbitrary,
  IN_STEP,
  NOW_MS,
  observationOf,
  planeOf,
  planesArbitrary,
} from './testing/planes.js';

describe('the columns of data planes, as planes come, change and go', () => {
  it('stay right under changes and removals', () => {
    const change = fc.oneof(
      planesArbitrary.map((planes) => ({ planes, gone: '' })),
      fc.constantFrom('a', 'b', 'c', 'Z').map((gone) => ({ planes: [] as Reported[], gone })),
    );
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 6 }),
        desiredArbitrary,
        sortArbitrary,
        (changes, desired, sort) => {
          const columns = new DataPlaneColumns();
          const held = new Map<string, Reported>();
          const query = { nowMs: NOW_MS, filter: {}, sort, limit: 20 };
          for (const { planes, gone } of changes) {
            fill(columns, planes);
            for (const reported of planes) held.set(reported[0].dataPlaneId, reported);
            columns.remove(gone);
            held.delete(gone);
            columns.desire(desired);
            expect(columns.query(query)).to.deep.equal(plainly([...held.values()], desired, query));
          }
          expect(columns.size).to.equal(held.size);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('follow what the environment wants, whatever part of it changes', () => {
    const parts = ['policyVersion', 'policySince', 'configVersion', 'configSince'] as const;
    const query = {
      nowMs: NOW_MS,
      filter: {},
      sort: { by: 'policyStaleSeconds', direction: 'asc' },
      limit: 20,
    } as const;
    fc.assert(
      fc.property(
        planesArbitrary,
        desiredArbitrary,
        desiredArbitrary,
        fc.constantFrom(...parts),
        (planes, before, other, part) => {
          const columns = new DataPlaneColumns();
          fill(columns, planes);
          columns.desire(before);
          const after = { ...before, [part]: other[part] };
          columns.desire(after);
          expect(columns.query(query)).to.deep.equal(plainly(planes, after, query));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('follow a change of the time since which a configuration is wanted, and with it staleness', () => {
    const columns = new DataPlaneColumns();
    const observation = observationOf({ configPropagation: { ...IN_STEP, observedVersion: 'v0' } });
    columns.upsert(planeOf(), observation);
    const wanted = { ...NOTHING_DESIRED, configVersion: 'v1' };
    const query = {
      nowMs: NOW_MS,
      filter: {},
      sort: { by: 'status', direction: 'asc' },
      limit: 1,
    } as const;
    const statuses = [0, 60_001].map((ms) => {
      columns.desire({ ...wanted, configSince: instantOf(NOW_MS - ms) });
      return columns.query(query).facets.status;
    });
    expect(statuses).to.deep.equal([{ healthy: 1 }, { degraded: 1 }]);
  });

  it('know nothing about a new plane, even in the slot of a removed one', () => {
    const columns = new DataPlaneColumns();
    columns.upsert(
      planeOf({ drainRequestedAt: NOW }),
      observationOf({ activeSessions: { total: 3, stateful: 0, draining: 0, reconnectable: 0 } }),
    );
    columns.remove('dp_1');
    const plane = planeOf({ dataPlaneId: 'dp_2' });
    columns.put(plane);
    const query = {
      nowMs: NOW_MS,
      filter: {},
      sort: { by: 'lastSeenAt', direction: 'asc' },
      limit: 1,
    } as const;
    const never = newDataPlaneObservation(plane);
    expect(columns.query(query)).to.deep.equal(plainly([[plane, never]], NOTHING_DESIRED, query));
  });

  it('accept planes and their observations separately, and keep nothing about absent planes', () => {
    fc.assert(
      fc.property(planesArbitrary, desiredArbitrary, sortArbitrary, (planes, desired, sort) => {
        const whole = new DataPlaneColumns();
        fill(whole, planes);
        const apart = new DataPlaneColumns();
        for (const [plane, observation] of planes) {
          apart.observe(observation);
          apart.put(plane);
          apart.observe(observation);
          apart.put(plane);
        }
        const query = { nowMs: NOW_MS, filter: {}, sort, limit: 20 };
        for (const columns of [whole, apart]) columns.desire(desired);
        expect(apart.query(query)).to.deep.equal(whole.query(query));
      }),
      { numRuns: 200 },
    );
  });
});
