import type { Principal } from '@govgate/domain';
import { expect } from 'chai';
import { WaitingCallers } from './waiting-callers.js';

const named = (actorId: string): Principal => ({ actorId, actorType: 'user', tenantId: 'acme' }) as Principal;

describe('callers who wait for the feed', () => {
  it('are at most a hundred per identity, and a vacated place is free again', () => {
    const waiting = new WaitingCallers();
    const leaves = Array.from({ length: 100 }, () => waiting.enter(named('ada')));
    expect(leaves.includes(undefined)).to.equal(false);
    expect([waiting.enter(named('ada')), typeof waiting.enter(named('bob'))]).to.deep.equal([
      undefined,
      'function',
    ]);
    leaves[0]?.();
    expect(typeof waiting.enter(named('ada'))).to.equal('function');
  });

  it('are at most five thousand in all', () => {
    const waiting = new WaitingCallers();
    const entered = Array.from({ length: 5_001 }, (_, i) => waiting.enter(named(`caller_${i}`)));
    expect(entered.filter((leave) => leave === undefined).length).to.equal(1);
  });
});
