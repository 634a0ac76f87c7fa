import { expect } from 'chai';
import * as v from 'valibot';
import { compileIntake } from './intake.js';
import { compileProjector } from './projector.js';
import { verbatim } from './verbatim.js';

const OWNER = v.object({ owner_team: v.string() });
const RECORD = v.object({
  record_id: v.string(),
  ownedBy: v.nullable(OWNER),
  open_actions: v.array(v.string()),
  former_owners: v.optional(v.array(OWNER)),
  body: verbatim(v.looseObject({})),
});

const WIRE = {
  record_id: 'r_1',
  ownedBy: { owner_team: 'risk' },
  open_actions: ['read'],
  former_owners: [{ owner_team: 'sales' }, { owner_team: 'ops' }],
  body: { rule_id: 'stays_as_it_is', nestedName: { also_this: 1 } },
};
const INTERNAL = {
  recordId: 'r_1',
  ownedBy: { ownerTeam: 'risk' },
  openActions: ['read'],
  formerOwners: [{ ownerTeam: 'sales' }, { ownerTeam: 'ops' }],
  body: WIRE.body,
};

const project = compileProjector(RECORD);
const take = compileIntake(RECORD);

describe('what leaves', () => {
  it('is the declared keys in the declared casing, and a document unchanged', () => {
    expect(project(INTERNAL)).to.deep.equal(WIRE);
  });

  it('is never anything undeclared, at any depth and in any casing', () => {
    const leaky = {
      ...INTERNAL,
      ...{ secret: 's', record_id: 'not this one' },
      ownedBy: { ownerTeam: 'risk', secret: 's', owner_team: 'nor this' },
      formerOwners: INTERNAL.formerOwners.map((owner) => ({ ...owner, secret: 's' })),
    };
    expect(project(leaky)).to.deep.equal(WIRE);
  });

  it('keeps null, leaves out undefined, and passes a value of another kind through unchanged', () => {
    expect(project({ recordId: 'r_1', ownedBy: null, formerOwners: undefined })).to.deep.equal({
      record_id: 'r_1',
      ownedBy: null,
    });
    expect(project({ ownedBy: 'none', formerOwners: null })).to.deep.equal({
      ownedBy: 'none',
      former_owners: null,
    });
    expect([null, undefined, 7].map(project)).to.deep.equal([null, undefined, 7]);
  });

  it('is a list where the answer itself is one', () => {
    const list = compileProjector(v.array(OWNER));
    expect(list([{ ownerTeam: 'risk', secret: 's' }])).to.deep.equal([{ owner_team: 'risk' }]);
    expect(list('no list')).to.equal('no list');
  });
});

describe('what comes in', () => {
  it('is the declared keys in camelCase, a document as it was sent', () => {
    expect(take(WIRE)).to.deep.equal(INTERNAL);
  });

  it('is never anything undeclared', () => {
    const surplus = { ...WIRE, surplus: 1, ownedBy: { owner_team: 'risk', surplus: 1 } };
    expect(take(surplus)).to.deep.equal(INTERNAL);
  });

  it('keeps null, leaves out undefined, and passes a value of another kind through unchanged', () => {
    expect(take({ record_id: 'r_1', ownedBy: null, former_owners: undefined })).to.deep.equal({
      recordId: 'r_1',
      ownedBy: null,
    });
    expect(take({ ownedBy: 'none', former_owners: null })).to.deep.equal({
      ownedBy: 'none',
      formerOwners: null,
    });
    expect([null, undefined, 7].map(take)).to.deep.equal([null, undefined, 7]);
  });

  it('is a list where the body itself is one', () => {
    const list = compileIntake(v.array(OWNER));
    expect(list([{ owner_team: 'risk' }])).to.deep.equal([{ ownerTeam: 'risk' }]);
    expect(list(7)).to.equal(7);
  });
});
