import type { Principal } from '@govgate/domain';
import { expect } from 'chai';
import { WaitingCallers } from './waiting-callers.js';

const named = (actorId: string, tenantId = 'acme'): Principal =>
  ({ actorId, actorType: 'user', tenantId }) as Principal;

describe('callers who wait for the feed', () => {
  it('are at most 200 with one identity, and a vacated place is free again', () => {
    const waiting = new WaitingCallers();
    const leaves = Array.from({ length: 200 }, () => waiting.enter(named('ada')));
    expect(leaves.includes(undefined)).to.equal(false);
    expect([waiting.enter(named('ada')), typeof waiting.enter(named('bob'))]).to.deep.equal([
      undefined,
      'function',
    ]);
    leaves[0]?.();
    expect(typeof waiting.enter(named('ada'))).to.equal('function');
  });

  it('are at most 2,000 of a tenant, which leave room for every other tenant', () => {
    const waiting = new WaitingCallers();
    const leaves = Array.from({ length: 2_001 }, (_, i) => waiting.enter(named(`gateway_${i % 52}`)));
    expect(leaves.filter((leave) => leave === undefined).length).to.equal(1);
    expect(typeof waiting.enter(named('gateway', 'other'))).to.equal('function');
    for (const leave of leaves) leave?.();
    expect(typeof waiting.enter(named('ada'))).to.equal('function');
  });
});
