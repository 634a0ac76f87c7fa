import { canonicalHash, type Json, type ManifestBody } from '@govgate/domain';
import { userOf } from '@govgate/domain/testing';
import { policyVersionKind, userKind } from '@govgate/ports';
import { sampleDraft } from '../samples/policy-samples.js';
import { PRODUCTION } from './world.js';

const records = { api_source_ids: ['record'] };
const isRecord = (...ids: string[]) => ({ attribute: 'resource.id', operator: 'in', value: ids });

/**
 * The eight decisions of AuthZEN's certification scenario as one of our policies. That bob is an administrator, and record-2 archived, is
 * the scenario's; where a question does not say so by a property, the ids do.
 */
const CERTIFICATION_POLICY: ManifestBody = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'read',
      effect: 'allow',
      subjects: { users: ['alice', 'bob'] },
      targets: { ...records, operation_ids: ['read'] },
      conditions: [isRecord('record-1', 'record-2')],
      reason_code: 'may_read',
    },
    {
      rule_id: 'write-record-1',
      effect: 'allow',
      subjects: { users: ['alice'] },
      targets: { ...records, operation_ids: ['write'] },
      conditions: [isRecord('record-1')],
      reason_code: 'may_write',
    },
    {
      rule_id: 'admins-write-archived',
      effect: 'allow',
      subjects: {},
      targets: { ...records, operation_ids: ['write'] },
      conditions: [
        { attribute: 'subject.role', operator: 'eq', value: 'admin' },
        { attribute: 'resource.status', operator: 'eq', value: 'archived' },
      ],
      reason_code: 'admins_may_write',
    },
    {
      rule_id: 'bob-writes-record-2',
      effect: 'allow',
      subjects: { users: ['bob'] },
      targets: { ...records, operation_ids: ['write'] },
      conditions: [isRecord('record-2')],
      reason_code: 'admins_may_write',
    },
    {
      rule_id: 'soft-delete',
      effect: 'allow',
      subjects: { users: ['alice'] },
      targets: { ...records, operation_ids: ['delete'] },
      conditions: [{ attribute: 'action.soft', operator: 'eq', value: true }, isRecord('record-1')],
      reason_code: 'may_delete_softly',
    },
  ],
};

/** What the scenario requires: the active policy and its two users. */
export const CERTIFICATION_RECORDS = [
  {
    kind: policyVersionKind,
    record: sampleDraft('pv_cert', {
      status: 'active',
      body: CERTIFICATION_POLICY,
      manifestHash: canonicalHash(CERTIFICATION_POLICY as Json),
      environmentId: PRODUCTION,
    }),
  },
  ...['alice', 'bob'].map((userId) => ({
    kind: userKind,
    record: userOf(userId),
  })),
];
