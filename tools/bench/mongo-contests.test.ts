import { expect } from 'chai';
import type { Row } from './contest.js';
import { reached } from './goal.js';
import { mongoGoals } from './mongo-contests.js';
import { notMeasured } from './mongo-section.js';

const row = (role: Row['role'], perSecond: number, cpuMicros: number, failedShare = 0): Row => ({
  role,
  name: role,
  perSecond,
  p50Ms: 1,
  p99Ms: 2,
  cpuMicros,
  residentMb: 50,
  failed: 0,
  failedShare,
});

describe('the table on MongoDB', () => {
  const rows = [row('floor', 100, 45), row('product', 50, 100, 0.02)];
  const write = { what: 'POST publish', does: 'writes' } as const;
  const told = (kind: 'mongod' | 'secantusdb') =>
    mongoGoals(write, kind, rows).map((goal) => [goal.what, goal.measured, goal.goal, reached(goal) >= 1]);

  it('judges by CPU time on a server that all wait for, and by the clock on MongoDB itself', () => {
    expect(told('secantusdb')[0]).to.deep.equal([
      'MongoDB: POST publish, of the driver by CPU',
      0.45,
      0.5,
      false,
    ]);
    expect(told('mongod')[0]).to.deep.equal(['MongoDB: POST publish, of the driver', 0.5, 0.5, true]);
  });

  it('counts what was refused of writes', () => {
    expect(told('secantusdb')[1]).to.deep.equal(['MongoDB: POST publish, refused', 0.02, 0.01, false]);
    const reads = mongoGoals({ ...write, does: 'reads' }, 'secantusdb', rows);
    expect(reads.map((goal) => goal.what)).to.deep.equal(['MongoDB: POST publish, of the driver by CPU']);
  });

  it('is missed, and says what to install, where no MongoDB can be had', () => {
    const section = notMeasured([{ service: 'MongoDB', why: 'not installed', remedy: 'install mongod' }]);
    expect(section.title).to.contain('NOT MEASURED');
    expect(section.lines).to.contain('install mongod');
    expect(section.goals.map(reached)).to.deep.equal([0]);
  });
});
