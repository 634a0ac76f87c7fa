import { expect } from 'chai';
import { expectOk, NOW } from '../testing/people.js';
import { decideCreateDestination, decideEnableDestination } from './change-destination.js';
import {
  type DeliveryRow,
  type DeliveryStatus,
  NEVER_DELIVERED,
  statusAfterDelivery,
} from './delivery-status.js';
import { rowAfterCheck } from './delivery-test.js';
import { newDestinationObservation } from './destination-observation.js';
import { checkHandle, handleHelp } from './handle.js';

const SINCE = '2026-03-01T10:00:00.000Z';
const failing: DeliveryRow = {
  delivery: {
    status: 'degraded',
    checkedAt: SINCE,
    reasonCode: 'timeout',
    lastError: { reasonCode: 'timeout', retryable: true },
  },
  failuresInARow: 3,
  failingSince: SINCE,
};

describe('a check that sent something', () => {
  it('counts as a delivery, successful or not', () => {
    for (const outcome of ['delivered', 'tls_error'] as const)
      expect(rowAfterCheck(failing, outcome, NOW)).to.deep.equal(statusAfterDelivery(failing, outcome, NOW));
    expect(rowAfterCheck(failing, 'tls_error', NOW).failuresInARow).to.equal(4);
  });
});

describe('a check that sent nothing', () => {
  const shown = (delivery: Omit<DeliveryStatus, 'checkedAt'>) => ({
    ...failing,
    delivery: { checkedAt: NOW, ...delivery },
  });

  it('says why, and leaves the run of failures unchanged', () => {
    expect(rowAfterCheck(failing, 'not_applicable', NOW)).to.deep.equal(
      shown({ status: 'not_configured', reasonCode: 'not_applicable', lastError: null }),
    );
    expect(rowAfterCheck(failing, 'destination_disabled', NOW)).to.deep.equal(
      shown({ status: 'disabled', reasonCode: 'destination_disabled', lastError: null }),
    );
    expect(rowAfterCheck(failing, 'retries_exhausted', NOW)).to.deep.equal(
      shown({
        status: 'unknown',
        reasonCode: 'retries_exhausted',
        lastError: { reasonCode: 'retries_exhausted', retryable: false },
      }),
    );
  });
});

describe('a delivery to what was noted as disabled or not configured', () => {
  it('reports its outcome, like one to a destination that was never checked', () => {
    for (const status of ['disabled', 'not_configured'] as const) {
      const before = { ...failing, failuresInARow: 0, delivery: { ...NEVER_DELIVERED, status } };
      const after = (['delivered', 'timeout'] as const).map(
        (outcome) => statusAfterDelivery(before, outcome, NOW).delivery.status,
      );
      expect(after).to.deep.equal(['healthy', 'degraded']);
    }
  });
});

describe('a new destination', () => {
  const destination = expectOk(
    decideCreateDestination(
      {
        destinationId: 'dst_1',
        tenantId: 'acme',
        environmentId: 'production',
        kind: 'webhook',
        destinationRef: 'dstref_security-lake-01',
        endpointRef: 'epref_collector-eu-1',
        endpointSecretRef: null,
        tokenSecretRef: null,
        signingKeyRef: null,
        duplicatesExportJobs: false,
        retentionPolicy: { metadataRetentionDays: 1, exportFormat: 'json' },
      },
      { now: NOW },
    ),
  );

  it('has no deliveries', () => {
    expect(newDestinationObservation(destination)).to.deep.equal({
      destinationId: 'dst_1',
      tenantId: 'acme',
      environmentId: 'production',
      delivery: { status: 'unknown', checkedAt: '', reasonCode: 'never_checked', lastError: null },
      auditExport: { status: 'unknown', checkedAt: '', reasonCode: 'never_checked', lastError: null },
      failuresInARow: 0,
      failingSince: null,
    });
  });

  it('keeps delivery metadata from a day to ten years, both included', () => {
    const kept = (metadataRetentionDays: number) =>
      decideCreateDestination(
        { ...destination, retentionPolicy: { metadataRetentionDays, exportFormat: 'json' } },
        { now: NOW },
      ).ok;
    expect([0, 1, 3650, 3651].map(kept)).to.deep.equal([false, true, true, false]);
  });

  it('is enabled already, so that enabling it changes nothing', () => {
    expect(decideEnableDestination(destination, { now: '2026-03-02T00:00:00.000Z' })).to.deep.equal({
      ok: true,
      value: { kind: 'no_change', record: destination },
    });
  });
});

describe('a handle', () => {
  it('is refused as a leak even with blanks around a pasted credential', () => {
    for (const text of [' Bearer abcdefghijkl', '\twhsec_MfKQexampleexample', ` ${'0a'.repeat(20)} `])
      expect(checkHandle(text, 'ep', 'endpoint_ref')).to.deep.equal({
        ok: false,
        refusal: { reasonCode: 'raw_endpoint_material_rejected', field: 'endpoint_ref', ...handleHelp('ep') },
      });
  });

  it('is refused where the other kind is expected', () => {
    expect(checkHandle('dstref_security-lake-01', 'ep', 'endpoint_ref')).to.deep.equal({
      ok: false,
      refusal: { reasonCode: 'invalid_request', field: 'endpoint_ref', ...handleHelp('ep') },
    });
  });
});
