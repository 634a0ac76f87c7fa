import { PortUnavailable } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Ports } from '../call/ports.js';
import { makeCheckReadiness } from './check-readiness.js';

const settings = { bootstrapTenant: 'acme', bootstrapEnvironment: 'production', fourEyes: true };

const readinessAt = (
  warnings: Partial<Ports['warnings']> = {},
  store: () => Promise<void> = async () => undefined,
  fourEyes = true,
) => {
  const check = makeCheckReadiness({
    parts: [{ name: 'store', required: true, check: store }],
    warnings: {
      no_write_since_failure: async () => false,
      keys_unreadable: async () => false,
      keys_in_store: async () => false,
      trail_altered: async () => false,
      draining: async () => false,
      ...warnings,
    },
    settings: { ...settings, fourEyes } as never,
  });
  return async () => {
    const reported = await check(undefined as never, {});
    return reported.ok && reported.value;
  };
};

const READY = { ready: true, parts: { store: 'ready' } };

describe('readiness', () => {
  it('is given where every part answers', async () => {
    expect(await readinessAt()()).to.deep.equal(READY);
  });

  it('warns where one person may do what requires two', async () => {
    const told = readinessAt({}, undefined, false);
    expect(await told()).to.deep.equal({ ...READY, warnings: ['four_eyes_off'] });
  });

  it('names a full disk, changes that all failed, and missing keys', async () => {
    const told = readinessAt(
      { no_write_since_failure: async () => true, keys_unreadable: async () => true },
      () => Promise.reject(new PortUnavailable('store', { reason: 'disk_full' })),
    );
    expect(await told()).to.deep.equal({
      ready: false,
      parts: { store: 'unavailable' },
      warnings: ['disk_full', 'no_write_since_failure', 'keys_unreadable'],
    });
  });

  it('ends with the first moment of a drain, though every part answers', async () => {
    const told = readinessAt({ draining: async () => true });
    expect(await told()).to.deep.equal({ ...READY, ready: false, warnings: ['draining'] });
  });
});
