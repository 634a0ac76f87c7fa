import { ALL_KINDS, type AnyKind, clientSurfaceKind } from '@govgate/ports';
import { type DeclaredList, declaredLists } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { Document } from 'mongodb';
import { describeWithMongo, itOnMongod } from '../../../tools/test-services/require-service.js';
import { pathKey } from './kinds/indexes.js';
import { type ListenedStore, openListenedStore } from './testing/listened-store.js';
import { whyNotPinned } from './testing/pinned-path.js';

const SCOPE = { tenantId: 't', environmentId: 'e' };

describeWithMongo('the plans of lists on MongoDB', (serverUrl) => {
  let listened: ListenedStore;
  const reads: Document[] = [];

  before(async function () {
    this.timeout(120_000);
    listened = await openListenedStore(serverUrl, ALL_KINDS);
  });

  after(() => listened.dispose());

  /** What a list asks of its kind: its page, in one part or two, and behind the first page its total. */
  const readsOf = async (kind: AnyKind, { query }: DeclaredList): Promise<readonly Document[]> => {
    listened.taken();
    await listened.store.records.page(kind, SCOPE, query);
    if (query.after !== undefined) await listened.store.records.count(kind, SCOPE, query.where);
    return listened.taken();
  };

  const faultsOf = async (kind: AnyKind, list: DeclaredList): Promise<readonly string[]> => {
    const requests = await readsOf(kind, list);
    expect(requests.length, list.name).to.be.greaterThan(list.query.after === undefined ? 0 : 1);
    reads.push(...requests);
    const whys = requests.map((read) => whyNotPinned(read, list, listened.indexesOf(read)));
    return whys.flatMap((why) => (why === undefined ? [] : [`${list.name}: ${why}`]));
  };

  for (const kind of ALL_KINDS)
    it(`find ${kind.name} by their filter and in their order`, async () => {
      const faults: string[] = [];
      for (const list of declaredLists(kind)) faults.push(...(await faultsOf(kind, list)));
      expect(faults).to.deep.equal([]);
    }).timeout(60_000);

  it('scan no collection', async () => {
    const plans = await listened.plansOf(reads);
    expect(plans.length).to.be.greaterThan(100);
    expect(plans.filter(({ stages }) => stages.includes('COLLSCAN'))).to.deep.equal([]);
  }).timeout(60_000);

  itOnMongod('sort nothing', async () => {
    const plans = await listened.plansOf(reads);
    expect(plans.filter(({ stages }) => stages.includes('SORT'))).to.deep.equal([]);
  });

  it('are found wrong where they go another way', async () => {
    const byTeam = declaredLists(clientSurfaceKind).find(
      ({ name, query }) => name.endsWith('by ownerTeam, displayName desc') && query.after === undefined,
    ) as DeclaredList;
    const [read] = (await readsOf(clientSurfaceKind, byTeam)) as [Document];
    const judged = (hint: Document | undefined) =>
      whyNotPinned({ ...read, hint }, byTeam, listened.indexesOf(read));
    expect(judged(read.hint)).to.equal(undefined);
    expect(judged(undefined)).to.equal('is left to the planner');
    expect(judged(pathKey(['ownerTeam', 'clientType'], 1))).to.equal('names no index');
    expect(judged(pathKey(['displayName'], -1))).to.equal('goes by no filter');
    expect(judged(pathKey(['ownerTeam', 'updatedAt'], -1))).to.equal('is not in the order of the list');
    expect(judged(pathKey(['ownerTeam', 'displayName'], 1))).to.equal('is not in the order of the list');
  });
});
