import {
  DEFAULT_EXPORT_SETTINGS,
  newDestinationObservation,
  statusAfterDelivery,
} from '@govgate/domain/internal';
import { destinationObservationKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  answerOf,
  FOREIGN,
  PROD_SCOPE,
  PRODUCTION,
  refusalOf,
  START,
  TENANT,
} from '../testing/use-case-bench.js';
import { changesOfDestinations } from './change-destination.js';
import { makeReadDestination } from './read-destination.js';
import { DESTINATION, DestinationBench } from './testing/destination-bench.js';

const never = { status: 'unknown', checkedAt: '', reasonCode: 'never_checked' };
const notApplicable = { status: 'not_configured', checkedAt: '', reasonCode: 'not_applicable' };
const disabled = { status: 'disabled', checkedAt: '', reasonCode: 'destination_disabled' };

describe('a destination', () => {
  it('is returned with metadata only, and starts as never checked', async () => {
    const bench = await DestinationBench.make();
    const created = answerOf(await bench.calls.create());
    expect(created).to.deep.equal({
      schemaVersion: '1.0',
      ...PROD_SCOPE,
      destinationId: 'dst_lake',
      kind: 'splunk_hec',
      enabled: true,
      destinationRef: 'dstref_security-lake',
      endpointRef: 'epref_security-lake',
      siemDeliveryStatus: never,
      webhookStatus: notApplicable,
      auditExportStatus: never,
      auditExportLink: { adminApiOperation: 'list_audit_events', duplicatesExportJobs: false },
      retentionPolicy: { metadataRetentionDays: 90, exportFormat: 'ocsf_json' },
      exportSettings: { ...DEFAULT_EXPORT_SETTINGS, format: 'ocsf_json' },
      redaction: {
        includePayloads: false,
        privatePayloadEgress: false,
        secretMaterialReturned: false,
        noPayloadGuarantee: true,
        auditMaterial: 'metadata_only',
      },
      permissions: { allowedActions: ['disable', 'read', 'replay', 'test', 'update'] },
      tag: '1',
    });
    expect(answerOf(await bench.calls.read())).to.deep.equal(created);
  });

  it('reports the state of its deliveries, depending on its kind', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create({ kind: 'webhook' }));
    const before = newDestinationObservation({ ...PROD_SCOPE, destinationId: 'dst_lake' });
    await bench.bench.put(destinationObservationKind, {
      ...before,
      ...statusAfterDelivery(before, 'timeout', START),
    });
    const read = answerOf(await bench.calls.read());
    expect([read.webhookStatus, read.siemDeliveryStatus, read.auditExportStatus]).to.deep.equal([
      {
        status: 'degraded',
        checkedAt: START,
        reasonCode: 'timeout',
        lastError: { reasonCode: 'timeout', retryable: true },
      },
      notApplicable,
      never,
    ]);
  });

  it('is absent elsewhere, and forbidden without a grant that covers it', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create());
    const read = makeReadDestination(bench.ports);
    for (const scope of [
      { tenantId: TENANT, environmentId: 'staging' },
      { tenantId: FOREIGN, environmentId: PRODUCTION },
    ])
      expect(refusalOf(await read(bench.ada, { ...DESTINATION, scope }))).to.equal('not_found');
    await bench.bench.grant('bob', 'platform_admin', {
      scopeType: 'owner_team',
      environmentId: null,
      ownerTeam: 'payments',
    });
    expect(refusalOf(await bench.calls.read(await bench.bench.as('bob')))).to.equal('permission_denied');
    await bench.bench.grant('eve', 'viewer');
    expect(refusalOf(await bench.calls.disable(await bench.bench.as('eve')))).to.equal('permission_denied');
  });
});

describe('disabling a destination', () => {
  it('takes it out of use, once, and says so in every status', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create());
    const result = answerOf(await bench.calls.disable());
    expect(result).to.deep.include({
      enabled: false,
      siemDeliveryStatus: disabled,
      webhookStatus: notApplicable,
      auditExportStatus: disabled,
      permissions: { allowedActions: ['enable', 'read', 'update'] },
    });
    expect(await bench.stored()).to.deep.include({ disabledAt: START, disableReasonCode: 'too_noisy' });
    expect(answerOf(await bench.calls.disable())).to.deep.equal(result);
    expect(await bench.bench.events()).to.deep.equal(['siem_webhook.created', 'siem_webhook.disabled']);
  });

  it('is one change, however many callers ask at once', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create());
    const results = await Promise.all([1, 2, 3, 4].map(() => bench.calls.disable()));
    expect(new Set(results.map((result) => JSON.stringify(answerOf(result)))).size).to.equal(1);
    expect(await bench.bench.events()).to.deep.equal(['siem_webhook.created', 'siem_webhook.disabled']);
  });

  it('is not overwritten by a concurrent change', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create());
    const moved = { endpointRef: 'epref_elsewhere' };
    await Promise.all([bench.calls.disable(), bench.calls.update(moved)]);
    expect(await bench.stored()).to.deep.include({ enabled: false, ...moved });
  });

  it('is refused for an absent destination', async () => {
    const bench = await DestinationBench.make();
    expect(refusalOf(await bench.calls.disable())).to.equal('not_found');
    const scope = { ...PROD_SCOPE, environmentId: 'nowhere' };
    const request = { ...DESTINATION, scope, reasonCode: 'x' };
    expect(refusalOf(await changesOfDestinations.disable(bench.ports)(bench.ada, request))).to.equal(
      'not_found',
    );
  });
});

describe('enabling a destination', () => {
  it('puts it back into use and restarts its run of failures', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create());
    const seen = newDestinationObservation({ ...PROD_SCOPE, destinationId: 'dst_lake' });
    await bench.bench.put(destinationObservationKind, {
      ...seen,
      failuresInARow: 40,
      failingSince: '2026-02-20T00:00:00.000Z',
    });
    await bench.calls.disable();
    const enabled = answerOf(await bench.calls.enable());
    expect(enabled).to.deep.include({ enabled: true, siemDeliveryStatus: never, auditExportStatus: never });
    const observed = await bench.ports.records.get(destinationObservationKind, PROD_SCOPE, 'dst_lake');
    expect(observed?.record).to.deep.equal(seen);
    expect(await bench.stored()).to.deep.include({ disabledAt: null, disableReasonCode: null });
    expect(answerOf(await bench.calls.enable())).to.deep.equal(enabled);
    expect(await bench.bench.events()).to.deep.equal([
      'siem_webhook.created',
      'siem_webhook.disabled',
      'siem_webhook.enabled',
    ]);
  });

  it('leaves the observations of an enabled one unchanged', async () => {
    const bench = await DestinationBench.make();
    answerOf(await bench.calls.create());
    const seen = newDestinationObservation({ ...PROD_SCOPE, destinationId: 'dst_lake' });
    await bench.bench.put(destinationObservationKind, {
      ...seen,
      ...statusAfterDelivery(seen, 'delivered', START),
    });
    const { siemDeliveryStatus } = answerOf(await bench.calls.enable());
    expect(siemDeliveryStatus).to.deep.equal({
      status: 'healthy',
      checkedAt: START,
      reasonCode: 'delivered',
    });
  });
});
