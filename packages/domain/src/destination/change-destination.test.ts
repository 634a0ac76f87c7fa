import { expect } from 'chai';
import { allowedActions, mayOn } from '../authorization/allowed-actions.js';
import { withoutSecrets } from '../redaction/classes.js';
import { ADMIN, callerWith, expectOk, grantOf, NOW, refusalIn } from '../testing/people.js';
import {
  checkDeliverable,
  type DestinationDraft,
  decideCreateDestination,
  decideDisableDestination,
  decideEnableDestination,
  decideUpdateDestination,
} from './change-destination.js';
import { destinationClasses } from './destination.classes.js';
import type { Destination } from './destination.js';
import { destinationActions } from './destination-verbs.js';
import { handleHelp } from './handle.js';

const draft: DestinationDraft = {
  destinationId: 'dst_1',
  tenantId: 'acme',
  environmentId: 'production',
  kind: 'splunk_hec',
  destinationRef: 'dstref_security-lake-01',
  endpointRef: 'epref_collector-eu-1',
  endpointSecretRef: 'env:HEC_URL',
  tokenSecretRef: 'env:HEC_TOKEN',
  signingKeyRef: null,
  duplicatesExportJobs: false,
  retentionPolicy: { metadataRetentionDays: 90, exportFormat: 'ocsf_json' },
};

const created = (): Destination => expectOk(decideCreateDestination(draft, { now: NOW }));
const later = { now: '2026-03-01T13:00:00.000Z' };

describe('a destination', () => {
  it('is enabled from the start', () => {
    expect(created()).to.deep.equal({
      ...draft,
      enabled: true,
      disabledAt: null,
      disableReasonCode: null,
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  it('accepts only handles, and a valid retention', () => {
    const refusal = (fields: Partial<DestinationDraft>) =>
      refusalIn(decideCreateDestination({ ...draft, ...fields }, { now: NOW }));
    expect(refusal({ endpointRef: 'https://hec.example:8088' })).to.deep.equal({
      reasonCode: 'raw_endpoint_material_rejected',
      field: 'endpoint_ref',
      ...handleHelp('ep'),
    });
    expect(refusal({ destinationRef: 'lake' })).to.deep.equal({
      reasonCode: 'invalid_request',
      field: 'destination_ref',
      ...handleHelp('dst'),
    });
    for (const metadataRetentionDays of [0, 3651, 1.5, Number.NaN])
      expect(refusal({ retentionPolicy: { metadataRetentionDays, exportFormat: 'cef' } })).to.deep.equal({
        reasonCode: 'invalid_request',
        field: 'retention_policy.metadata_retention_days',
      });
  });

  it('names what an update changed, never its values', () => {
    const decided = expectOk(
      decideUpdateDestination(created(), { tokenSecretRef: 'env:HEC_TOKEN_2' }, later),
    );
    expect(decided).to.deep.include({ kind: 'moved', changedFields: ['tokenSecretRef'] });
    expect(
      expectOk(decideUpdateDestination(created(), { tokenSecretRef: 'env:HEC_TOKEN' }, later)).kind,
    ).to.equal('no_change');
    expect(decideUpdateDestination(created(), { endpointRef: 'hec.example' }, later).ok).to.equal(false);
  });

  it('is disabled once, and enabled again', () => {
    const disabled = expectOk(decideDisableDestination(created(), { reasonCode: 'noise', ...later }));
    expect(disabled).to.deep.equal({
      kind: 'moved',
      record: {
        ...created(),
        enabled: false,
        disabledAt: later.now,
        disableReasonCode: 'noise',
        updatedAt: later.now,
      },
      changedFields: ['disableReasonCode', 'disabledAt', 'enabled'],
      fences: false,
    });
    expect(
      expectOk(decideDisableDestination(disabled.record, { reasonCode: 'noise', ...later })).kind,
    ).to.equal('no_change');
    expect(refusalIn(checkDeliverable(disabled.record))).to.deep.equal({
      reasonCode: 'destination_disabled',
    });
    expect(expectOk(decideEnableDestination(disabled.record, { now: NOW })).record).to.deep.equal(created());
  });

  it('lists the currently possible actions', () => {
    const target = { tenantId: 'acme', environmentId: 'production', resourceId: 'dst_1', ownerTeam: null };
    const actions = (caller: typeof ADMIN, state: 'enabled' | 'disabled') =>
      allowedActions(destinationActions, { state, facts: {} }, mayOn(caller, target));
    expect(actions(ADMIN, 'enabled')).to.deep.equal(['disable', 'read', 'replay', 'test', 'update']);
    expect(actions(ADMIN, 'disabled')).to.deep.equal(['enable', 'read', 'update']);
    expect(actions(callerWith([grantOf('auditor')]), 'enabled')).to.deep.equal(['read']);
  });

  it('is shown without its references', () => {
    const text = JSON.stringify(withoutSecrets(destinationClasses, created()));
    expect(text).to.include('dstref_security-lake-01');
    expect(text).not.to.match(/env:|SecretRef|signingKey/);
  });
});
