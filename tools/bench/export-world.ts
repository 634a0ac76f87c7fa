import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { auditEventBy, type ExportEngine, makeExportEngine, systemCaller } from '@govgate/application';
import { type Destination, instantOf, type Scope, Secret } from '@govgate/domain';
import type { DestinationKind } from '@govgate/domain/internal';
import { destinationOf } from '@govgate/domain/testing';
import { ALL_KINDS, type Clock, type DeliverySender, type GovernanceStore, tenantKind } from '@govgate/ports';
import { sequentialIds } from '@govgate/ports-testkit';
import { type Egress, makeDeliverySender, makeSyslogKind, makeTlsDialer } from '@govgate/worker/probes';

export const SCOPE = { tenantId: 'acme', environmentId: 'production' };
export const clock: Clock = { epochMs: () => Date.now(), now: () => instantOf(Date.now()) };

/** A destination of a kind. */
export const destination = (kind: DestinationKind): Destination =>
  destinationOf({
    destinationId: `dst_${kind}`,
    kind,
    tokenSecretRef: 'env:TOKEN',
    signingKeyRef: kind === 'webhook' ? 'env:KEY' : null,
  });

const ids = sequentialIds();
/** Commits changes with one event. */
export const commit = (
  store: GovernanceStore,
  changes: Parameters<GovernanceStore['unitOfWork']['commit']>[0]['changes'],
  i = 0,
) =>
  store.unitOfWork.commit({
    changes,
    audit: [
      auditEventBy({ clock, ids }, systemCaller('cli', SCOPE.tenantId, `req_${i}`), {
        eventType: 'policy.published',
        action: 'publish',
        environmentId: SCOPE.environmentId,
        resourceId: `pol_${i}`,
        reason: 'As agreed with the payments team on Monday, see the change record',
        changedFields: ['status', 'version_state'],
      }),
    ],
  });

/** The product's sender, whose references stand for an endpoint, a token and a key. */
export const senderOver = (egress: Egress, endpoint: string) => {
  const values: Record<string, string> = {
    'env:ENDPOINT': endpoint,
    'env:TOKEN': 'example-token-of-a-bench',
    'env:KEY': 'whsec_bm90LWEtcmVhbC1zZWNyZXQtanVzdC1hLXRlc3Q=',
  };
  const secrets = {
    resolve: async (_scope: Scope, reference: string) => new Secret(values[reference] ?? ''),
  };
  const syslog = makeSyslogKind(makeTlsDialer({ allowCidrs: [], httpCidrs: [] }));
  return makeDeliverySender({ egress, syslog, secrets, clock, log: console });
};

/** A store of its own on the disk. */
export interface Opened {
  readonly store: GovernanceStore;
  close(): Promise<void>;
}

export const openStore = async (): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-export-'));
  const store = await openSqliteStore({ file: join(folder, 'govgate.db'), kinds: ALL_KINDS });
  const tenant = { tenantId: SCOPE.tenantId, environments: [SCOPE.environmentId] };
  await commit(store, [{ kind: tenantKind, record: tenant, expectedVersion: null }]);
  return {
    store,
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** The product's engine over a store. */
export const engineOver = (store: GovernanceStore, sender: DeliverySender): ExportEngine =>
  makeExportEngine({
    ...store,
    clock,
    ids,
    sender,
    holder: 'bench',
    random: Math.random,
    wait: (ms) => pause(ms),
    failed: (fault) => console.error(fault),
  });
