import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { exportLines, signNow, verifyTrail } from '@govgate/application';
import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import { trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { tellProof } from '../../testing/proof-record.js';
import { makeSeed, type TestTrail, trailOn } from '../../testing/stores/trail-ports.js';

const ACME = 'acme';
const OTHER = 'other';
const EVENTS = 30_000;
const COMMIT = 1_000;
const MOST_MS = 30;

/** The longest turn of the event loop: by the processor time of this process, and by the clock. */
interface Turn {
  readonly cpuMs: number;
  readonly clockMs: number;
}

/**
 * Runs work while every turn of the event loop is watched. What is judged is processor time: by the clock, any turn of a machine
 * that has other work to do can be a long one.
 */
const longestTurn = async (work: () => Promise<unknown>): Promise<Turn> => {
  let longest: Turn = { cpuMs: 0, clockMs: 0 };
  let cpu = process.cpuUsage();
  let clock = performance.now();
  let watching = true;
  const look = (): void => {
    const { user, system } = process.cpuUsage(cpu);
    longest = {
      cpuMs: Math.max(longest.cpuMs, (user + system) / 1_000),
      clockMs: Math.max(longest.clockMs, performance.now() - clock),
    };
    cpu = process.cpuUsage();
    clock = performance.now();
    if (watching) setImmediate(look);
  };
  setImmediate(look);
  await work();
  look();
  watching = false;
  return longest;
};

/** The worst that a list may ask for: most events have the one value, and none has the other. */
const RARE = {
  filter: { outcome: 'success', from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' },
  direction: 'desc',
  limit: 50,
} as const;

describe('reading a long trail', function () {
  this.timeout(120_000);
  let folder: string;
  let store: GovernanceStore;
  let ports: TestTrail['ports'];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-k5-turns-'));
    const opened = { file: join(folder, 'govgate.db'), kinds: ALL_KINDS };
    store = await openSqliteStore(opened);
    ports = trailOn(store, makeSeed()).ports;
    const fill = async (tenantId: string, from: number): Promise<void> => {
      const [first, ...rest] = trailEvents(from, COMMIT, tenantId);
      if (first !== undefined) await ports.unitOfWork.commit({ changes: [], audit: [first, ...rest] });
    };
    for (let from = 1; from <= EVENTS; from += COMMIT) await fill(ACME, from);
    // Compiling the code does not depend on the length of the trail.
    await fill(OTHER, EVENTS + 1);
    await signNow(ports, OTHER);
    await verifyTrail(ports, OTHER, { whole: true });
  });

  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const exportOf = async (from?: string): Promise<number> => {
    let bytes = 0;
    for await (const lines of exportLines(ports, { tenantId: ACME, from })) bytes += lines.length;
    return bytes;
  };

  for (const [what, read] of [
    ['signing it for the first time', () => signNow(ports, ACME)],
    ['verifying it from the first event on', () => verifyTrail(ports, ACME, { whole: true })],
    ['verifying it from its last checkpoint', () => verifyTrail(ports, ACME, { whole: false })],
    ['listing what none of it is', () => store.auditTrail.page(ACME, RARE)],
    ['exporting it', () => exportOf()],
    ['exporting a part that has no event', () => exportOf('2030-01-01T00:00:00.000Z')],
  ] as const)
    it(`blocks the event loop for at most ${MOST_MS} ms while ${what}`, async () => {
      const { cpuMs, clockMs } = await longestTurn(read);
      tellProof({
        id: 'K5',
        what: `turns of the event loop over ${MOST_MS} ms, ${EVENTS.toLocaleString('en')} events, ${what}`,
        trials: 1,
        broken: cpuMs <= MOST_MS ? 0 : 1,
        measured: `longest ${cpuMs.toFixed(1)} ms of processor time, ${clockMs.toFixed(1)} ms by the clock`,
      });
      expect(cpuMs).to.be.at.most(MOST_MS);
    });
});
