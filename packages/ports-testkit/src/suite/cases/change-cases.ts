import type { GovernanceStore } from '@govgate/ports';
import {
  anEvent,
  commit,
  put,
  putItem,
  removal,
  type StoreCase,
  storeCase,
  write,
  writeItems,
} from '../bench.js';
import { expectEqual } from '../expect.js';
import { beatKind, credentialKind, FOREIGN, HOME, item, teamKind } from '../suite-kinds.js';

const beat = (beatId: string, seenAt: string) => ({ ...HOME, beatId, seenAt });

const revisions = (store: GovernanceStore, tenantId = HOME.tenantId) => store.revisions.revisions(tenantId);

/** Which revisions some work moves. */
const moved = async (store: GovernanceStore, work: () => Promise<unknown>, tenantId?: string) => {
  const before = await revisions(store, tenantId);
  await work();
  const after = await revisions(store, tenantId);
  return {
    content: after.content > before.content,
    authorization: after.authorization > before.authorization,
  };
};

const NEITHER = { content: false, authorization: false };
const CONTENT = { content: true, authorization: false };
const BOTH = { content: true, authorization: true };

/** Observed records and revisions. */
export const changeCases: readonly StoreCase[] = [
  storeCase(
    'observe/writes',
    'observed records are written atomically and without an event',
    async ({ store }) => {
      const first = await store.unitOfWork.observe([
        put(beatKind, beat('a', '1')),
        put(beatKind, beat('b', '1')),
      ]);
      expectEqual(first, { committed: true });
      expectEqual(await store.records.count(beatKind, HOME), 2);
      await store.unitOfWork.observe([put(beatKind, beat('a', '2'), 'any')]);
      expectEqual(await store.records.get(beatKind, HOME, 'a'), { record: beat('a', '2'), version: 2 });
      expectEqual((await store.auditTrail.head(HOME.tenantId)).sequence, 0);
    },
  ),
  storeCase('observe/conflict', 'a conflict writes nothing of the observed records', async ({ store }) => {
    await store.unitOfWork.observe([put(beatKind, beat('a', '1'))]);
    const again = await store.unitOfWork.observe([
      put(beatKind, beat('c', '1')),
      put(beatKind, beat('a', '9')),
    ]);
    expectEqual(again, { committed: false });
    const stale = await store.unitOfWork.observe([removal(beatKind, HOME, 'a', 5)]);
    expectEqual(stale, { committed: false });
    expectEqual(await store.records.count(beatKind, HOME), 1);
  }),
  storeCase('observe/in-commit', 'observed records can be part of a commit', async ({ store }) => {
    await write(store, [putItem(item('a')), put(beatKind, beat('a', '1'))]);
    expectEqual((await store.records.get(beatKind, HOME, 'a'))?.version, 1);
  }),
  storeCase(
    'revisions/content',
    'every commit moves only the content revision of its tenant',
    async ({ store }) => {
      expectEqual(await moved(store, () => writeItems(store, [item('a')])), CONTENT);
      expectEqual(await moved(store, () => write(store, [])), CONTENT);
      const foreign = () =>
        write(store, [putItem(item('f', FOREIGN))], { audit: [anEvent({ tenantId: FOREIGN.tenantId })] });
      expectEqual(await moved(store, foreign), NEITHER);
      expectEqual(await moved(store, () => write(store, [putItem(item('a'), 1)]), 'tenant_b'), NEITHER);
    },
  ),
  storeCase(
    'revisions/authorization',
    'only kinds marked authorization move that revision',
    async ({ store }) => {
      const team = { teamId: 't', tenantId: HOME.tenantId, members: [] };
      expectEqual(await moved(store, () => write(store, [put(teamKind, team)])), BOTH);
      expectEqual(await moved(store, () => write(store, [removal(teamKind, HOME, 't', 1)])), BOTH);
      const credential = { credentialId: 'c', tenantId: HOME.tenantId, digest: 'd' };
      expectEqual(await moved(store, () => write(store, [put(credentialKind, credential)])), BOTH);
      expectEqual(await moved(store, () => writeItems(store, [item('a')])), CONTENT);
    },
  ),
  storeCase('revisions/unmoved', 'conflicts and observed records move no revision', async ({ store }) => {
    await writeItems(store, [item('a')]);
    expectEqual(await moved(store, () => commit(store, [putItem(item('a'))])), NEITHER);
    expectEqual(await moved(store, () => store.unitOfWork.observe([put(beatKind, beat('a', '1'))])), NEITHER);
  }),
];
