import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  DecisionPoint,
  type DecisionPorts,
  makeAuthenticate,
  makeKeyLock,
  makeManifestTexts,
  makeNotifications,
  makeSignCheckpoints,
  makeTakeQuota,
  notifyOfWrites,
  type Ports,
  Shares,
  TenantQueue,
  withApprovalWithdrawals,
} from '@govgate/application';
import { secretRefFingerprint } from '@govgate/domain/internal';
import { ContainerModule, type ServiceIdentifier } from 'inversify';
import { checkpointFilesOfSettings } from '../checkpoints/checkpoint-files-of-settings.js';
import { makeServiceAddress } from '../serve/service-address.js';
import type { ServerSettings } from '../settings/settings.js';
import { filesOfStore } from '../store/files-of-store.js';
import { areKeysUnreadable } from '../system/keys-file.js';
import { nodeDigest, nodeSha256 } from '../system/node-hashing.js';
import { ed25519Signer, hmacTokenSealer, verifyEd25519ByNode } from '../system/server-keys.js';
import { ID } from './identifiers.js';

/** The ports, the use cases built from them, and who may call them. */
export const applicationModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ID.ports)
      .toDynamicValue((made) => portsOf(<T>(id: ServiceIdentifier<T>) => made.get(id)))
      .inSingletonScope();
    bind(ID.address).toConstantValue(makeServiceAddress());
    bind(ID.draining).toConstantValue({ begun: false });
    bind(ID.checkpointFiles)
      .toResolvedValue(checkpointFilesOfSettings, [ID.settings, ID.storeFolder, ID.serverKeys, ID.log])
      .inSingletonScope();
    bind(ID.signCheckpoints).toResolvedValue(makeSignCheckpoints, [ID.ports]).inSingletonScope();
    bind(ID.authenticate)
      .toResolvedValue(
        (ports, provider, { adminToken }) =>
          makeAuthenticate({ ...ports, tokenVerifier: provider?.verifier, adminToken }),
        [ID.ports, ID.identityProvider, ID.settings],
      )
      .inSingletonScope();
  });

type Get = <T>(id: ServiceIdentifier<T>) => T;

// Resolved one by one: a single object with this many is more readable than a positional list.
const portsOf = (get: Get): Ports & DecisionPorts => {
  const [store, clock, settings] = [get(ID.store), get(ID.clock), get(ID.settings)];
  const [ids, address] = [get(ID.ids), get(ID.address)];
  const alteredTrails: Ports['alteredTrails'] = new Map();
  const tenantQueue = new TenantQueue(() => nextTurn());
  return {
    ...cryptographyOf(get),
    records: store.records,
    unitOfWork: withApprovalWithdrawals(store.unitOfWork, { records: store.records, clock, ids }),
    notifications: notificationsOf(get),
    auditTrail: store.auditTrail,
    revocations: store.revocations,
    revisions: store.revisions,
    outbox: store.outbox,
    jobQueue: get(ID.work).queue,
    clock,
    ids,
    keptCheckpoints: get(ID.checkpointFiles),
    committedEvents: get(ID.committedEvents),
    alteredTrails,
    trailReadings: new Shares(2),
    liveReadings: new Shares(4),
    tenantQueue,
    timer: get(ID.timer),
    manifestTexts: makeManifestTexts(get(ID.manifestThread).done),
    publicUrl: () => settings.publicUrl ?? address.url,
    decisionPoint: new DecisionPoint({ ...store, clock, tenantQueue }),
    countDecision: get(ID.counts).decision,
    locks: makeKeyLock(),
    takeQuota: makeTakeQuota(get(ID.rateCounter), clock, settings.ratePerMinute),
    logoutTokens: get(ID.identityProvider)?.logoutTokens,
    signals: get(ID.identityProvider)?.signals,
    settings,
    warnings: warningsOf(get, alteredTrails),
    parts: partsOf(get),
  };
};

const cryptographyOf = (get: Get) => {
  const keys = get(ID.serverKeys);
  return {
    pageTokens: hmacTokenSealer(keys.cursor),
    checkpointSigner: ed25519Signer(keys.audit),
    eventMac: get(ID.eventMac),
    hash: nodeSha256,
    digest: nodeDigest,
    randomBytes,
    verifySignature: verifyEd25519ByNode,
    secretFingerprint: (reference) => secretRefFingerprint(keys.fingerprint, reference),
    signalSigner: get(ID.signalSigner),
  } satisfies Partial<Ports>;
};

const notificationsOf = (get: Get): Ports['notifications'] => {
  const notifications = makeNotifications();
  get(ID.storeEvents).on('observed', (changes) => notifyOfWrites(notifications, changes));
  get(ID.storeEvents).on('committed', ({ changes, revocations }) =>
    notifyOfWrites(notifications, changes, revocations),
  );
  return notifications;
};

const warningsOf = (get: Get, alteredTrails: Ports['alteredTrails']): Ports['warnings'] => ({
  no_write_since_failure: async () => get(ID.lastCommit).failed,
  keys_in_store: async () => get(ID.keysInStore),
  trail_altered: async () => alteredTrails.size > 0,
  draining: async () => get(ID.draining).begun,
  keys_unreadable: () => areKeysUnreadable(keysPlace(get(ID.settings), get(ID.storeFolder))),
});

const partsOf = (get: Get): Ports['parts'] => {
  const redis = { name: 'redis', required: false, check: () => get(ID.work).queue.check() };
  return [
    { name: 'store', required: true, check: () => get(ID.store).check() },
    ...(get(ID.settings).redisUrl === undefined ? [] : [redis]),
    ...[get(ID.identityProvider)?.part ?? []].flat(),
  ];
};

const keysPlace = (
  { keysFile }: Pick<ServerSettings, 'keysFile'>,
  folder: string | undefined,
): string | undefined => keysFile ?? (folder === undefined ? undefined : filesOfStore(folder).keysBeside);
