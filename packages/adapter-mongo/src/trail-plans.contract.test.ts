import type { AuditFilter } from '@govgate/ports';
import { anEvent, suiteKinds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { Document } from 'mongodb';
import { describeWithMongo } from '../../../tools/test-services/require-service.js';
import { BY_OUTCOME_AND_TIME, BY_TIME, TRAIL_KEYS } from './kinds/trail-keys.js';
import { type ListenedStore, openListenedStore } from './testing/listened-store.js';

const TENANT = 'tenant_a';
const FROM = '2026-01-01T00:00:00.000Z';

const FILTERED: readonly (readonly [AuditFilter, Document])[] = [
  [{ correlationId: 'c' }, TRAIL_KEYS.correlationId],
  [{ resourceType: 'policy', resourceId: 'r' }, TRAIL_KEYS.resourceId],
  [{ actorId: 'a' }, TRAIL_KEYS.actorId],
  [{ outcome: 'denied', actorId: 'a' }, TRAIL_KEYS.actorId],
  [{ outcome: 'denied', eventType: 'policy.updated' }, TRAIL_KEYS.outcome],
  [{ eventType: 'policy.updated', environmentId: 'e', outcome: 'success' }, TRAIL_KEYS.eventType],
  [{ resourceType: 'policy', environmentId: 'e' }, TRAIL_KEYS.resourceType],
  [{ environmentId: 'e', to: FROM }, TRAIL_KEYS.environmentId],
  [{ outcome: 'success' }, TRAIL_KEYS.outcome],
  [{ to: FROM }, BY_TIME],
];

describeWithMongo('the plans of the trail on MongoDB', (serverUrl) => {
  let listened: ListenedStore;

  before(async function () {
    this.timeout(60_000);
    listened = await openListenedStore(serverUrl, suiteKinds);
    const audit = [anEvent(), anEvent(), anEvent()] as const;
    await listened.store.unitOfWork.commit({ changes: [], audit });
  });

  after(() => listened.dispose());

  const readsOf = async (filter: AuditFilter, direction: 'asc' | 'desc'): Promise<readonly Document[]> => {
    listened.taken();
    await listened.store.auditTrail.page(TENANT, { filter, direction, limit: 1, afterSequence: 2 });
    return listened.taken();
  };

  it('count the whole trail from its ends, whatever it holds', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const [page, ...counting] = await readsOf({}, direction);
      expect(page).to.include({ find: 'audit_events', limit: 2 });
      expect(counting.map(({ find, limit }) => [find, limit])).to.deep.equal([
        ['heads', 1],
        ['audit_events', 1],
      ]);
    }
  });

  for (const [filter, hint] of FILTERED)
    it(`find and count events by ${Object.keys(filter).join(' and ')} through one index`, async () => {
      for (const direction of ['asc', 'desc'] as const) {
        const reads = await readsOf(filter, direction);
        expect(reads.map(({ find, aggregate, hint: sent }) => [find ?? aggregate, sent])).to.deep.equal([
          ['audit_events', hint],
          ['audit_events', hint],
        ]);
      }
    });

  it('count a histogram in one read of one index', async () => {
    listened.taken();
    const filter = { from: FROM, to: '2026-01-02T00:00:00.000Z', environmentId: 'e' };
    await listened.store.auditTrail.countByTime(TENANT, { filter, interval: 'hour' });
    const reads = listened.taken().map(({ aggregate, hint }) => [aggregate, hint]);
    expect(reads).to.deep.equal([['audit_events', BY_OUTCOME_AND_TIME]]);
  });
});
