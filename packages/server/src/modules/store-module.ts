import { authenticateCommits, CommittedEvents } from '@govgate/application';
import { ContainerModule } from 'inversify';
import { observeStore } from '../store/observe-store.js';
import type { OpenedStore } from '../store/open-store.js';
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
    const unitOfWork = authenticateCommits(opened.store.unitOfWork, eventMac, committedEvents);
    const { store, events } = observeStore({ ...opened.store, unitOfWork }, commitMs);
    const lastCommit = { failed: false };
    events.on('failed', () => {
      lastCommit.failed = true;
    });
    events.on('committed', () => {
      lastCommit.failed = false;
    });
    bind(ID.store).toConstantValue(store);
    bind(ID.storeEvents).toConstantValue(events);
    bind(ID.lastCommit).toConstantValue(lastCommit);
    bind(ID.storeFolder).toConstantValue(opened.folder);
    bind(ID.eventMac).toConstantValue(eventMac);
    bind(ID.committedEvents).toConstantValue(committedEvents);
    bind(ID.keysInStore).toConstantValue(opened.keysInStore === true);
    bind(ID.serverKeys).toConstantValue(opened.keys);
  });
