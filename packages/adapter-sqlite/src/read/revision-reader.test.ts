import type { GovernanceStore, Revisions } from '@govgate/ports';
import { HOME, item, putItem, write } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { TempFolder } from '../testing/temp-folder.js';

describe('revisions of the embedded store', () => {
  let folder: TempFolder;
  let store: GovernanceStore;
  let other: GovernanceStore;

  beforeEach(async () => {
    folder = new TempFolder();
    store = await folder.open();
    other = await folder.open();
  });

  afterEach(() => folder.dispose());

  const seen = async (): Promise<number> =>
    ((await store.revisions.revisions(HOME.tenantId)) satisfies Revisions).content;

  it('come from one look as long as calls share it', async () => {
    store.revisions.lookAnew?.(true);
    expect(await seen()).to.equal(0);
    await write(other, [putItem(item('a'))]);
    expect(await seen()).to.equal(0);
    store.revisions.lookAnew?.(true);
    expect(await seen()).to.equal(1);
  });

  it('show commits of their own process whatever look is shared', async () => {
    store.revisions.lookAnew?.(true);
    expect(await seen()).to.equal(0);
    await write(store, [putItem(item('a'))]);
    expect(await seen()).to.equal(1);
  });

  it('are looked up again with every event that shares no look', async () => {
    expect(await seen()).to.equal(0);
    await write(other, [putItem(item('a'))]);
    expect(await seen()).to.equal(1);
  });
});
