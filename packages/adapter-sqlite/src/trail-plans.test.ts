import type { AuditFilter } from '@govgate/ports';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { type ListenedStore, openListenedStore } from './testing/listened-store.js';

const FROM = '2026-01-01T00:00:00.000Z';
const TO = '2026-01-02T00:00:00.000Z';

// The index behind each query; two conditions at once use the more selective one.
const QUESTIONS: readonly (readonly [AuditFilter, RegExp])[] = [
  [{ correlationId: 'c' }, /correlation_id=\?/],
  [{ resourceId: 'r' }, /resource_id=\?/],
  [{ resourceType: 'policy', resourceId: 'r' }, /resource_id=\?/],
  [{ actorId: 'a' }, /actor_id=\?/],
  [{ eventType: 'policy.updated' }, /event_type=\?/],
  [{ eventType: 'policy.updated', environmentId: 'e' }, /event_type=\?/],
  [{ outcome: 'denied' }, /outcome=\?/],
  [{ outcome: 'denied', actorId: 'a' }, /outcome=\?/],
  [{ outcome: 'success', actorId: 'a' }, /actor_id=\?/],
  [{ resourceType: 'policy' }, /resource_type=\?/],
  [{ environmentId: 'e' }, /environment_id=\?/],
  [{ environmentId: 'e', from: FROM, to: TO }, /environment_id=\? AND sequence>\?/],
  [{ from: FROM }, /sequence>\?/],
  [{}, /tenant_id=\?/],
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
    listened.plansOf((sql) => sql.includes('FROM audit_events') && !sql.includes('LIMIT 2001'));

  for (const [filter, path] of QUESTIONS)
    it(`find events by ${Object.keys(filter).join(' and ') || 'nothing'} in their order`, async () => {
      for (const direction of ['asc', 'desc'] as const)
        for (const behind of [undefined, { afterSequence: 7 }])
          await store.auditTrail.page('t', { filter, direction, limit: 5, ...behind });
      for (const plan of plansOf().filter((one) => !one.includes('audit_events_of_time')))
        expect(plan)
          .to.match(/^SEARCH /)
          .and.match(path)
          .and.not.match(/SCAN|TEMP B-TREE/);
    });

  it('count successes by counting what is none, where nothing else leaves few', async () => {
    for (const others of [
      {},
      { environmentId: 'e' },
      { resourceType: 'policy' },
      { from: FROM, to: TO },
    ] as const) {
      const filter = { ...others, outcome: 'success' } as const;
      await store.auditTrail.page('t', { filter, direction: 'asc', limit: 5, afterSequence: 7 });
      const [, ...counts] = listened
        .plansOf((sql) => /SELECT (count|text)/.test(sql) && !sql.includes('LIMIT 2001'))
        .filter((plan) => plan.includes('audit_events'));
      expect(counts.at(-1)).to.match(/^SEARCH audit_events USING (COVERING )?INDEX audit_events_of_outcome/);
      for (const count of counts.slice(0, -1)) expect(count).to.match(/^SEARCH .*COVERING INDEX/);
    }
  });

  it('find the events of a short period by their time', async () => {
    await store.auditTrail.page('t', { filter: { from: FROM, to: TO }, direction: 'asc', limit: 5 });
    for (const plan of plansOf()) expect(plan).to.match(/occurred_at>\? AND occurred_at<\?/);
  });

  it('count the events of resources without reading them', async () => {
    const query = { resourceType: 'policy', resourceIds: ['a', 'b'], from: FROM } as const;
    await store.auditTrail.countByResource('t', query);
    const plans = plansOf();
    expect(plans.length).to.equal(1);
    expect(plans[0]).to.match(
      /COVERING INDEX audit_events_of_resource \(tenant_id=\? AND resource_id=\? AND sequence>\?\)/,
    );
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
