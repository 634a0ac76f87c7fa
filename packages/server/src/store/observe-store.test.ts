import { type CommitBatch, type GovernanceStore, PortTimedOut, tenantKind } from '@govgate/ports';
import { anEvent, createMemoryStore } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { observeStore, type StoreEvents } from './observe-store.js';

const BATCH: CommitBatch = { changes: [], audit: [anEvent({ tenantId: 'acme' })] };

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (fault: unknown) => fault,
  );

const heard = (events: StoreEvents): string[] => {
  const names: string[] = [];
  events.on('committed', (_, audit) => names.push(`committed ${audit.length}`));
  events.on('observed', (changes) => names.push(`observed ${changes.length}`));
  events.on('failed', () => names.push('failed'));
  return names;
};

const storeWith = (unitOfWork: Partial<GovernanceStore['unitOfWork']>): GovernanceStore => {
  const store = createMemoryStore();
  return { ...store, unitOfWork: { ...store.unitOfWork, ...unitOfWork } };
};

describe('an observed store', () => {
  it('tells what was committed and observed, and nothing of a conflict', async () => {
    const { store, events } = observeStore(createMemoryStore());
    const names = heard(events);
    await store.unitOfWork.commit(BATCH);
    await store.unitOfWork.observe([]);
    const record = { tenantId: 'acme', environments: [] };
    const changes = [{ kind: tenantKind, record, expectedVersion: 7 }];
    expect((await store.unitOfWork.commit({ ...BATCH, changes })).committed).to.equal(false);
    expect(names).to.deep.equal(['committed 1', 'observed 0']);
  });

  it('ends a commit that hangs as a trail that timed out, and an observation as a store that did', async () => {
    const never = new Promise<never>(() => undefined);
    const { store, events } = observeStore(storeWith({ commit: () => never, observe: () => never }), 5);
    const names = heard(events);
    const faults = [
      await faultOf(store.unitOfWork.commit(BATCH)),
      await faultOf(store.unitOfWork.observe([])),
    ];
    expect(faults.map((fault) => fault instanceof PortTimedOut && fault.port)).to.deep.equal([
      'audit',
      'store',
    ]);
    expect(names).to.deep.equal(['failed']);
  });

  it('tells of a commit that ended after its caller stopped waiting', async () => {
    const inner = createMemoryStore();
    let end = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      end = resolve;
    });
    const commit = (batch: CommitBatch) => slow.then(() => inner.unitOfWork.commit(batch));
    const { store, events } = observeStore(storeWith({ commit }), 5);
    const names = heard(events);
    await faultOf(store.unitOfWork.commit(BATCH));
    const late = new Promise((resolve) => events.on('committed', resolve));
    end();
    await late;
    expect(names).to.deep.equal(['failed', 'committed 1']);
  });

  it('passes a failure on', async () => {
    const fault = new Error('planted');
    const { store, events } = observeStore(storeWith({ commit: () => Promise.reject(fault) }));
    const names = heard(events);
    expect(await faultOf(store.unitOfWork.commit(BATCH))).to.equal(fault);
    expect(names).to.deep.equal(['failed']);
  });
});
