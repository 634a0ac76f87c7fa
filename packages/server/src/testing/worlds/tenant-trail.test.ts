import type { AuditEvent } from '@govgate/domain';
import { expect } from 'chai';
import { TRAIL_DAYS, tenantTrail } from './tenant-trail.js';

const NOW_MS = Date.UTC(2026, 10, 24, 12);
const DAY_MS = 24 * 3_600_000;
const EVENTS = 500_000;
const eventsOf = tenantTrail({
  tenantId: 'acme',
  events: EVENTS,
  endsAtMs: NOW_MS,
  subjects: { client_surface: { prefix: 'cs_', count: 5_000 } },
});

const share = (events: readonly AuditEvent[], is: (event: AuditEvent) => boolean): number =>
  Math.round((events.filter(is).length / events.length) * 100);

describe('the trail of a real tenant', () => {
  const some = eventsOf(1, 20_000);
  const different = (of: (event: AuditEvent) => unknown): number => new Set(some.map(of)).size;

  it('tells of all that happens, in its shares', () => {
    const shares = (['session', 'client_surface', 'policy', 'credential_binding', 'agent'] as const).map(
      (type) => share(some, ({ resource }) => resource.resourceType === type),
    );
    expect(shares).to.deep.equal([45, 18, 16, 10, 5]);
    expect(different(({ eventType }) => eventType)).to.equal(24);
  });

  it('has a few per cent that were denied or failed, by some hundred actors in several environments', () => {
    expect(share(some, ({ outcome }) => outcome === 'denied')).to.equal(3);
    expect(share(some, ({ outcome }) => outcome === 'failure')).to.equal(1);
    expect(different(({ actor }) => actor.actorId)).to.equal(121);
    expect(share(some, ({ environmentId }) => environmentId === 'production')).to.be.within(50, 65);
    expect(different(({ environmentId }) => environmentId)).to.equal(5);
    expect(share(some, ({ correlationId }) => correlationId !== null)).to.equal(33);
  });

  it('ends now, and its last day holds its part of all, with thousands that touched a surface', () => {
    const last = eventsOf(EVENTS - 19_999, 20_000);
    const ofDay = last.filter(({ occurredAt }) => Date.parse(occurredAt) > NOW_MS - DAY_MS);
    expect(last.at(-1)?.occurredAt).to.equal(new Date(NOW_MS).toISOString());
    expect(some[0]?.occurredAt.slice(0, 10)).to.equal(
      new Date(NOW_MS - TRAIL_DAYS * DAY_MS).toISOString().slice(0, 10),
    );
    expect(ofDay.length).to.be.within(EVENTS / TRAIL_DAYS - 1, EVENTS / TRAIL_DAYS + 1);
    const surfaces = ofDay.filter(({ resource }) => resource.resourceType === 'client_surface');
    expect(surfaces.length).to.be.above(2_000);
    expect(new Set(surfaces.map(({ resource }) => resource.resourceId)).size).to.be.above(1_000);
  });

  it('is the same in whatever parts it is asked for', () => {
    expect([...eventsOf(101, 50), ...eventsOf(151, 50)]).to.deep.equal(eventsOf(101, 100));
    expect(new Set(some.map(({ auditEventId }) => auditEventId)).size).to.equal(some.length);
  });
});
