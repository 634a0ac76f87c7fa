import { type AnyKind, policyVersionKind } from '@govgate/ports';
import { sampleDraft, sampleHash, sampleManifest } from './policy-samples.js';
import { PRODUCTION, TENANT } from './world.js';

/** A call of an operation that succeeds in the sample world. */
export interface OperationSample {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a second sending without a key answers; default: as the first. */
  readonly again?: number;
}

const scope = { tenant_id: TENANT, environment_id: PRODUCTION };
const draft = { policy_version: 'pv_draft' };
const none = {};

/** One sample for each operation that needs a token; a test holds this table against the registry. */
export const OPERATION_SAMPLES: Readonly<Record<string, OperationSample>> = {
  archivePolicy: { params: draft, query: scope, body: { reason_code: 'retired' }, again: 409 },
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
  listPolicies: { params: none, query: scope },
  publishPolicy: {
    params: draft,
    query: scope,
    body: { manifest_hash: sampleHash(), reason_code: 'go_live', reason: 'Sample' },
  },
  readIdentity: { params: none, query: none },
  readPolicy: { params: draft, query: scope },
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

/** The records that the samples are about. */
export const SAMPLE_RECORDS: readonly { readonly kind: AnyKind; readonly record: unknown }[] = [
  { kind: policyVersionKind, record: sampleDraft('pv_draft') },
  { kind: policyVersionKind, record: sampleDraft('pv_other') },
];

/** The address of a sample. */
export const sampleUrl = (path: string, { params, query }: OperationSample): string => {
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};
