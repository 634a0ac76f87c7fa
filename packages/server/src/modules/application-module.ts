import { hash } from 'node:crypto';
import {
  makeAuthenticate,
  makeManifestTexts,
  makeSignCheckpoints,
  makeTakeQuota,
  makeTurns,
  makeUseCases,
  type Ports,
} from '@govgate/application';
import { secretRefFingerprint } from '@govgate/domain';
import type { Clock, GovernanceStore, IdSource, JobQueue, Patience, RateCounter } from '@govgate/ports';
import { ContainerModule } from 'inversify';
import type { IdentityProvider } from '../identity/identity-provider.js';
import type { ServerSettings } from '../settings/settings.js';
import type { ManifestThread } from '../system/manifest-thread.js';
import { ed25519Signer, hmacTokenSealer, type ServerKeys } from '../system/server-keys.js';
import { ID } from './identifiers.js';

const sha256 = (text: string): string => hash('sha256', text);

/** The ports in one bag, the use cases made of them, and who may call them. */
export const applicationModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ID.ports)
      .toResolvedValue(portsOf, [
        ID.store,
        ID.serverKeys,
        ID.clock,
        ID.ids,
        ID.settings,
        ID.patience,
        ID.jobQueue,
        ID.identityProvider,
        ID.rateCounter,
        ID.manifestThread,
      ])
      .inSingletonScope();
    bind(ID.useCases).toResolvedValue(makeUseCases, [ID.ports]).inSingletonScope();
    bind(ID.signCheckpoints).toResolvedValue(makeSignCheckpoints, [ID.ports]).inSingletonScope();
    bind(ID.authenticate)
      .toResolvedValue(
        (ports, provider, { adminToken }) =>
          makeAuthenticate({ ...ports, tokenVerifier: provider?.verifier, adminToken }),
        [ID.ports, ID.identityProvider, ID.settings],
      )
      .inSingletonScope();
  });

const portsOf = (
  store: GovernanceStore,
  keys: ServerKeys,
  clock: Clock,
  ids: IdSource,
  settings: ServerSettings,
  patience: Patience,
  jobQueue: JobQueue,
  provider: IdentityProvider | undefined,
  rateCounter: RateCounter,
  manifestThread: ManifestThread,
): Ports => ({
  records: store.records,
  unitOfWork: store.unitOfWork,
  auditTrail: store.auditTrail,
  revocations: store.revocations,
  revisions: store.revisions,
  outbox: store.outbox,
  jobQueue,
  clock,
  ids,
  pageTokens: hmacTokenSealer(keys.cursor),
  checkpointSigner: ed25519Signer(keys.audit),
  hash: sha256,
  secretFingerprint: (reference) => secretRefFingerprint(keys.fingerprint, reference),
  patience,
  manifestTexts: makeManifestTexts(manifestThread.done),
  turns: makeTurns(later),
  takeQuota: makeTakeQuota(rateCounter, clock, settings.ratePerMinute),
  settings,
  parts: [
    { name: 'store', required: true, check: () => store.check() },
    ...(settings.redisUrl === undefined
      ? []
      : [{ name: 'redis', required: false, check: () => jobQueue.check() }]),
    ...(provider?.part === undefined ? [] : [provider.part]),
  ],
});

const later = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
