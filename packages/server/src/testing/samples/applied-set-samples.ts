import { appliedSetKind } from '@govgate/ports';
import { TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';

const payments = { params: { set_id: 'payments' }, query: { tenant_id: TENANT } };

/** What was applied from files. */
export const APPLIED_SET_SAMPLES: Readonly<Record<string, OperationSample>> = {
  readAppliedSet: payments,
  recordAppliedSet: {
    ...payments,
    headers: { 'if-match': '"1"' },
    body: {
      plan_digest: null,
      resources: [
        { kind: 'user', id: 'ada', applied: { user_id: 'ada' }, pending: { user_id: 'ada', disabled: true } },
      ],
    },
    again: 412,
  },
};

export const APPLIED_SET_RECORDS: readonly SampleRecord[] = [
  {
    kind: appliedSetKind,
    record: {
      tenantId: TENANT,
      setId: 'payments',
      planDigest: null,
      resources: [{ kind: 'user', id: 'ada', applied: { user_id: 'ada' } }],
      recordedAt: '2026-01-02T00:00:00.000Z',
    },
  },
];
