import { destinationKind, exportLaneKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** The lag of one destination. */
export interface ExportLag {
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
