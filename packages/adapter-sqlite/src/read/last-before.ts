import type { SqlDriver } from '../driver/sql-driver.js';

const FIRST_LATER = `SELECT place FROM audit_subtrees
  WHERE tenant_id = ? AND level = 8 AND latest >= ? ORDER BY latest, place LIMIT 1`;
const LAST_PLACE = 'SELECT max(place) FROM audit_subtrees WHERE tenant_id = ? AND level = 8';
const EVENTS_OF_A_PLACE = 256;

/** The last event of which the trail's tree knows that it and all before it are older than an instant; 0: of none. */
export const lastBefore = (driver: SqlDriver, tenantId: string, from: string): number => {
  const later = driver.get(FIRST_LATER, [tenantId, from])?.[0];
  const last = driver.get(LAST_PLACE, [tenantId])?.[0];
  const places = later ?? (typeof last === 'number' ? last + 1 : 0);
  return (places as number) * EVENTS_OF_A_PLACE;
};
