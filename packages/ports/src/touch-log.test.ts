import { expect } from 'chai';
import { describe, it } from 'mocha';
import { TouchLog } from './touch-log.js';

const step = (from: number, to: number, ...places: string[]) => ({ from, to, places: new Set(places) });

describe('TouchLog', () => {
  it('says which places no known step between two revisions wrote to', () => {
    const log = new TouchLog();
    log.committed('acme', step(3, 4, 'agent e1'));
    log.committed('acme', step(4, 7, 'policy e1', 'policy e2'));
    log.committed('acme', step(7, 8, 'agent e2'));
    const asked = (since: number, until: number, ...places: string[]) =>
      log.untouched('acme', since, until, places);
    expect([asked(3, 8, 'policy e3', 'agent e3'), asked(3, 8, 'policy e3', 'agent e2')]).to.deep.equal([
      true,
      false,
    ]);
    expect([asked(4, 8, 'agent e1'), asked(3, 8, 'agent e1'), asked(3, 7, 'agent e2')]).to.deep.equal([
      true,
      false,
      true,
    ]);
    // Within the commits of one step any of them may have come first.
    expect([asked(5, 8, 'policy e1'), asked(5, 8, 'policy e3')]).to.deep.equal([false, true]);
    expect(asked(8, 8, 'agent e2')).to.equal(true);
  });

  it('knows nothing about what was not reported: earlier, later, another tenant', () => {
    const log = new TouchLog();
    log.committed('acme', step(3, 4, 'agent e1'));
    expect([
      log.untouched('acme', 2, 4, ['policy e1']),
      log.untouched('acme', 3, 5, ['policy e1']),
      log.untouched('umbra', 3, 4, ['policy e1']),
    ]).to.deep.equal([false, false, false]);
  });

  it('learns from what a store keeps of the latest commits, once each and never backwards', () => {
    const log = new TouchLog();
    const kept = [step(3, 4, 'agent e1'), step(4, 5, 'policy e1'), step(5, 6, 'agent e2')];
    log.learned('acme', kept.slice(0, 2));
    log.learned('acme', kept);
    // An earlier look whose answer came later.
    log.learned('acme', kept.slice(0, 1));
    expect([
      log.untouched('acme', 3, 6, ['policy e2']),
      log.untouched('acme', 4, 6, ['policy e1']),
    ]).to.deep.equal([true, false]);
    log.learned('acme', [step(8, 9, 'agent e1')]);
    expect([
      log.untouched('acme', 5, 9, ['policy e2']),
      log.untouched('acme', 8, 9, ['policy e2']),
    ]).to.deep.equal([false, true]);
  });

  it('forgets what was before a step of somebody else', () => {
    const log = new TouchLog();
    log.committed('acme', step(3, 4, 'agent e1'));
    log.committed('acme', step(5, 6, 'agent e1'));
    expect([
      log.untouched('acme', 3, 6, ['policy e1']),
      log.untouched('acme', 5, 6, ['policy e1']),
    ]).to.deep.equal([false, true]);
  });

  it('treats a step that wrote to very many places as unknown', () => {
    const log = new TouchLog();
    log.committed('acme', step(0, 1, 'agent e1'));
    log.committed('acme', step(1, 2, ...Array.from({ length: 300 }, (_, i) => `agent e${i}`)));
    log.committed('acme', step(2, 3, 'agent e1'));
    expect([
      log.untouched('acme', 1, 3, ['policy e1']),
      log.untouched('acme', 2, 3, ['policy e1']),
    ]).to.deep.equal([false, true]);
  });

  it('keeps a bounded number of steps and of tenants', () => {
    const log = new TouchLog();
    for (let i = 0; i < 1_000; i += 1) log.committed('acme', step(i, i + 1, 'agent e1'));
    expect([
      log.untouched('acme', 900, 1_000, ['policy e1']),
      log.untouched('acme', 800, 1_000, ['policy e1']),
    ]).to.deep.equal([true, false]);
    for (let i = 0; i < 1_000; i += 1) log.committed(`tenant_${i}`, step(0, 1));
    expect([log.untouched('acme', 999, 1_000, []), log.untouched('tenant_999', 0, 1, [])]).to.deep.equal([
      false,
      true,
    ]);
  });
});
