import { setTimeout as pause } from 'node:timers/promises';
import { asRepeated } from '../expectations.js';
import { changedTables, type StoreDump } from '../stores/store-dump.js';
import type { Answered, TestService } from '../test-service.js';
import { type SampleTenant, sendAs } from '../worlds/sample-tenant.js';
import { type Combination, isCommitted, requestIdOf } from './kill-combinations.js';

const DRAIN_MS = 10_000;
const PAUSE_MS = 2_000;

/** What is wrong in what a killed process left: all of a change together with one event, or nothing. */
export const faultsLeft = (
  before: StoreDump,
  after: StoreDump,
  requestId: string,
  committed: boolean,
): readonly string[] => {
  const changed = changedTables(before, after).filter((table) => !isPassing(table));
  const events = (after.audit_events ?? []).filter((row) => row.includes(requestId)).length;
  return [
    ...(committed ? [] : changed.map((table) => `${table} changed`)),
    ...(committed && !changed.some(isRecords) ? ['no record changed'] : []),
    ...(events === (committed ? 1 : 0) ? [] : [`${events} events tell of it`]),
  ];
};

/** The headers of a call that is killed, and of its retries. */
export const keyed = { 'idempotency-key': 'a2' };

/** What is wrong after a restart: the retry gives the first result, the trail is intact, and what was promised is done. */
export const faultsAfterRestart = async (
  service: TestService,
  tenant: SampleTenant,
  combination: Combination,
  retryMs: number,
): Promise<readonly string[]> => {
  const send = () => sendAs(service.call, tenant, combination.operation, keyed);
  const retry = await answerOf(send, retryMs);
  if (retry.status >= 300) return [`the retry answers ${retry.status} ${retry.text}`];
  const again = await send();
  const text = (answer: Answered): string => JSON.stringify(asRepeated(combination.operation, answer));
  const same = text(again) === text(retry);
  const verified = await service.call('/v1/audit/verify?from=0', { token: tenant.token });
  return [
    ...(again.status === retry.status && same ? [] : ['the next retry gives another result']),
    ...(await eventFaults(service, tenant, combination)),
    ...(verified.json.valid === true ? [] : ['the chain is broken']),
    ...((await drains(service)) ? [] : ['the outbox does not drain']),
  ];
};

/** Retries as long as the answer says that this may help: somebody's claim or open transaction still blocks it. */
const answerOf = async (send: () => Promise<Answered>, limitMs: number): Promise<Answered> => {
  for (const limit = Date.now() + limitMs; ; await pause(PAUSE_MS)) {
    const answer = await send();
    if (answer.json?.retryable !== true || Date.now() > limit) return answer;
  }
};

/** One event records the change: that of the killed call where it had committed, otherwise that of a retry. */
const eventFaults = async (
  { store }: TestService,
  { tenantId }: SampleTenant,
  combination: Combination,
): Promise<readonly string[]> => {
  const { eventType } = combination.operation.audited;
  const { items } = await store.auditTrail.page(tenantId, {
    filter: { outcome: 'success', actorId: 'ada', eventType },
    direction: 'asc',
    limit: 50,
  });
  const isFirst = items[0]?.requestId === requestIdOf(combination);
  return [
    ...(items.length === 1 ? [] : [`${items.length} events after the retry`]),
    ...(isFirst === isCommitted(combination)
      ? []
      : [`the event is that of the ${isFirst ? 'first' : 'second'} call`]),
  ];
};

const drains = async ({ store }: TestService): Promise<boolean> => {
  for (const limit = Date.now() + DRAIN_MS; Date.now() < limit; await pause(50))
    if ((await store.outbox.pending(1)).length === 0) return true;
  return false;
};

/** What a call keeps while it lasts is bookkeeping: the claim of its Idempotency-Key, and what it asks of a worker. */
const isPassing = (table: string): boolean => /_(idempotency_entry|mcp_read_request)$/.test(table);

/** Where the stores keep records. */
const isRecords = (table: string): boolean => /^(records|kind)_/.test(table) && !isPassing(table);
