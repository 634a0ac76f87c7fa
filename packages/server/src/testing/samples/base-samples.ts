import { policyVersionKind } from '@govgate/ports';
import { firstEventOf, PRODUCTION, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { sampleDraft, sampleHash, sampleManifest } from './policy-samples.js';

const scope = { tenant_id: TENANT, environment_id: PRODUCTION };
const draft = { policy_version: 'pv_draft' };
const none = {};

const SAMPLE_TESTS = {
  tests_version: '1.0',
  now: '2026-01-02T00:00:00.000Z',
  subjects: { operator: { user_id: 'ada', groups: ['operators'] } },
  targets: { find: { kind: 'mcp_server', server_id: 'srv_search', tool_id: 'find', risk_tier: 'low' } },
  cases: {
    operators_find: {
      subjects: ['operator'],
      targets: ['find'],
      actions: ['tool.invoke'],
      expected: [{ effect: 'require_approval' }],
    },
  },
};

/** Policies, the caller's identity and the audit trail. */
export const BASE_SAMPLES: Readonly<Record<string, OperationSample>> = {
  archivePolicy: { params: draft, query: scope, body: { reason_code: 'retired' }, again: 409 },
  checkPolicyText: {
    params: draft,
    query: scope,
    body: { text: JSON.stringify(sampleManifest('allow')), text_format: 'json' },
  },
  countAuditEvents: {
    params: none,
    query: {
      tenant_id: TENANT,
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-02T00:00:00.000Z',
      interval: 'hour',
    },
  },
  createPolicy: {
    params: none,
    query: scope,
    body: {
      policy_version: 'pv_new',
      owner: { user_id: 'ada', team: 'payments' },
      source: { source_type: 'gitops', source_ref: 'main' },
      description: 'A sample',
      body: sampleManifest(),
    },
    again: 409,
  },
  diffPolicies: { params: draft, query: { ...scope, against: 'pv_other' } },
  exportAuditEvents: { params: none, query: { tenant_id: TENANT } },
  listAuditEvents: { params: none, query: { tenant_id: TENANT, limit: '5' } },
  listCheckpoints: { params: none, query: { tenant_id: TENANT, limit: '5' } },
  listPolicies: { params: none, query: scope },
  previewPublish: { params: draft, query: scope, body: { manifest_hash: sampleHash() } },
  proveAuditEvent: {
    params: { audit_event_id: firstEventOf(TENANT) },
    query: { tenant_id: TENANT },
  },
  readActivePolicy: { params: none, query: scope },
  readAuditEvent: { params: { audit_event_id: firstEventOf(TENANT) }, query: { tenant_id: TENANT } },
  proveConsistency: { params: none, query: { tenant_id: TENANT, from: '1', to: '1' } },
  publishPolicy: {
    params: draft,
    query: scope,
    body: { manifest_hash: sampleHash(), reason_code: 'go_live', reason: 'Sample' },
  },
  readOverview: { params: none, query: scope },
  readIdentity: { params: none, query: none },
  readPolicy: { params: draft, query: scope },
  readPolicyTests: { params: draft, query: scope },
  replacePolicyTests: {
    params: draft,
    query: scope,
    headers: { 'if-match': '"1"' },
    body: { tests: SAMPLE_TESTS, reason_code: 'tested' },
    again: 412,
  },
  simulatePolicy: {
    params: draft,
    query: scope,
    body: {
      request: {
        target: { kind: 'mcp_server', server_id: 'srv_search', tool_id: 'find' },
        action: 'tool.invoke',
      },
    },
  },
  updatePolicy: {
    params: draft,
    query: scope,
    headers: { 'if-match': '"1"' },
    body: {
      owner: { user_id: 'ada', team: 'payments' },
      description: 'Edited',
      body: sampleManifest('allow'),
    },
    again: 412,
  },
  validatePolicy: { params: draft, query: scope, body: { reason_code: 'checked' } },
  verifyAuditTrail: { params: none, query: { tenant_id: TENANT } },
};

export const BASE_RECORDS: readonly SampleRecord[] = [
  { kind: policyVersionKind, record: sampleDraft('pv_draft') },
  { kind: policyVersionKind, record: sampleDraft('pv_other') },
];
