import { type GovernanceStore, PortTimedOut, PortUnavailable } from '@govgate/ports';
import { anEvent, commit, HOME, item, itemKind, putItem, verifyChain, write } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { openLibsql } from './driver/libsql-driver.js';
import { TempFolder } from './testing/temp-folder.js';
import type { FailpointName } from './write/failpoint.js';

const rejection = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('group commit', () => {
  let folder: TempFolder;
  let store: GovernanceStore;
  let passed: FailpointName[];
  let failAt: FailpointName | undefined;

  beforeEach(async () => {
    folder = new TempFolder();
    passed = [];
    failAt = undefined;
    const failpoint = (name: FailpointName): void => {
      passed.push(name);
      if (name === failAt) throw new Error(`planted at ${name}`);
    };
    store = await folder.open({ failpoint, busyLimitMs: 200 });
  });

  afterEach(() => folder.dispose());

  const count = (name: FailpointName): number => passed.filter((other) => other === name).length;

  it('writes the commits of one turn in one transaction', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, i) => write(store, [putItem(item(`i${i}`))])));
    expect([count('before_txn'), count('after_state_write'), count('after_commit')]).to.deep.equal([
      1, 10, 1,
    ]);
    expect(await store.records.count(itemKind, HOME)).to.equal(10);
  });

  it('lets commits of the next turns join, but waits for few', async () => {
    const answered: string[] = [];
    const put = (id: string) => write(store, [putItem(item(id))]).then(() => answered.push(id));
    const writes = [put('first')];
    await nextTurn();
    writes.push(put('second'));
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(answered).to.deep.equal(['first', 'second']);
    expect(count('before_txn')).to.equal(1);
    await Promise.all(writes);
  });

  it('rolls back only a failing unit', async () => {
    const known = anEvent();
    await write(store, [putItem(item('taken'))], { audit: [known] });
    passed = [];
    const outcomes = await Promise.allSettled([
      commit(store, [putItem(item('a'))]),
      commit(store, [putItem(item('b')), putItem(item('taken'))]),
      commit(store, [putItem(item('c'))], { audit: [anEvent(), known] }),
      commit(store, [putItem(item('d'))]),
    ]);
    expect(outcomes.map((o) => (o.status === 'fulfilled' ? o.value.committed : o.reason.port))).to.deep.equal(
      [true, false, 'audit', true],
    );
    expect(count('before_txn')).to.equal(1);
    const page = await store.records.page(itemKind, HOME, { limit: 10 });
    expect(page.items.map(({ record }) => record.itemId)).to.deep.equal(['a', 'd', 'taken']);
    const { valid, events } = await verifyChain(store, HOME.tenantId);
    expect({ valid, events }).to.deep.equal({ valid: true, events: 3 });
  });

  for (const [place, port] of [
    ['before_txn', 'store'],
    ['after_state_write', 'store'],
    ['after_audit_write', 'audit'],
  ] as const)
    it(`writes nothing when it fails at ${place}`, async () => {
      failAt = place;
      const thrown = await rejection(commit(store, [putItem(item('a'))]));
      expect(thrown).to.be.instanceOf(PortUnavailable).with.property('port', port);
      failAt = undefined;
      expect(await store.records.count(itemKind, HOME)).to.equal(0);
      expect((await store.auditTrail.head(HOME.tenantId)).sequence).to.equal(0);
      await write(store, [putItem(item('a'))]);
    });

  it('reports an unknown outcome when the answer is lost after the commit', async () => {
    failAt = 'after_commit';
    expect(await rejection(commit(store, [putItem(item('a'))]))).to.be.instanceOf(PortTimedOut);
    expect(await store.records.count(itemKind, HOME)).to.equal(1);
  });

  it('waits for another process without blocking, and gives up at its limit', async () => {
    const other = folder.keep(openLibsql(folder.file, 5));
    other.run('BEGIN IMMEDIATE');
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const thrown = await rejection(commit(store, [putItem(item('a'))]));
    clearInterval(timer);
    expect(thrown).to.be.instanceOf(PortUnavailable).with.property('port', 'store');
    expect(turns).to.be.greaterThan(3);
    other.run('ROLLBACK');
    await write(store, [putItem(item('a'))]);
  });

  it('reads while another process writes', async () => {
    await write(store, [putItem(item('a'))]);
    const other = folder.keep(openLibsql(folder.file, 5));
    other.run('BEGIN IMMEDIATE');
    expect((await store.records.get(itemKind, HOME, 'a'))?.version).to.equal(1);
    expect(store.revisions.revisions(HOME.tenantId)).to.deep.equal({ content: 1, authorization: 0 });
    other.run('ROLLBACK');
  });
});
