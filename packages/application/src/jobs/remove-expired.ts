import { type ApiToken, addSeconds } from '@govgate/domain';
import {
  apiTokenKind,
  deadLetterKind,
  deliveryTestKind,
  destinationKind,
  idempotencyKind,
  type JobHandler,
  mcpReadRequestKind,
  type ObservedKind,
  receivedTokenKind,
  type ScopeOfKind,
  type StopSignal,
  tenantKind,
  type Where,
} from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { everyRecord } from '../paging/every-record.js';
import { eachEnvironment } from './each-environment.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids' | 'timer'>;

const BATCH = 200;
const DAY_SECONDS = 24 * 3600;
/** How long callers still learn that a token expired, rather than that it does not exist. */
const ENDED_TOKEN_DAYS = 30;
const INSTALLATION = { installation: true } as const;

/**
 * Removes what is kept only for a time: first answers of Idempotency-Keys and tokens that count once after a day, records of checks and dead letters after the days
 * set by their destination, and API tokens thirty days after they expired or were revoked, each with its event. Page tokens are signed and
 * not stored, so there is nothing to remove.
 */
export const makeRemoveExpired =
  (deps: Deps): JobHandler['run'] =>
  async (_, signal) => {
    const now = deps.clock.now();
    const aDayAgo = addSeconds(now, -DAY_SECONDS);
    for await (const { record } of deps.records.all(tenantKind)) {
      const where = { range: { attribute: 'createdAt', to: aDayAgo } } as const;
      const scope = { tenantId: record.tenantId };
      await removeAll(deps, { kind: idempotencyKind, scope, where }, signal);
      const received = { range: { attribute: 'receivedAt', to: aDayAgo } } as const;
      await removeAll(deps, { kind: receivedTokenKind, scope, where: received }, signal);
    }
    await removeLeftRequests(deps, aDayAgo, signal);
    for await (const { record } of deps.records.all(destinationKind)) {
      const { tenantId, environmentId, destinationId, retentionPolicy } = record;
      const before = addSeconds(now, -retentionPolicy.metadataRetentionDays * DAY_SECONDS);
      const where = {
        is: { destinationId, state: 'completed' },
        range: { attribute: 'requestedAt', to: before },
      } as const;
      await removeAll(deps, { kind: deliveryTestKind, scope: { tenantId, environmentId }, where }, signal);
      const refused = { is: { destinationId }, range: { attribute: 'refusedAt', to: before } } as const;
      await removeAll(
        deps,
        { kind: deadLetterKind, scope: { tenantId, environmentId }, where: refused },
        signal,
      );
    }
    const longAgo = addSeconds(now, -ENDED_TOKEN_DAYS * DAY_SECONDS);
    await removeTokens(deps, longAgo, signal);
  };

// A reading is removed by its caller; one is left over if that process died.
const removeLeftRequests = async (deps: Deps, before: string, signal: StopSignal): Promise<void> => {
  const where = { range: { attribute: 'requestedAt', to: before } } as const;
  for await (const scope of eachEnvironment(deps, signal))
    await removeAll(deps, { kind: mcpReadRequestKind, scope, where }, signal);
};

const removeTokens = async (deps: Deps, before: string, signal: StopSignal): Promise<void> => {
  const where = { range: { attribute: 'endedAt', to: before } } as const;
  const ended = await everyRecord(deps, apiTokenKind, INSTALLATION, {
    where,
    order: { by: 'endedAt', direction: 'asc' },
    most: Number.POSITIVE_INFINITY,
  });
  for (const { record, version } of ended) {
    if (signal.aborted) return;
    // One that was revoked after it had expired.
    if (record.revokedAt !== null && record.revokedAt >= before) continue;
    await removeToken(deps, record, version);
  }
};

// One changed meanwhile is examined again in the next round.
const removeToken = (deps: Deps, token: ApiToken, expectedVersion: number) =>
  deps.unitOfWork.commit({
    changes: [{ kind: apiTokenKind, removed: { scope: INSTALLATION, id: token.tokenId }, expectedVersion }],
    audit: [
      auditEventBy(deps, systemCaller('worker', token.tenantId, deps.ids.mint('request')), {
        eventType: 'api_token.removed',
        action: 'remove',
        environmentId: null,
        resourceId: token.tokenId,
        relatedIds: [token.subjectId],
      }),
    ],
  });

interface Removable<K extends ObservedKind> {
  readonly kind: K;
  readonly scope: ScopeOfKind<K>;
  readonly where: Where<K>;
}

const removeAll = async <K extends ObservedKind>(
  { records, unitOfWork }: Deps,
  { kind, scope, where }: Removable<K>,
  signal: StopSignal,
): Promise<void> => {
  while (!signal.aborted) {
    const { items } = await records.page(kind, scope, { where, limit: BATCH });
    if (items.length === 0) return;
    const changes = items.map(({ record }) => ({
      kind,
      removed: { scope, id: kind.idOf(record) },
      expectedVersion: 'any' as const,
    }));
    await unitOfWork.observe(changes);
  }
};
