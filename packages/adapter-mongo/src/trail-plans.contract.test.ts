import { type AuditFilter, trailPath } from '@govgate/ports';
import { anEvent, suiteKinds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { Document } from 'mongodb';
import { describeWithMongo } from '../../../tools/test-services/require-service.js';
import { TRAIL_KEYS } from './kinds/trail-hint.js';
import { auditFilterOf } from './read/audit-document.js';
import { filterOf, type ListenedStore, openListenedStore } from './testing/listened-store.js';

const TENANT = 'tenant_a';
const FROM = '2026-01-01T00:00:00.000Z';

const FILTERED: readonly AuditFilter[] = [
  { correlationId: 'c' },
  { resourceType: 'policy', resourceId: 'r' },
  { actorId: 'a' },
  { eventType: 'policy.updated', environmentId: 'e' },
  { outcome: 'denied', actorId: 'a' },
  { outcome: 'success', actorId: 'a' },
  { resourceType: 'policy' },
  { environmentId: 'e', from: FROM },
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

  for (const filter of FILTERED)
    it(`find and count events by ${Object.keys(filter).join(' and ')} through one index`, async () => {
      const hint = TRAIL_KEYS[trailPath(filter) as keyof typeof TRAIL_KEYS];
      for (const direction of ['asc', 'desc'] as const) {
        const reads = await readsOf(filter, direction);
        expect(reads.map(({ find, aggregate, hint: sent }) => [find ?? aggregate, sent])).to.deep.equal([
          ['audit_events', hint],
          ['audit_events', hint],
        ]);
      }
    });

  it('count successes by counting what is none, where nothing else leaves few', async () => {
    for (const others of [{}, { environmentId: 'e' }, { resourceType: 'policy' }, { from: FROM }] as const) {
      const counting = (await readsOf({ ...others, outcome: 'success' }, 'asc')).slice(1);
      const failures = counting.pop();
      expect([failures?.hint, filterOf(failures ?? {})]).to.deep.equal([
        TRAIL_KEYS.outcome,
        { ...auditFilterOf(TENANT, others), oc: { $ne: 'success' } },
      ]);
      expect(JSON.stringify(counting)).to.not.contain('success');
    }
  });
});
