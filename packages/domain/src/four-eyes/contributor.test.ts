import { expect } from 'chai';
import { callerWith, contributorOfUser } from '../testing/people.js';
import { type Contributor, contributorNamed, contributorOf, isOneOf } from './contributor.js';

const robot = (...persons: string[]): Contributor => ({
  actorType: 'service_account',
  actorId: 'svc_ci',
  persons,
});

describe('the people behind a record', () => {
  const ada = contributorOfUser('usr_ada');
  const same = (a: Contributor | undefined, b: Contributor): boolean => isOneOf([a], b);

  it('are the same as all of their tokens, and as whatever acts for them', () => {
    expect(contributorOf(callerWith([]))).to.deep.equal(ada);
    expect([same(ada, ada), same(ada, contributorOfUser('usr_bob'))]).to.deep.equal([true, false]);
    expect([same(ada, robot('usr_ada')), same(robot('usr_ada'), ada)]).to.deep.equal([true, true]);
    expect([same(ada, robot('usr_bob')), same(robot('usr_bob'), ada)]).to.deep.equal([false, false]);
  });

  it('are distinct from a service account of the same id, which counts as the one who acts through it', () => {
    expect(same(contributorOfUser('svc_ci'), robot('usr_ada'))).to.equal(false);
    expect([same(robot(), robot()), same(robot('usr_ada'), robot('usr_bob'))]).to.deep.equal([true, true]);
    expect(same(robot(), ada)).to.equal(false);
  });

  it('are everyone who could be meant where only an id was kept', () => {
    const named = (id: string): Contributor | undefined => contributorNamed(id, undefined);
    expect([same(named('usr_ada'), ada), same(named('svc_ci'), robot('usr_ada'))]).to.deep.equal([
      true,
      true,
    ]);
    expect([same(named('usr_ada'), robot('usr_ada')), same(named('usr_bob'), ada)]).to.deep.equal([
      true,
      false,
    ]);
    expect([same(named(''), ada), same(contributorNamed(null, undefined), ada)]).to.deep.equal([
      false,
      false,
    ]);
  });

  it('are those that the record names: a hand noted for somebody else no longer counts', () => {
    expect(contributorNamed('usr_ada', ada)).to.equal(ada);
    expect(same(contributorNamed('usr_bob', ada), ada)).to.equal(false);
    expect(same(contributorNamed('usr_bob', ada), contributorOfUser('usr_bob'))).to.equal(true);
  });
});
