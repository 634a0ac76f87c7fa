import { authenticateCommits, CommittedEvents } from '@govgate/application';
import { ContainerModule } from 'inversify';
import { limitCommits } from '../store/limit-commits.js';
import type { OpenedStore } from '../store/open-store.js';
import { tellCommits } from '../store/tell-commits.js';
import { watchWrites } from '../store/watch-writes.js';
import { hmacEventMac } from '../system/server-keys.js';
import { ID } from './identifiers.js';

/**
 * The store and its keys, opened before the container is built: opening can fail, resolving must not. A commit may take `commitMs`, or as
 * long as a caller can wait.
 */
export const storeModule = (opened: OpenedStore, commitMs?: number): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const { audit: auditKey } = opened.keys;
    const [eventMac, committedEvents] = [hmacEventMac(auditKey), new CommittedEvents()];
    // Innermost: a commit that ends after its caller has stopped waiting is remembered too.
    const unitOfWork = authenticateCommits(opened.store.unitOfWork, eventMac, committedEvents);
    const watched = watchWrites(limitCommits({ ...opened.store, unitOfWork }, commitMs));
    const { store, news } = tellCommits(watched.store);
    bind(ID.store).toConstantValue(store);
    bind(ID.commitNews).toConstantValue(news);
    bind(ID.lastWriteFailed).toConstantValue(watched.lastWriteFailed);
    bind(ID.storeFolder).toConstantValue(opened.folder);
    bind(ID.eventMac).toConstantValue(eventMac);
    bind(ID.committedEvents).toConstantValue(committedEvents);
    bind(ID.keysInStore).toConstantValue(opened.keysInStore === true);
    bind(ID.serverKeys).toConstantValue(opened.keys);
  });
