import { expect } from 'chai';
import fc from 'fast-check';
import {
  DELIVERY_REASONS,
  type DeliveryReason,
  destinationStatuses,
  isRetryable,
  NEVER_DELIVERED,
  NOT_APPLICABLE,
  statusAfterDelivery,
  statusWhileQueued,
} from './delivery-status.js';
import { DESTINATION_KINDS } from './destination.js';

const FIRST = { delivery: NEVER_DELIVERED, failuresInARow: 0, failingSince: null };
const after = (...outcomes: DeliveryReason[]) =>
  outcomes.reduce(
    (row, outcome, index) =>
      statusAfterDelivery(row, outcome, `2026-03-01T12:${String(index).padStart(2, '0')}:00.000Z`),
    FIRST as ReturnType<typeof statusAfterDelivery>,
  );

describe('statusAfterDelivery', () => {
  it('is healthy after one success, and forgets the failures', () => {
    expect(after('timeout', 'timeout', 'delivered')).to.deep.equal({
      delivery: {
        status: 'healthy',
        checkedAt: '2026-03-01T12:02:00.000Z',
        reasonCode: 'delivered',
        lastError: null,
      },
      failuresInARow: 0,
      failingSince: null,
    });
  });

  it('is degraded for nine failures in a row and failing from the tenth', () => {
    const status = (failures: number): string =>
      after(...Array.from({ length: failures }, (): DeliveryReason => 'timeout')).delivery.status;
    expect([1, 9, 10, 11].map(status)).to.deep.equal(['degraded', 'degraded', 'failing', 'failing']);
  });

  it('shows the last error, and since when, only while failing', () => {
    expect(after('delivered', 'timeout', 'auth_rejected')).to.deep.equal({
      delivery: {
        status: 'degraded',
        checkedAt: '2026-03-01T12:02:00.000Z',
        reasonCode: 'auth_rejected',
        lastError: { reasonCode: 'auth_rejected', retryable: false },
      },
      failuresInARow: 2,
      failingSince: '2026-03-01T12:01:00.000Z',
    });
  });

  it('depends only on the length of the run, for any outcomes', () => {
    const reasons = Object.keys(DELIVERY_REASONS) as DeliveryReason[];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...reasons), { minLength: 1, maxLength: 40 }), (outcomes) => {
        const row = after(...outcomes);
        const lastSuccess = outcomes.lastIndexOf('delivered');
        const failures = outcomes.length - 1 - lastSuccess;
        expect(row.failuresInARow).to.equal(failures);
        expect(row.delivery.status).to.equal(
          failures === 0 ? 'healthy' : failures < 10 ? 'degraded' : 'failing',
        );
        expect(row.delivery.lastError === null).to.equal(failures === 0);
      }),
      { numRuns: 200 },
    );
  });

  it('is pending while a check is queued', () => {
    expect(statusWhileQueued(after('timeout').delivery)).to.deep.equal({
      status: 'pending',
      checkedAt: '2026-03-01T12:00:00.000Z',
      reasonCode: 'check_queued',
      lastError: null,
    });
  });
});

describe('what can be retried', () => {
  it('is what the contract lists', () => {
    expect((Object.keys(DELIVERY_REASONS) as DeliveryReason[]).filter(isRetryable)).to.deep.equal([
      'dns_error',
      'connection_refused',
      'connection_reset',
      'timeout',
      'network_error',
      'rate_limited',
      'upstream_error',
    ]);
  });
});

describe('destinationStatuses', () => {
  it('reports only what applies to the kind', () => {
    const { delivery } = after('delivered');
    for (const kind of DESTINATION_KINDS) {
      const statuses = destinationStatuses(
        { kind, enabled: true },
        { delivery, auditExport: NEVER_DELIVERED },
      );
      expect(statuses).to.deep.equal({
        siemDeliveryStatus: kind === 'webhook' ? NOT_APPLICABLE : delivery,
        webhookStatus: kind === 'webhook' ? delivery : NOT_APPLICABLE,
        auditExportStatus: NEVER_DELIVERED,
      });
    }
  });

  it('is disabled for a disabled destination, and unknown again once it is enabled', () => {
    const { delivery } = after('timeout');
    const disabled = {
      status: 'disabled',
      checkedAt: '2026-03-01T12:00:00.000Z',
      reasonCode: 'destination_disabled',
      lastError: null,
    };
    const reported = destinationStatuses(
      { kind: 'webhook', enabled: false },
      { delivery, auditExport: delivery },
    );
    expect(reported.webhookStatus).to.deep.equal(disabled);
    expect(reported.auditExportStatus).to.deep.equal(disabled);
    expect(
      destinationStatuses(
        { kind: 'webhook', enabled: true },
        { delivery: reported.webhookStatus, auditExport: NEVER_DELIVERED },
      ).webhookStatus,
    ).to.deep.equal({ ...NEVER_DELIVERED, checkedAt: '2026-03-01T12:00:00.000Z' });
  });
});
