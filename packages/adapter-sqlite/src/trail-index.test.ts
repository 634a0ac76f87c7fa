import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type GovernanceStore, SEALED_BLOCK } from '@govgate/ports';
import {
  dice,
  everyTrailListIsRight,
  growTrail,
  SMALL_TRAIL_LEVELS,
  sealFirstBlock,
  variedFilter,
} from '@govgate/ports-testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import { bundledEntry } from '../../../tools/build/bundled-entry.js';
import { killAfterLines } from '../../../tools/build/kill-after-lines.js';
import {
  indexedRanges,
  lostBitmaps,
  withBytes,
  withoutEvents,
  withoutIndex,
} from './testing/indexed-ranges.js';
import { TempFolder } from './testing/temp-folder.js';

const SCRIPT = fileURLToPath(new URL('./testing/index-process.ts', import.meta.url));
const TENANT = 'tenant_a';
const FILTERS = 12;
const KILLS = 20;

type Roll = (sides: number) => number;

const grow = (store: GovernanceStore, draw: Roll, count: number): Promise<void> =>
  growTrail(store, TENANT, { draw, count });

const isRight = async (store: GovernanceStore, roll: Roll, events = 700): Promise<number> => {
  const filters = Array.from({ length: FILTERS }, () => variedFilter(roll, events));
  return everyTrailListIsRight(store, TENANT, filters);
};

const STEPS = {
  grow: (store, _, roll) => grow(store, roll, 1 + roll(400)),
  index: (store) => store.auditTrail.index(TENANT),
  seal: (store) => sealFirstBlock(store, TENANT),
  forget: (_, file) => withoutIndex(file),
} as const satisfies Record<string, (store: GovernanceStore, file: string, roll: Roll) => unknown>;

const steps = fc.array(
  fc.constantFrom('grow' as const, 'index' as const, 'seal' as const, 'forget' as const),
  {
    minLength: 2,
    maxLength: 8,
  },
);

/** Takes steps and looks at lists after each. Tells how many events they had. */
const walked = async (
  folder: TempFolder,
  made: readonly (keyof typeof STEPS)[],
  roll: Roll,
): Promise<number> => {
  const store = await folder.open({ trailLevels: SMALL_TRAIL_LEVELS });
  let found = 0;
  for (const step of made) {
    await STEPS[step](store, folder.file, roll);
    found += await isRight(store, roll);
  }
  const first = (await store.auditTrail.firstSequence(TENANT)) ?? 1;
  const { sequence: last } = await store.auditTrail.head(TENANT);
  expect(indexedRanges(folder.file, TENANT)).to.deep.equal(completeRanges(first, last));
  return found;
};

/** Each complete range of a trail, in the largest size. */
const completeRanges = (first: number, last: number): number[][] => {
  const ranges: number[][] = [];
  for (let from = first; from + 31 <= last; ) {
    const size = (from - 1) % 128 === 0 && from + 127 <= last ? 128 : 32;
    ranges.push([from, size]);
    from += size;
  }
  return ranges;
};

describe('the index of a trail on the embedded store', () => {
  let program: string;
  let folder: TempFolder;

  before(async () => {
    program = await bundledEntry(SCRIPT);
  });

  beforeEach(() => {
    folder = new TempFolder();
  });

  afterEach(() => folder.dispose());

  it('changes no list, however far it has come and whatever was sealed or forgotten', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), async (made, seed) => {
        const own = new TempFolder();
        try {
          found += await walked(own, ['grow', ...made, 'index'], dice(seed));
        } finally {
          await own.dispose();
        }
      }),
      { numRuns: 25 },
    );
    expect(found).to.be.above(10_000);
  }).timeout(120_000);

  it('is built behind the commits, without being asked for', async () => {
    const store = await folder.open({ trailLevels: SMALL_TRAIL_LEVELS });
    await grow(store, dice(1), 300);
    while (indexedRanges(folder.file, TENANT).length < completeRanges(1, 300).length) await nextTurn();
    expect(indexedRanges(folder.file, TENANT)).to.deep.equal(completeRanges(1, 300));
  });

  it('holds nothing of events that were sealed', async () => {
    const store = await folder.open({ trailLevels: SMALL_TRAIL_LEVELS });
    await grow(store, dice(2), 600);
    await store.auditTrail.index(TENANT);
    await sealFirstBlock(store, TENANT);
    expect(indexedRanges(folder.file, TENANT)[0]).to.deep.equal([257, 128]);
    expect(lostBitmaps(folder.file)).to.equal(0);
  });

  it('is not read where an older version sealed events without it', async () => {
    const store = await folder.open({ trailLevels: SMALL_TRAIL_LEVELS });
    await grow(store, dice(3), 600);
    await store.auditTrail.index(TENANT);
    withoutEvents(folder.file, TENANT, SEALED_BLOCK);
    expect(await isRight(store, dice(4), 600)).to.be.above(100);
    await store.auditTrail.index(TENANT);
    expect(indexedRanges(folder.file, TENANT)[0]).to.deep.equal([257, 128]);
    expect(await isRight(store, dice(5), 600)).to.be.above(100);
  });

  it('is built over events that somebody tampered with, which no filter of what is gone finds', async () => {
    const store = await folder.open({ trailLevels: [] });
    await grow(store, dice(7), 100);
    withBytes(folder.file, TENANT, 7);
    const indexed = await folder.open({ trailLevels: SMALL_TRAIL_LEVELS });
    await indexed.auditTrail.index(TENANT);
    expect(indexedRanges(folder.file, TENANT)).to.deep.equal(completeRanges(1, 100));
    for (const filter of [
      { environmentId: 'production' },
      { actorId: 'user_0' },
      { outcome: 'success' },
    ] as const) {
      const query = { filter, direction: 'asc', limit: 100 } as const;
      expect(await indexed.auditTrail.page(TENANT, query)).to.deep.equal(
        await store.auditTrail.page(TENANT, query),
      );
    }
  });

  it('is awaited by a list that would walk much of a trail, and by no other', async () => {
    const writer = await folder.open({ trailLevels: [] });
    const opened = await folder.open({ trailLevels: SMALL_TRAIL_LEVELS });
    for (const { events, ranges } of [
      { events: 512, ranges: [] },
      { events: 513, ranges: completeRanges(1, 513) },
    ]) {
      const { sequence } = await writer.auditTrail.head(TENANT);
      await grow(writer, dice(8), events - sequence);
      for (const filter of [{ actorId: 'user_3' }, {}, { eventType: 'policy.created' }] as const) {
        expect(indexedRanges(folder.file, TENANT)).to.deep.equal([]);
        await everyTrailListIsRight(opened, TENANT, [filter]);
      }
      expect(indexedRanges(folder.file, TENANT)).to.deep.equal(ranges);
    }
  });

  it(`completes despite being killed ${KILLS} times, and lists are right after each`, async () => {
    const roll = dice(6);
    const writer = await folder.open({ trailLevels: [] });
    await grow(writer, roll, 2_000);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      expect(await killAfterLines(program, [folder.file, TENANT], 1 + (kill % 4))).to.be.oneOf([
        'SIGKILL',
        null,
      ]);
      await grow(writer, roll, 20);
      expect(await isRight(writer, roll, 2_000)).to.be.above(0);
      if (kill % 5 === 0) await sealFirstBlock(writer, TENANT);
    }
    expect(await killAfterLines(program, [folder.file, TENANT])).to.equal(null);
    const first = (await writer.auditTrail.firstSequence(TENANT)) ?? 1;
    expect(indexedRanges(folder.file, TENANT)).to.deep.equal(completeRanges(first, 2_000 + KILLS * 20));
    expect(lostBitmaps(folder.file)).to.equal(0);
    expect(await isRight(writer, roll, 2_400)).to.be.above(0);
  }).timeout(120_000);
});
