import type { GovernanceStore, ServiceLog } from '@govgate/ports';
import type { Service } from '../service.js';
import type { ServerSettings } from '../settings/settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readKeysFile } from '../system/keys-file.js';
import type { OpenedStore } from './open-store.js';

/** A store opened, and later closed, by somebody else. Its roles are listed one by one: it may be an instance of a class. */
export const givenStore = (
  store: GovernanceStore,
  { keysFile }: Pick<ServerSettings, 'keysFile'>,
): OpenedStore => {
  if (keysFile === undefined)
    throw new CommandFailure(
      'A store of your own needs keys of its own: name a file of them with GOVGATE_KEYS_FILE.',
      EXIT.settings,
    );
  const { records, unitOfWork, auditTrail, revocations, outbox, revisions } = store;
  const roles = { records, unitOfWork, auditTrail, revocations, outbox, revisions };
  return {
    store: { ...roles, check: () => store.check(), close: async () => undefined },
    keys: readKeysFile(keysFile),
  };
};

/** A log written by somebody else. */
export const givenLog = (log: ServiceLog): Service['log'] => ({
  request: (line) => log.request(line),
  failure: (what, cause, about) => log.failure(what, cause, about),
  warn: (what, about) => log.warn(what, about),
  info: (what, about) => log.info(what, about),
  flush: () => undefined,
});
