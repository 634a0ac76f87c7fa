import type { AuditFilter } from '@govgate/ports';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type ListenedStore, openListenedStore } from './testing/listened-store.js';

const FROM = '2026-01-01T00:00:00.000Z';
const TO = '2026-01-02T00:00:00.000Z';
const BY_SEQUENCE = /audit_events_by_sequence \(tenant_id=\?/;

// The index behind each query of what the bitmaps do not cover; two conditions at once use the more selective one. What has none of its own is
// walked by sequence.
const QUESTIONS: readonly (readonly [AuditFilter, RegExp])[] = [
  [{ correlationId: 'c' }, /correlation_id=\?/],
  [{ resourceId: 'r' }, /resource_id=\?/],
  [{ resourceType: 'policy', resourceId: 'r' }, /resource_id=\?/],
  [{ actorId: 'a' }, /actor_id=\?/],
  [{ eventType: 'policy.updated' }, BY_SEQUENCE],
  [{ eventType: 'policy.updated', environmentId: 'e' }, BY_SEQUENCE],
  [{ outcome: 'denied' }, BY_SEQUENCE],
  [{ outcome: 'denied', actorId: 'a' }, /actor_id=\?/],
  [{ resourceType: 'policy' }, BY_SEQUENCE],
  [{ environmentId: 'e' }, BY_SEQUENCE],
  [{ environmentId: 'e', from: FROM, to: TO }, BY_SEQUENCE],
  [{ from: FROM }, BY_SEQUENCE],
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
    listened.plansOf((sql) => sql.includes('FROM audit_events') && !sql.includes('min(sequence)'));

  for (const [filter, path] of QUESTIONS)
    it(`find events by ${Object.keys(filter).join(' and ') || 'nothing'} in their order`, async () => {
      for (const direction of ['asc', 'desc'] as const)
        for (const behind of [undefined, { afterSequence: 7 }])
          await store.auditTrail.page('t', { filter, direction, limit: 5, ...behind });
      for (const plan of plansOf())
        expect(plan)
          .to.match(/^SEARCH /)
          .and.match(path)
          .and.not.match(/SCAN|TEMP B-TREE/);
    });

  it('need five indexes, which each commit writes', () => {
    expect(listened.indexesOf('audit_events')).to.deep.equal([
      'audit_events_by_actor',
      'audit_events_by_correlation',
      'audit_events_by_id',
      'audit_events_by_sequence',
      'audit_events_of_resource',
    ]);
  });

  it('read of the index what is asked for, by place and by value', async () => {
    const filter = { environmentId: 'e', outcome: 'success', from: FROM } as const;
    await store.auditTrail.page('t', { filter, direction: 'asc', limit: 5 });
    const [ranges, ...bitmaps] = listened.plansOf((sql) => /FROM audit_ranges|audit_bitmaps/.test(sql));
    expect(ranges).to.match(/^SEARCH audit_ranges USING INDEX audit_ranges_by_place \(tenant_id=\?\)/);
    expect(bitmaps).to.have.length(2);
    for (const plan of bitmaps)
      expect(plan).to.match(
        /SEARCH kept USING INDEX audit_bitmaps_by_value \(range_no=\? AND path=\? AND value=\?\)/,
      );
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

  it("read a resource's newest events in the order of its index", async () => {
    const query = { environmentId: 'e', resourceType: 'policy', resourceId: 'a', limit: 5 } as const;
    await store.auditTrail.newestOfResource('t', query);
    const plans = plansOf();
    expect(plans.length).to.equal(1);
    expect(plans[0])
      .to.match(
        /^SEARCH audit_events USING INDEX audit_events_of_resource \(tenant_id=\? AND resource_id=\?\)/,
      )
      .and.not.match(/SCAN|TEMP B-TREE/);
  });

  it('name the events of several resources in one question, each in the order of its index', async () => {
    const query = { resourceType: 'policy', resourceIds: ['a', 'b'], outcome: 'success', limit: 5 } as const;
    await store.auditTrail.idsByResource('t', query);
    const plans = plansOf();
    expect(plans.length).to.equal(1);
    expect(plans[0])
      .to.match(/INDEX audit_events_of_resource \(tenant_id=\? AND resource_id=\?\)/)
      .and.not.match(/SCAN audit_events|TEMP B-TREE/);
  });
});
