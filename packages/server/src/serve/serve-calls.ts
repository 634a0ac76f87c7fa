import { makeApp } from '@govgate/adapter-http';
import { makeRefusalAuditor, makeRepeatableCalls } from '@govgate/application';
import { createConsole, type RedeemLink } from '@govgate/console';
import { signBeforeClosing } from '../checkpoints/sign-before-closing.js';
import type { Service } from '../service.js';
import { consoleFolder } from './console-files.js';
import { countingLog } from './counts.js';
import { keepSummingUp } from './keep-summing-up.js';
import { referencePage } from './reference-page.js';

/** The API of a composed process, independent of its transport. */
export interface ServedCalls {
  readonly handler: ReturnType<ReturnType<typeof makeApp>['callback']>;
  /** Records and signs what is left, then closes the store. No call may be in progress. */
  close(): Promise<void>;
}

/** What the demonstration serves in addition. */
export interface ServedBeside {
  /** Redeems the code of its sign-in link. */
  readonly redeem?: RedeemLink;
}

/** Answers the calls of the API. */
export const serveCalls = (service: Service, { redeem }: ServedBeside = {}): ServedCalls => {
  const { ports, settings } = service;
  const log = countingLog(service.log, service.counts);
  const refusals = makeRefusalAuditor(ports, settings.auditedRefusalsPerMinute);
  const app = makeApp({
    ports,
    authenticate: service.authenticate,
    auditRefusal: refusals.audit,
    makeRepeatable: makeRepeatableCalls(ports),
    clock: ports.clock,
    ids: ports.ids,
    log,
    takeQuota: ports.takeQuota,
    revisions: ports.revisions,
    tenantQueue: ports.tenantQueue,
    trustedProxies: settings.trustedProxies,
    staticFiles: referencePage(),
    ...consoleOf(settings, redeem),
    bootstrapScope: { tenantId: settings.bootstrapTenant, environmentId: settings.bootstrapEnvironment },
  });
  service.identityProvider?.open();
  const summing = keepSummingUp(refusals, log);
  return {
    handler: app.callback(),
    close: async () => {
      await summing.stop();
      await service.manifestThread.stop();
      await signBeforeClosing(service);
      await service.store.close();
      log.flush();
    },
  };
};

const consoleOf = (
  { consoleEnabled, consoleOidc: oidc }: Service['settings'],
  redeem: ServedBeside['redeem'],
) => {
  const folder = consoleEnabled ? consoleFolder() : undefined;
  return folder === undefined ? {} : { beside: createConsole({ folder, oidc, redeem }) };
};
