import { HOME } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { type Db, ObjectId } from 'mongodb';
import { describeWithMongo } from '../../../tools/test-services/require-service.js';
import { WAITING, type WaitingDocument } from './kinds/documents.js';
import { waitingKey } from './kinds/keys.js';
import { itemBatch } from './testing/suite-batches.js';
import { withDatabase } from './testing/with-stores.js';
import { WaitingMarks } from './write/waiting-marks.js';

const LINE = HOME.tenantId;
const KEY = waitingKey(LINE);

const promised = () => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

const markIn = async (db: Db): Promise<WaitingDocument> => {
  for (;;) {
    const found = await db.collection<WaitingDocument>('heads').findOne({ _id: KEY });
    if (found !== null) return found;
  }
};

describeWithMongo('commits of processes that meet at one tenant', (serverUrl) => {
  it('leave a mark when they keep losing, and who finds it rests before its next commit', () =>
    withDatabase(serverUrl, async ({ open, db }) => {
      const [holding, released] = [promised(), promised()];
      const begun: number[] = [];
      const busy = await open({
        failpoint: async (name) => {
          if (name === 'before_txn') begun.push(performance.now());
          if (name !== 'after_state_write') return;
          holding.resolve();
          await released.promise;
        },
      });
      const other = await open();
      await other.unitOfWork.commit(itemBatch('first'));
      const kept = busy.unitOfWork.commit(itemBatch('kept'));
      await holding.promise;
      const losing = other.unitOfWork.commit(itemBatch('losing'));
      await markIn(db);
      released.resolve();
      expect((await kept).committed).to.equal(true);
      expect((await losing).committed).to.equal(true);
      await busy.unitOfWork.commit(itemBatch('finds the mark'));
      const answeredAt = performance.now();
      await busy.unitOfWork.commit(itemBatch('comes behind the rest'));
      expect((begun.at(-1) as number) - answeredAt).to.be.greaterThan(30);
    })).timeout(60_000);

  it('rest once for a mark, in proportion to a commit, and not for their own', async () => {
    let left: ObjectId | undefined;
    const heads = {
      updateOne: async (_filter: unknown, { $set }: { readonly $set: Record<string, ObjectId> }) => {
        left = $set[WAITING.mark];
      },
    };
    const marks = new WaitingMarks({ heads } as never);
    const found = (mark = new ObjectId()): WaitingDocument => ({ _id: KEY, [WAITING.mark]: mark });
    const mark = found();
    expect([undefined, mark, mark].map((one) => marks.restMs(LINE, one, 10))).to.deep.equal([0, 40, 0]);
    expect([100, 9_000].map((tookMs) => marks.restMs(LINE, found(), tookMs))).to.deep.equal([200, 400]);
    await marks.leave(LINE);
    expect(marks.restMs(LINE, found(left), 10)).to.equal(0);
  });
});
