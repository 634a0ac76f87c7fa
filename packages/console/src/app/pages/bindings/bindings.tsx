import type { ChangeApproval, CredentialBinding, CredentialBindingDetail } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import { unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { pageOf } from '../../parts/page-of.js';
import { reasonBodyCamel } from '../../parts/reason-fields.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { camelVerb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { listAndRecord } from '../list-and-record.js';
import { BindingParts, Impact } from './binding-parts.js';
import { createBinding } from './create-binding.js';

const t = texts.bindings;
const APPROVALS = ['draft', 'pending_review', 'changes_requested', 'approved', 'rejected', 'revoked'];
const LIVES = ['inactive', 'active', 'disabled', 'expired', 'revoked'];

/** Credentials by reference: where they may be used, who approved them, and what depends on them now. */
export const bindings = listAndRecord<CredentialBinding, CredentialBindingDetail>({
  list: {
    title: t.title,
    path: 'bindings',
    filters: [
      { name: 'source_id', label: t.source },
      { name: 'owner_team', label: t.team },
      { name: 'approval_status', label: t.approval, values: APPROVALS },
      { name: 'lifecycle_state', label: t.state, values: LIVES },
    ],
    columns: [
      { head: t.binding, cell: (one) => <Code of={one.credentialBindingId} />, sort: 'name' },
      { head: t.source, cell: (one) => <Code of={one.source.sourceId} /> },
      { head: t.approval, cell: (one) => <Badge of={one.approvalStatus} /> },
      { head: t.state, cell: (one) => <Badge of={one.lifecycleState} /> },
      { head: t.health, cell: (one) => <Badge of={one.safeStatus.state} /> },
      { head: t.team, cell: (one) => <Code of={one.owner.team} /> },
    ],
    idOf: (one) => one.credentialBindingId,
    ask: async (client, query, options) =>
      pageOf(await client.listCredentialBindings(unchecked(query), options)),
    whenEmpty: t.whenEmpty,
    creates: (api) => makes(api, 'credential_binding.create', createBinding(api)),
  },
  record: {
    read: (client, id, options) => client.readCredentialBinding({ credential_binding_id: id }, options),
    titleOf: ({ binding }) => binding.credentialBindingId,
    facts: ({ binding: one }) => [
      [t.approval, <Badge of={one.approvalStatus} />],
      [t.state, <Badge of={one.lifecycleState} />],
      [t.health, <Badge of={one.safeStatus.state} />],
      [t.source, <Code of={`${one.source.sourceType} ${one.source.sourceId}`} />],
      [t.secret, <Code of={one.secretRefSummary} />],
      [t.fingerprint, <Code of={one.secretRefFingerprint} />],
      [t.mode, <Code of={one.credentialMode} />],
      [t.team, <Code of={one.owner.team} />],
      [t.submittedBy, <Code of={one.submittedBy} />],
      [t.submittedAt, <Moment of={one.submittedAt} />],
      [t.reviewedBy, <Code of={one.reviewedBy} />],
      [t.reviewReason, <Text of={one.reviewReason} />],
      [t.rotation, <Code of={one.rotation.versionRef} />],
      [t.rotationDue, <Moment of={one.rotation.nextRotationDueAt} />],
    ],
    actionsOf: (one) => one.permissions.allowed_actions,
    changes: () => changes,
    Below: BindingParts,
  },
});

/** An approval step: the API requires a reason in words for each. */
const decision = (
  toStatus: ChangeApproval['toStatus'],
  step: Pick<Change<CredentialBindingDetail>, 'action' | 'label' | 'says' | 'isGrave'>,
): Change<CredentialBindingDetail> =>
  camelVerb({
    ...step,
    wordsRequired: true,
    codes: ['reviewed', 'too_broad', 'incident_response'],
    Consequence: Impact,
    send: ({ client, record, body: { reasonCode, ...body }, options }) =>
      client.changeCredentialApproval(
        {
          ...at(record),
          body: { toStatus, reasonCode, reason: 'reason' in body ? String(body.reason) : '' },
        },
        options,
      ),
  });

const rotate: Change<CredentialBindingDetail> = {
  action: 'rotate',
  label: t.rotate,
  says: t.rotateSays,
  fields: () => [{ name: 'versionRef', label: t.rotation, kind: 'text', isRequired: true }],
  send: ({ client, record, values: { versionRef = '', ...values }, options }) => {
    const { reasonCode } = reasonBodyCamel({ ...values, reason_code: 'rotated' });
    return client.rotateCredentialBinding({ ...at(record), body: { versionRef, reasonCode } }, options);
  },
};

const changes: readonly Change<CredentialBindingDetail>[] = [
  decision('approved', { action: 'approve', label: texts.approve, says: t.approveSays }),
  decision('changes_requested', {
    action: 'request_changes',
    label: t.requestChanges,
    says: t.requestChangesSays,
  }),
  decision('rejected', { action: 'reject', label: texts.reject, says: t.rejectSays, isGrave: true }),
  decision('pending_review', { action: 'reopen', label: t.reopen, says: t.reopenSays }),
  camelVerb({
    action: 'submit',
    label: t.submit,
    says: t.submitSays,
    send: ({ client, record, body, options }) =>
      client.submitCredentialBinding({ ...at(record), body }, options),
  }),
  rotate,
  camelVerb({
    action: 'enable',
    label: texts.enable,
    says: t.enableSays,
    send: ({ client, record, body, options }) =>
      client.enableCredentialBinding({ ...at(record), body }, options),
  }),
  camelVerb({
    action: 'disable',
    label: texts.disable,
    says: t.disableSays,
    isGrave: true,
    Consequence: Impact,
    send: ({ client, record, body, options }) =>
      client.disableCredentialBinding({ ...at(record), body }, options),
  }),
  camelVerb({
    action: 'revoke',
    label: texts.revoke,
    says: t.revokeSays,
    isGrave: true,
    Consequence: Impact,
    send: ({ client, record, body, options }) =>
      client.revokeCredentialBinding({ ...at(record), body }, options),
  }),
];

const at = ({ binding }: CredentialBindingDetail) => ({ credential_binding_id: binding.credentialBindingId });
