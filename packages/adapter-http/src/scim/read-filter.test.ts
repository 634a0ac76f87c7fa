import { expect } from 'chai';
import { describe, it } from 'mocha';
import { GROUP_FILTERS, readFilter, USER_FILTERS } from './read-filter.js';

const conditionsIn = (filter: string, fields = USER_FILTERS) => {
  const read = readFilter(filter, fields);
  return read.ok ? read.value : read.refusal.reasonCode;
};

describe('a filter of SCIM', () => {
  it('compares attributes, whose names and operators have no case, with texts', () => {
    expect([
      conditionsIn('userName eq "noor@acme.example"'),
      conditionsIn('USERNAME Sw "no" AND displayName co "a \\"b\\" and c"'),
      conditionsIn('urn:ietf:params:scim:schemas:core:2.0:User:externalId eq "7"'),
      conditionsIn('userName ew "@acme.example"'),
      conditionsIn('members.value eq "noor" and displayName eq "On call"', GROUP_FILTERS),
    ]).to.deep.equal([
      [{ field: 'id', is: 'equal', value: 'noor@acme.example' }],
      [
        { field: 'id', is: 'prefix', value: 'no' },
        { field: 'displayName', is: 'part', value: 'a "b" and c' },
      ],
      [{ field: 'externalId', is: 'equal', value: '7' }],
      [{ field: 'id', is: 'suffix', value: '@acme.example' }],
      [
        { field: 'member', is: 'equal', value: 'noor' },
        { field: 'displayName', is: 'equal', value: 'On call' },
      ],
    ]);
  });

  it('is refused where it says more than is understood: nothing is found by a part of it', () => {
    const filters = [
      '',
      'userName',
      'userName eq noor',
      'userName eq "noor',
      'userName eq "\\x"',
      'userName ne "noor"',
      'userName eq "a" or userName eq "b"',
      'userName eq "a" and',
      'userName eq "a" userName eq "b"',
      'not (userName eq "a")',
      'password eq "a"',
      'constructor eq "a"',
      'members.value eq "a"',
      Array.from({ length: 17 }, () => 'id eq "a"').join(' and '),
    ];
    expect(filters.map((filter) => conditionsIn(filter))).to.deep.equal(filters.map(() => 'invalid_filter'));
  });
});
