import { type AnyKind, partitionOf } from '@govgate/ports';

export const recordKey = (tenantId: string, environmentId: string, id: string): string =>
  keyOf(tenantId, environmentId, id);

export const keyIn = (kind: AnyKind, scope: object, id: string): string => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return recordKey(tenantId, environmentId, id);
};

export const tenantHeadKey = (tenantId: string): string => keyOf('tenant', tenantId);

export const waitingKey = (line: string): string => keyOf('waiting', line);

export const revocationCounterKey = (tenantId: string, environmentId: string): string =>
  keyOf('revocations', tenantId, environmentId);

export const noteKey = (tenantId: string, size: number, keyId: string): string =>
  keyOf(tenantId, String(size), keyId);

export const subtreeKey = (tenantId: string, level: number, place: number): string =>
  keyOf(tenantId, String(level), String(place));

/** An unambiguous encoding of several texts as one. */
const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
