import type { AuditEvent } from '@govgate/domain';
import type { AuditFilter } from '@govgate/ports';
import { anEvent } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type ListenedStore, openListenedStore } from './testing/listened-store.js';

const FROM = '2026-01-01T00:00:00.000Z';
const TO = '2026-01-02T00:00:00.000Z';
const BY_SEQUENCE = /audit_events_by_sequence \(tenant_id=\?/;

// The index behind each query, always the first of one order: what is rare in an ordinary trail, first.
const QUESTIONS: readonly (readonly [AuditFilter, RegExp])[] = [
  [{ correlationId: 'c' }, /correlation_id=\?/],
  [{ correlationId: 'c', resourceId: 'r' }, /correlation_id=\?/],
  [{ resourceId: 'r' }, /resource_id=\?/],
  [{ resourceType: 'policy', resourceId: 'r' }, /resource_id=\?/],
  [{ resourceId: 'r', actorId: 'a' }, /resource_id=\?/],
  [{ actorId: 'a' }, /actor_id=\?/],
  [{ outcome: 'denied', actorId: 'a' }, /actor_id=\?/],
  [{ outcome: 'denied' }, /outcome=\?/],
  [{ outcome: 'denied', eventType: 'policy.updated' }, /outcome=\?/],
  [{ eventType: 'policy.updated' }, /event_type=\?/],
  [{ eventType: 'policy.updated', outcome: 'success', environmentId: 'e' }, /event_type=\?/],
  [{ resourceType: 'policy' }, /resource_type=\?/],
  [{ resourceType: 'policy', environmentId: 'e' }, /resource_type=\?/],
  [{ environmentId: 'e' }, /environment_id=\?/],
  [{ environmentId: 'e', outcome: 'success', from: FROM, to: TO }, /environment_id=\?/],
  [{ outcome: 'success' }, /outcome=\?/],
  [{ from: FROM }, /audit_events_by_time \(tenant_id=\?/],
  [{ to: TO }, /audit_events_by_time \(tenant_id=\?/],
  [{}, BY_SEQUENCE],
];

describe('the plans of the trail on the embedded store', () => {
  let listened: ListenedStore;
  let store: ListenedStore['store'];

  before(async () => {
    listened = await openListenedStore();
    store = listened.store;
  });

  after(() => listened.dispose());

  const plansOf = (): string[] =>
    listened.plansOf((sql) => sql.includes('FROM audit_events') && !sql.startsWith('SELECT min(sequence)'));

  for (const [filter, path] of QUESTIONS)
    it(`find events by ${Object.keys(filter).join(' and ') || 'nothing'} in their order`, async () => {
      for (const direction of ['asc', 'desc'] as const)
        for (const behind of [undefined, { afterSequence: 7 }])
          await store.auditTrail.page('t', { filter, direction, limit: 5, ...behind });
      for (const plan of plansOf())
        expect(plan)
          .to.match(/SEARCH audit_events /)
          .and.match(path)
          .and.not.match(/SCAN audit_events|TEMP B-TREE/);
    });

  it('need eleven indexes, which each commit writes', () => {
    expect(listened.indexesOf('audit_events')).to.deep.equal([
      'audit_events_by_actor',
      'audit_events_by_correlation',
      'audit_events_by_environment',
      'audit_events_by_id',
      'audit_events_by_outcome',
      'audit_events_by_outcome_and_time',
      'audit_events_by_resource',
      'audit_events_by_resource_type',
      'audit_events_by_sequence',
      'audit_events_by_time',
      'audit_events_by_type',
    ]);
  });

  it('count the events of resources without reading them', async () => {
    const query = { resourceType: 'policy', resourceIds: ['a', 'b'], from: FROM } as const;
    await store.auditTrail.countByResource('t', query);
    const steps = listened.stepsOf((sql) => sql.includes('FROM audit_events'));
    expect(steps.length).to.equal(1);
    // The engine calls no index of computed columns a covering one; but it computes none of them again, and needs nothing else of a row.
    expect(steps[0])
      .to.match(/OpenRead.*DeferredSeek.*Column/)
      .and.not.match(/Function|FinishSeek/);
  });

  it('count events by time without reading them, whatever they are filtered by', async () => {
    const filters = [
      {},
      { environmentId: 'e', actorId: 'a' },
      { eventType: 'policy.updated', outcome: 'denied' },
    ] as const;
    for (const filter of filters)
      await store.auditTrail.countByTime('t', {
        filter: { from: FROM, to: TO, ...filter },
        interval: 'day',
      });
    const isCount = (sql: string): boolean =>
      sql.includes('FROM audit_events INDEXED BY audit_events_by_outcome_and_time');
    const steps = listened.stepsOf(isCount);
    expect(steps.length).to.equal(3);
    for (const step of steps) expect(step).to.not.match(/FinishSeek|Sorter/);
  });

  it('count what one correlation holds in steps, between which others have their turn', async () => {
    const correlationId = 'of_thousands';
    for (let first = 0; first < 4_500; first += 500) {
      const [event, ...others] = Array.from({ length: 500 }, () =>
        anEvent({ tenantId: 't', occurredAt: FROM, correlationId }),
      );
      await store.unitOfWork.commit({ changes: [], audit: [event as AuditEvent, ...others] });
    }
    const isStep = (sql: string): boolean => sql.includes('INDEXED BY audit_events_by_correlation');
    const query = { filter: { from: FROM, to: TO, correlationId }, interval: 'day' } as const;
    const counted = await store.auditTrail.countByTime('t', query);
    expect([...counted]).to.deep.equal([[FROM, { success: 4_500, denied: 0, failure: 0 }]]);
    expect(listened.plansOf(isStep).length).to.equal(3);
  });

  it('name the events of several resources in one question, each in the order of its index', async () => {
    const query = { resourceType: 'policy', resourceIds: ['a', 'b'], outcome: 'success', limit: 5 } as const;
    await store.auditTrail.idsByResource('t', query);
    const plans = plansOf();
    expect(plans.length).to.equal(1);
    expect(plans[0])
      .to.match(/INDEX audit_events_by_resource \(tenant_id=\? AND resource_id=\?\)/)
      .and.not.match(/SCAN audit_events|TEMP B-TREE/);
  });
});
