import { type KindBehind, PortUnavailable } from '@govgate/ports';
import { createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Ports } from '../call/ports.js';
import { makeCheckReadiness } from './check-readiness.js';

const settings = { bootstrapTenant: 'acme', bootstrapEnvironment: 'production', fourEyes: true };

const readinessAt = (
  behind: () => Promise<readonly KindBehind[]>,
  looks: Partial<Ports['looks']> = {},
  store: () => Promise<void> = async () => undefined,
) => {
  let nowMs = 0;
  const check = makeCheckReadiness({
    parts: [{ name: 'store', required: true, check: store }],
    looks: {
      no_write_since_failure: async () => false,
      keys_unreadable: async () => false,
      keys_in_store: async () => false,
      trail_altered: async () => false,
      ...looks,
    },
    settings: settings as never,
    projections: { ...createMemoryStore().projections, behind },
    clock: { now: () => '', epochMs: () => nowMs },
  });
  return {
    told: async () => {
      const told = await check(undefined as never, {});
      return told.ok && told.value;
    },
    later: (ms: number) => {
      nowMs += ms;
    },
  };
};

const READY = { ready: true, parts: { store: 'ready' } };

describe('readiness', () => {
  it('names the kinds whose lists are incomplete, and stays ready', async () => {
    const { told } = readinessAt(async () => [{ kind: 'role_binding', left: 7, clashing: 0 }]);
    expect(await told()).to.deep.equal({ ...READY, listsBehind: ['role_binding'] });
  });

  it('warns about records that break a unique rule', async () => {
    const { told } = readinessAt(async () => [{ kind: 'policy_version', left: 0, clashing: 1 }]);
    expect(await told()).to.deep.equal({ ...READY, warnings: ['unique_rule_broken'] });
  });

  it('names a full disk, changes that all failed, and missing keys', async () => {
    const { told } = readinessAt(
      async () => [],
      { no_write_since_failure: async () => true, keys_unreadable: async () => true },
      () => Promise.reject(new PortUnavailable('store', { reason: 'disk_full' })),
    );
    expect(await told()).to.deep.equal({
      ready: false,
      parts: { store: 'unavailable' },
      warnings: ['disk_full', 'no_write_since_failure', 'keys_unreadable'],
    });
  });

  it('does not check at each call, and does not fail with the store', async () => {
    let looks = 0;
    const { told, later } = readinessAt(async () => {
      looks += 1;
      if (looks > 1) throw new Error('away');
      return [];
    });
    expect([await told(), await told()]).to.deep.equal([READY, READY]);
    expect(looks).to.equal(1);
    later(5_000);
    expect(await told()).to.deep.equal(READY);
    expect(looks).to.equal(2);
  });
});
