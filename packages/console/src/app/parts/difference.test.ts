import { expect } from 'chai';
import { differences } from './difference.js';

describe('differences', () => {
  it('names the members that differ, by their paths', () => {
    const before = { state: 'active', owner: { team: 'a', user: 'u' }, ids: ['1'], gone: 'x' };
    const after = { state: 'idle', owner: { team: 'b', user: 'u' }, ids: ['1', '2'] };
    expect(differences(before, after)).to.deep.equal([
      { path: 'state', before: 'active', after: 'idle' },
      { path: 'owner.team', before: 'a', after: 'b' },
      { path: 'ids', before: '["1"]', after: '["1","2"]' },
      { path: 'gone', before: 'x', after: '' },
    ]);
  });

  it('finds none in equal values', () => {
    expect(differences({ a: [1, { b: null }] }, { a: [1, { b: null }] })).to.deep.equal([]);
  });
});
