import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS } from '@govgate/ports';
import { expect } from 'chai';
import { bundledEntry } from '../../../../../tools/build/bundled-entry.js';
import { atOnce } from '../../testing/at-once.js';
import {
  type Combination,
  isCommitted,
  killCombinations,
  requestIdOf,
} from '../../testing/faults/kill-combinations.js';
import { faultsAfterRestart, faultsLeft, keyed } from '../../testing/faults/kill-faults.js';
import { killInCall } from '../../testing/faults/killed-call.js';
import { LONG_FORM, tellProof } from '../../testing/proof-record.js';
import { alterSqlite, dumpSqlite } from '../../testing/stores/sqlite-dump.js';
import { startTestService } from '../../testing/test-service.js';
import { makeSampleTenant, type SampleTenant, sendAs } from '../../testing/worlds/sample-tenant.js';
import { TENANT } from '../../testing/worlds/world.js';

const ENTRY = fileURLToPath(new URL('../../testing/processes/failpoint-service.ts', import.meta.url));
const AT_ONCE = 3;

const combinations = killCombinations(LONG_FORM ? 'all' : 14);

describe('A2: a killed process leaves no half change', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-a2-'));
  const template = join(folder, 'template.db');
  let tenant: SampleTenant;
  let program: string;

  before(async function () {
    this.timeout(60_000);
    program = await bundledEntry(ENTRY);
    const store = await openSqliteStore({ file: template, kinds: ALL_KINDS });
    const service = await startTestService({ store });
    tenant = await makeSampleTenant(service.ports, TENANT);
    await service.stop();
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Kills a process during a call on a copy of the world; returns the remaining file. */
  const killIn = async (combination: Combination): Promise<string> => {
    const { operation, point } = combination;
    const file = join(folder, `${operation.id}-${point}.db`);
    cpSync(template, file);
    await killInCall({ program, address: file, point }, (call) =>
      sendAs(call, tenant, operation, { ...keyed, 'x-request-id': requestIdOf(combination) }),
    );
    return file;
  };

  /** What is wrong in a file that the killed call of a combination left. */
  const wrongIn = (file: string, combination: Combination): readonly string[] =>
    faultsLeft(dumpSqlite(template), dumpSqlite(file), requestIdOf(combination), isCommitted(combination));

  /** What is wrong after the kill, after the restart and after the retry. */
  const wrongAfter = async (combination: Combination): Promise<readonly string[]> => {
    const file = await killIn(combination);
    const left = wrongIn(file, combination);
    ageClaims(file);
    const store = await openSqliteStore({ file, kinds: ALL_KINDS });
    const service = await startTestService({ store, work: true });
    try {
      const later = await faultsAfterRestart(service, tenant, combination, 0);
      return [...left, ...later].map((fault) => `${requestIdOf(combination)}: ${fault}`);
    } finally {
      await service.stop();
      rmSync(file);
    }
  };

  it(`keeps state and trail consistent across ${combinations.length} kills, and a retry gives the first result`, async function () {
    this.timeout(combinations.length * 10_000);
    const wrong = (await atOnce(AT_ONCE, combinations, wrongAfter)).flat();
    tellProof({
      id: 'A2',
      what: 'kill points × operations, SQLite',
      trials: combinations.length,
      broken: wrong.length,
    });
    expect(wrong).to.deep.equal([]);
  });

  it('detects a change that lost its event, and an event that lost its change', async () => {
    const [first] = combinations.filter(isCommitted);
    if (first === undefined) throw new Error('no combination');
    const file = await killIn(first);
    expect(wrongIn(file, first)).to.deep.equal([]);
    const asUncommitted = faultsLeft(dumpSqlite(template), dumpSqlite(file), requestIdOf(first), false);
    expect(asUncommitted).to.include.members(['audit_events changed', '1 events tell of it']);
    alterSqlite(file, `DELETE FROM audit_events WHERE text LIKE '%${requestIdOf(first)}%'`);
    expect(wrongIn(file, first)).to.deep.equal(['0 events tell of it']);
  });
});

// A claim whose process died is free after half a minute; here that time passes at once.
const ageClaims = (file: string): void =>
  alterSqlite(
    file,
    `UPDATE records_idempotency_entry SET doc = json_set(doc, '$.updatedAt', '2026-01-01T00:00:00.000Z')
      WHERE json_extract(doc, '$.state') = 'running'`,
  );
