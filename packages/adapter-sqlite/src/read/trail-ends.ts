import { type ChainHead, EMPTY_CHAIN } from '@govgate/domain';
import type { SqlDriver } from '../driver/sql-driver.js';

const FIRST = 'SELECT min(sequence) FROM audit_events WHERE tenant_id = ?';

/** The first event that is there. */
export const firstOf = (driver: SqlDriver, tenantId: string): number | undefined => {
  const [first] = driver.get(FIRST, [tenantId]) ?? [];
  return typeof first === 'number' ? first : undefined;
};

/** The end of a tenant's chain. */
export const headOf = (driver: SqlDriver, tenantId: string): ChainHead => {
  const row = driver.get('SELECT sequence, hash FROM tenant_heads WHERE tenant_id = ?', [tenantId]);
  return row === undefined ? EMPTY_CHAIN : { sequence: row[0] as number, hash: row[1] as string | null };
};

/** The first event that is there, and the last. Where none is left, the first one is the next. */
export const endsOf = (
  driver: SqlDriver,
  tenantId: string,
): { readonly firstSequence: number; readonly lastSequence: number } => {
  const { sequence: lastSequence } = headOf(driver, tenantId);
  return { firstSequence: firstOf(driver, tenantId) ?? lastSequence + 1, lastSequence };
};
