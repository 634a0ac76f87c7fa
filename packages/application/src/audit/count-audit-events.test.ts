import { expect } from 'chai';
import { answerOf, callerWith, refusalOf } from '../testing/use-case-bench.js';
import { makeCountAuditEvents } from './count-audit-events.js';
import { ACME, makeTrailBench, type TrailBench } from './testing/trail-bench.js';

const auditor = callerWith([{ role: 'auditor', scope: { scopeType: 'tenant' } } as never]);

const SPAN = { from: '2026-01-01T00:00:30.000Z', to: '2026-01-01T00:03:00.000Z' };

const benchOf = async (): Promise<TrailBench> => {
  const bench = makeTrailBench();
  await bench.append(1, { occurredAt: '2026-01-01T00:00:29.999Z' });
  await bench.append(2, { occurredAt: '2026-01-01T00:00:30.000Z' });
  await bench.append(1, { occurredAt: '2026-01-01T00:02:59.999Z', outcome: 'denied', environmentId: null });
  await bench.append(1, { occurredAt: '2026-01-01T00:03:00.000Z' });
  await bench.append(1, { occurredAt: '2026-01-01T00:01:00.000Z', tenantId: 'umbra' });
  return bench;
};

const request = { tenantId: ACME, filter: SPAN, interval: 'minute' } as const;

describe('counting audit events by time', () => {
  it('gives every bucket of the range, and counts by outcome what happened within it', async () => {
    const { ports } = await benchOf();
    expect(answerOf(await makeCountAuditEvents(ports)(auditor, request))).to.deep.equal({
      schemaVersion: '1.0',
      interval: 'minute',
      ...SPAN,
      buckets: [
        { start: '2026-01-01T00:00:00.000Z', success: 2, denied: 0, failure: 0 },
        { start: '2026-01-01T00:01:00.000Z', success: 0, denied: 0, failure: 0 },
        { start: '2026-01-01T00:02:00.000Z', success: 0, denied: 1, failure: 0 },
      ],
    });
  });

  it('counts what the filters of the list find', async () => {
    const { ports } = await benchOf();
    const count = async (filter: object) => {
      const asking = { ...request, interval: 'day', filter: { ...SPAN, ...filter } } as const;
      return answerOf(await makeCountAuditEvents(ports)(auditor, asking)).buckets;
    };
    const start = '2026-01-01T00:00:00.000Z';
    expect(await count({ environmentId: 'production' })).to.deep.equal([
      { start, success: 2, denied: 0, failure: 0 },
    ]);
    expect(await count({ outcome: 'denied' })).to.deep.equal([{ start, success: 0, denied: 1, failure: 0 }]);
  });

  it('is for those who may list the trail', async () => {
    const count = makeCountAuditEvents((await benchOf()).ports);
    const member = callerWith([
      { role: 'auditor', scope: { scopeType: 'environment', environmentId: 'production' } } as never,
    ]);
    const foreigner = callerWith([{ role: 'auditor', scope: { scopeType: 'tenant' } } as never], {
      tenantId: 'umbra',
    });
    expect(refusalOf(await count(member, request))).to.equal('permission_denied');
    expect(refusalOf(await count(foreigner, request))).to.equal('scope_forbidden');
  });

  it('refuses a range that is empty or has too many buckets', async () => {
    const count = makeCountAuditEvents((await benchOf()).ports);
    const over = (filter: object) => count(auditor, { ...request, filter: { ...SPAN, ...filter } });
    expect(await over({ to: SPAN.from })).to.deep.equal({
      ok: false,
      refusal: { reasonCode: 'invalid_request', field: 'to' },
    });
    expect(await over({ to: '2026-01-02T00:00:00.000Z' })).to.deep.equal({
      ok: false,
      refusal: { reasonCode: 'limit_exceeded', field: 'interval' },
    });
  });
});
