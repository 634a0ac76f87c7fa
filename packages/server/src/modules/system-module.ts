import { ContainerModule } from 'inversify';
import { makeCounts } from '../serve/counts.js';
import type { Service } from '../service.js';
import type { ServerSettings } from '../settings/settings.js';
import { makeManifestThread } from '../system/manifest-thread.js';
import { makeProcessTimer } from '../system/process-timer.js';
import { makeServiceLog } from '../system/service-log.js';
import { systemClock } from '../system/system-clock.js';
import { uuidIdSource } from '../system/uuid-id-source.js';
import { ID } from './identifiers.js';

/** What the machine provides: settings, clock, ids, log, counters. */
export const systemModule = (settings: ServerSettings, log?: Service['log']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ID.settings).toConstantValue(settings);
    bind(ID.clock).toConstantValue(systemClock);
    bind(ID.ids).toConstantValue(uuidIdSource);
    bind(ID.log)
      .toResolvedValue(({ logLevel }) => log ?? makeServiceLog(logLevel), [ID.settings])
      .inSingletonScope();
    bind(ID.counts).toResolvedValue(makeCounts, []).inSingletonScope();
    bind(ID.manifestThread)
      .toResolvedValue(() => makeManifestThread(), [])
      .inSingletonScope();
    bind(ID.timer).toResolvedValue(makeProcessTimer, []).inSingletonScope();
  });
