import {
  makeAuthenticate,
  makeManifestTexts,
  makeSignCheckpoints,
  makeTakeQuota,
  makeTurns,
  makeUseCases,
  type Ports,
  TrailTurns,
} from '@govgate/application';
import { secretRefFingerprint } from '@govgate/domain';
import type {
  Clock,
  GovernanceStore,
  IdSource,
  JobQueue,
  KeptCheckpoints,
  Patience,
  RateCounter,
} from '@govgate/ports';
import { ContainerModule } from 'inversify';
import { checkpointFilesOfSettings } from '../checkpoints/checkpoint-files-of-settings.js';
import type { IdentityProvider } from '../identity/identity-provider.js';
import type { ServerSettings } from '../settings/settings.js';
import type { ManifestThread } from '../system/manifest-thread.js';
import { nodeDigest, nodeSha256 } from '../system/node-hashing.js';
import {
  ed25519Signer,
  hmacTokenSealer,
  type ServerKeys,
  verifyEd25519ByNode,
} from '../system/server-keys.js';
import { ID } from './identifiers.js';

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
        ID.checkpointFiles,
        ID.identityProvider,
        ID.rateCounter,
        ID.manifestThread,
      ])
      .inSingletonScope();
    bind(ID.checkpointFiles)
      .toResolvedValue(checkpointFilesOfSettings, [ID.settings, ID.serverKeys, ID.log])
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
  keptCheckpoints: KeptCheckpoints,
  provider: IdentityProvider | undefined,
  rateCounter: RateCounter,
  manifestThread: ManifestThread,
): Ports => ({
  records: store.records,
  unitOfWork: store.unitOfWork,
  auditTrail: store.auditTrail,
  revocations: store.revocations,
  revisions: store.revisions,
  projections: store.projections,
  outbox: store.outbox,
  jobQueue,
  clock,
  ids,
  pageTokens: hmacTokenSealer(keys.cursor),
  checkpointSigner: ed25519Signer(keys.audit),
  keptCheckpoints,
  hash: nodeSha256,
  digest: nodeDigest,
  verifySignature: verifyEd25519ByNode,
  trailTurns: new TrailTurns(),
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
