import { destinationKind, exportLaneKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** The lag of one destination. */
export interface ExportLag {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly destinationId: string;
  readonly lagEvents: number;
}

/** The lag of every enabled destination, for metrics. One no worker has handled yet is omitted. */
export const exportLags = async ({
  records,
  auditTrail,
}: Pick<Ports, 'records' | 'auditTrail'>): Promise<readonly ExportLag[]> => {
  const enabled = new Set<string>();
  for await (const { record } of records.all(destinationKind)) if (record.enabled) enabled.add(keyOf(record));
  const heads = new Map<string, number>();
  const lags: ExportLag[] = [];
  for await (const { record } of records.all(exportLaneKind)) {
    if (!enabled.has(keyOf(record))) continue;
    const { tenantId, environmentId, destinationId, sequence } = record;
    const head = heads.get(tenantId) ?? (await auditTrail.head(tenantId)).sequence;
    heads.set(tenantId, head);
    lags.push({ tenantId, environmentId, destinationId, lagEvents: Math.max(0, head - sequence) });
  }
  return lags;
};

const keyOf = (one: {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly destinationId: string;
}) => `${one.tenantId} ${one.environmentId} ${one.destinationId}`;
