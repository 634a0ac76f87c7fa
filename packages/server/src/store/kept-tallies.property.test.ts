import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { makeImportBundle } from '@govgate/application';
import { type ClientSession, sha256Hex } from '@govgate/domain';
import { ALL_KINDS, type Change, clientSessionKind, type GovernanceStore } from '@govgate/ports';
import { anEvent, everyTallyIsRight, manualClock, sequentialIds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { sampleSession } from '../testing/samples/session-samples.js';
import { PRODUCTION, STAGING, TENANT } from '../testing/worlds/world.js';

const FAILPOINTS = ['before_txn', 'after_state_write', 'after_audit_write', 'after_commit'] as const;

const sessions: fc.Arbitrary<ClientSession> = fc
  .record({
    id: fc.constantFrom('s1', 's2', 's3', 's4'),
    environmentId: fc.constantFrom('production', 'staging'),
    state: fc.constantFrom('active' as const, 'idle' as const, 'terminated' as const),
    clientSurfaceId: fc.constantFrom('cs_1', 'cs_2', null),
    backendSessionIds: fc.uniqueArray(fc.constantFrom('b1', 'b2', 'b3')),
    credentialBindingIds: fc.uniqueArray(fc.constantFrom('cb_1', 'cb_2')),
  })
  .map(({ id, ...facts }) => sampleSession(id, facts));

const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 3,
    arbitrary: sessions.map((record) => ({
      kind: clientSessionKind,
      record,
      expectedVersion: 'any' as const,
    })),
  },
  sessions.map(({ tenantId, environmentId, clientSessionId: id }) => ({
    kind: clientSessionKind,
    removed: { scope: { tenantId, environmentId }, id },
    expectedVersion: 'any' as const,
  })),
);

const bundles = fc
  .record({
    sessions: fc.uniqueArray(sessions, { maxLength: 4, selector: placeOf }),
    members: fc.subarray(['ada', 'bea']),
  })
  .map(({ sessions: some, members }) => ({
    tenants: [{ tenantId: TENANT, environments: [PRODUCTION, STAGING] }],
    users: ['ada', 'bea'].map((userId) => ({ userId, tenantId: TENANT, displayName: userId })),
    groups: [{ groupId: 'operators', tenantId: TENANT, displayName: 'Operators', members }],
    sessions: some.map(({ revocationId: _, ...item }) => ({
      ...item,
      agentId: null,
      clientSurfaceId: null,
      credentialBindingIds: [],
    })),
  }));

/** What happens to a store: commits and imports, some interrupted by the death of the process at one of their steps. */
const steps = fc.record({
  work: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ sessions: fc.uniqueArray(changes, { maxLength: 4, selector: keyOf }) }),
    },
    fc.record({ bundle: bundles }),
  ),
  diesAt: fc.option(fc.constantFrom(...FAILPOINTS), { nil: undefined, freq: 2 }),
});

function keyOf(change: Change): string {
  if ('removed' in change) return JSON.stringify([change.removed.scope, change.removed.id]);
  return placeOf(change.record as ClientSession);
}

function placeOf({ tenantId, environmentId, clientSessionId }: ClientSession): string {
  return JSON.stringify([{ tenantId, environmentId }, clientSessionId]);
}

describe('the tallies of a store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-tallies-'));
  const ids = sequentialIds();
  let diesAt: string | undefined;
  let imports = 0;
  const failpoint = (reached: string): void => {
    if (reached === diesAt) throw new Error(`died at ${reached}`);
  };

  after(() => rmSync(folder, { recursive: true, force: true }));

  const work = async (store: GovernanceStore, given: Step['work']) => {
    if ('sessions' in given) {
      if (given.sessions.length > 0)
        await store.unitOfWork.commit({ changes: given.sessions, audit: [anEvent()] });
      return;
    }
    const ports = { ...store, clock: manualClock(), ids, hash: sha256Hex };
    const { accepted, problems } = await makeImportBundle(ports)(given.bundle, {
      dryRun: false,
      onConflict: 'replace',
      actor: 'cli',
    });
    expect(problems).to.deep.equal([]);
    if (accepted) imports += 1;
  };

  it('equal a count from scratch, after random commits, imports and deaths at each of their steps', async () => {
    let run = 0;
    let counts = 0;
    const empty = join(folder, 'empty.db');
    await (await openSqliteStore({ file: empty, kinds: ALL_KINDS })).close();
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 8 }), async (done) => {
        run += 1;
        const file = join(folder, `${run}.db`);
        copyFileSync(empty, file);
        const open = () => openSqliteStore({ file, kinds: ALL_KINDS, failpoint });
        let store = await open();
        for (const step of done) {
          diesAt = step.diesAt;
          const died = await work(store, step.work).then(
            () => false,
            (thrown: unknown) => {
              if (step.diesAt === undefined) throw thrown;
              return true;
            },
          );
          diesAt = undefined;
          if (died) await store.close();
          if (died) store = await open();
        }
        for (const kind of ALL_KINDS) counts += await everyTallyIsRight(store, kind);
        await store.close();
      }),
      { numRuns: 15 },
    );
    expect([counts > 20, imports > 2]).to.deep.equal([true, true]);
  }).timeout(120_000);
});

type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
