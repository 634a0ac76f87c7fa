import { expect } from 'chai';
import { describe, it } from 'mocha';
import { readGroupPatch, readUserPatch, type SentOperation } from './read-patch.js';

const userSays = (...operations: readonly SentOperation[]) => {
  const read = readUserPatch(operations, 'noor');
  return read.ok ? read.value : [read.refusal.reasonCode, read.refusal.field];
};
const groupSays = (...operations: readonly SentOperation[]) => {
  const read = readGroupPatch(operations);
  return read.ok ? read.value : [read.refusal.reasonCode, read.refusal.field];
};

describe('a PATCH of a user', () => {
  it('is read as Entra, Okta and Keycloak send it', () => {
    expect([
      userSays({ op: 'Replace', path: 'active', value: 'False' }),
      userSays({ op: 'replace', value: { active: false } }),
      userSays({ op: 'Add', value: { displayName: 'Noor', externalId: '7', 'name.givenName': 'N' } }),
      userSays({
        op: 'replace',
        path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName',
        value: 'Noor',
      }),
      userSays({ op: 'replace', path: 'ACTIVE', value: true }, { op: 'remove', path: 'externalId' }),
      userSays({ op: 'replace', path: 'userName', value: 'noor' }),
    ]).to.deep.equal([
      { active: 'False' },
      { active: false },
      { displayName: 'Noor', externalId: '7' },
      { displayName: 'Noor' },
      { active: true, externalId: null },
      {},
    ]);
  });

  it('passes over what this service does not keep', () => {
    expect(
      userSays(
        { op: 'replace', path: 'emails[type eq "work"].value', value: 'noor@acme.example' },
        {
          op: 'add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'x',
        },
        { op: 'remove', path: 'name.familyName' },
      ),
    ).to.deep.equal({});
  });

  it('is refused where it cannot be read, or would leave open whether somebody may sign in', () => {
    expect([
      userSays({ op: 'replace', path: 'userName', value: 'other' }),
      userSays({ op: 'remove', path: 'active' }),
      userSays({ op: 'replace', value: { active: null } }),
      userSays({ op: 'remove' }),
      userSays({ op: 'replace', value: 'x' }),
      userSays({ op: 'replace', path: 'emails[type eq "work"', value: 'x' }),
      userSays({ op: 'move', path: 'active', value: false }),
    ]).to.deep.equal([
      ['immutable', 'userName'],
      ['invalid_request', 'active'],
      ['invalid_request', 'active'],
      ['invalid_path', 'Operations.path'],
      ['invalid_path', 'Operations.path'],
      ['invalid_path', 'Operations.path'],
      ['invalid_request', 'Operations.op'],
    ]);
  });
});

describe('a PATCH of a group', () => {
  it('adds, removes and replaces members in every form that is sent', () => {
    const noor = [{ value: 'noor' }];
    expect(
      groupSays(
        { op: 'Add', path: 'members', value: noor },
        { op: 'Remove', path: 'members', value: noor },
        { op: 'remove', path: 'members[value eq "spiffe://a/b"]' },
        { op: 'replace', value: { id: 'grp_1', displayName: 'On call', members: noor } },
        { op: 'remove', path: 'members' },
      ),
    ).to.deep.equal({
      attributes: { displayName: 'On call' },
      members: [
        { op: 'add', userIds: ['noor'] },
        { op: 'remove', userIds: ['noor'] },
        { op: 'remove', userIds: ['spiffe://a/b'] },
        { op: 'replace', userIds: ['noor'] },
        { op: 'replace', userIds: [] },
      ],
    });
  });

  it('is refused where members are no texts, or one is to be replaced by its value', () => {
    expect([
      groupSays({ op: 'add', path: 'members', value: [{ display: 'Noor' }] }),
      groupSays({ op: 'add', path: 'members' }),
      groupSays({ op: 'replace', path: 'members[value eq "noor"]', value: 'x' }),
      groupSays({ op: 'remove', path: 'displayName' }),
    ]).to.deep.equal([
      ['invalid_request', 'Operations.value'],
      ['invalid_request', 'Operations.value'],
      ['invalid_path', 'Operations.path'],
      ['invalid_request', 'displayName'],
    ]);
  });
});
