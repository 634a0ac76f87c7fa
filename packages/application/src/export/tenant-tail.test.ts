import type { SealedAuditEvent } from '@govgate/domain';
import type { AuditTrail } from '@govgate/ports';
import { createMemoryStore, trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { TenantTail } from './tenant-tail.js';

const TENANT = 'acme';

describe('TenantTail', () => {
  let tail: TenantTail;
  let committed: SealedAuditEvent[];
  /** The sequences after which the store was read. */
  let read: (number | undefined)[];
  let commit: (count: number) => Promise<readonly SealedAuditEvent[]>;

  beforeEach(async () => {
    const { auditTrail, unitOfWork } = createMemoryStore();
    committed = [];
    read = [];
    const trail: AuditTrail = {
      ...auditTrail,
      stored: (tenantId, after) => {
        read.push(after);
        return auditTrail.stored(tenantId, after);
      },
    };
    tail = new TenantTail(trail, TENANT);
    commit = async (count) => {
      const events = trailEvents(committed.length + 1, count, TENANT);
      const found: SealedAuditEvent[] = [];
      for (const event of events) {
        const outcome = await unitOfWork.commit({ changes: [], audit: [event] });
        if (outcome.committed) found.push(...outcome.audit);
      }
      committed.push(...found);
      return found;
    };
    await commit(3);
    expect(await tail.refresh()).to.equal(undefined);
  });

  const take = (events: readonly SealedAuditEvent[]): void => {
    for (const event of events) tail.take(event);
  };

  it('returns what this process committed without reading it, in whatever order it is notified', async () => {
    take([...(await commit(5))].reverse());
    expect(await tail.refresh()).to.deep.equal(committed.slice(3));
    expect(await tail.read(3, 10)).to.deep.equal(committed.slice(3));
    expect(read).to.deep.equal([]);
  });

  it('reads from the first event that another process committed', async () => {
    take(await commit(2));
    await commit(1);
    take(await commit(2));
    expect(await tail.refresh()).to.deep.equal(committed.slice(3));
    expect(read).to.deep.equal([5]);
    take(await commit(1));
    expect(await tail.refresh()).to.deep.equal(committed.slice(8));
    expect(await tail.read(3, 10)).to.deep.equal(committed.slice(3));
    expect(read).to.deep.equal([5]);
  });

  it('returns nothing twice when notified after reading it', async () => {
    const late = await commit(2);
    expect(await tail.refresh()).to.deep.equal(late);
    take(late);
    expect(await tail.refresh()).to.deep.equal([]);
    expect(tail.head).to.equal(5);
  });

  it('keeps a limited number of events, and reads the store for those further behind', async () => {
    for (let round = 0; round < 3; round += 1) {
      take(await commit(1_900));
      await tail.refresh();
    }
    expect(read).to.deep.equal([]);
    expect(await tail.read(5_000, 10)).to.deep.equal(committed.slice(5_000, 5_010));
    expect(read).to.deep.equal([]);
    expect(await tail.read(3, 10)).to.deep.equal(committed.slice(3, 13));
    expect(read).to.deep.equal([3]);
  });

  it('skips what exceeds its limit, and continues after it', async () => {
    take(await commit(2_049));
    expect(await tail.refresh()).to.equal(undefined);
    take(await commit(1));
    expect(await tail.refresh()).to.deep.equal(committed.slice(-1));
    expect(await tail.read(2_050, 10)).to.deep.equal(committed.slice(2_050));
  });
});
