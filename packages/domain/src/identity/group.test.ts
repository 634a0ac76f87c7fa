import { expect } from 'chai';
import { describe, it } from 'mocha';
import { effectiveGroups } from './group.js';

describe('effectiveGroups', () => {
  it('merges stored and claimed groups without duplicates or disabled groups', () => {
    const disabled = new Set(['grp_c']);
    expect(effectiveGroups(['grp_b', 'grp_d'], ['grp_a', 'grp_c', 'grp_b'], disabled)).to.deep.equal([
      'grp_a',
      'grp_b',
      'grp_d',
    ]);
  });
});
