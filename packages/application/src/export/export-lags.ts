import { destinationKind, exportLaneKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** How far behind one destination is. */
export interface ExportLag {
  readonly destinationId: string;
  readonly lagEvents: number;
}

/** How far behind every enabled destination is, for metrics. One that no worker has come to yet is not told. */
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
    const head = heads.get(record.tenantId) ?? (await auditTrail.head(record.tenantId)).sequence;
    heads.set(record.tenantId, head);
    lags.push({ destinationId: record.destinationId, lagEvents: Math.max(0, head - record.sequence) });
  }
  return lags;
};

const keyOf = (one: {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly destinationId: string;
}) => `${one.tenantId} ${one.environmentId} ${one.destinationId}`;
