import { ContainerModule } from 'inversify';
import { limitCommits } from '../store/limit-commits.js';
import type { OpenedStore } from '../store/open-store.js';
import { tellCommits } from '../store/tell-commits.js';
import { watchWrites } from '../store/watch-writes.js';
import { ID } from './identifiers.js';

/**
 * The store and its keys, opened before the container is built: opening can fail, resolving must not. A commit may take `commitMs`, or as
 * long as a caller can wait.
 */
export const storeModule = (opened: OpenedStore, commitMs?: number): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const watched = watchWrites(limitCommits(opened.store, commitMs));
    const { store, news } = tellCommits(watched.store);
    bind(ID.store).toConstantValue(store);
    bind(ID.commitNews).toConstantValue(news);
    bind(ID.lastWriteFailed).toConstantValue(watched.lastWriteFailed);
    bind(ID.storeFolder).toConstantValue(opened.folder);
    bind(ID.serverKeys).toConstantValue(opened.keys);
  });
