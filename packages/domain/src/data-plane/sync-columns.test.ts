import { expect } from 'chai';
import { describe, it } from 'mocha';
import { NOW } from '../testing/people.js';
import { SharedTexts } from './shared-texts.js';
import { SyncColumns } from './sync-columns.js';

const sync = (observedVersion: string, rejectedVersion: string | null = null) => ({
  desiredVersion: 'pv_1',
  observedVersion,
  rejectedVersion,
  lastAppliedAt: null,
  differsSince: NOW,
});

describe('SyncColumns', () => {
  it('keeps what was set last, also when it grows', () => {
    const columns = new SyncColumns(new SharedTexts(), 2);
    columns.set(0, sync('pv_2', 'pv_3'));
    columns.set(1, sync('pv_2'));
    columns.set(1, sync('pv_4'));
    columns.grow(8);
    const differsSinceMs = Date.parse(NOW);
    expect([0, 1, 2].map((slot) => columns.at(slot))).to.deep.equal([
      { desiredVersion: 'pv_1', observedVersion: 'pv_2', rejectedVersion: 'pv_3', differsSinceMs },
      { desiredVersion: 'pv_1', observedVersion: 'pv_4', rejectedVersion: null, differsSinceMs },
      undefined,
    ]);
  });

  it('holds no version that no plane reports any more', () => {
    const texts = new SharedTexts();
    const columns = new SyncColumns(texts, 2);
    for (let version = 0; version < 1_000; version += 1)
      columns.set(0, sync(`pv_${version}`, `no_${version}`));
    expect(texts.size).to.equal(3);
    columns.clear(0);
    expect([texts.size, columns.at(0)]).to.deep.equal([0, undefined]);
  });
});
