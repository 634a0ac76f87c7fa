import type { SqlDriver } from '../driver/sql-driver.js';
import type { Condition } from './condition.js';

const FIRST_LATER = `SELECT place FROM audit_subtrees
  WHERE tenant_id = ? AND level = 8 AND latest >= ? ORDER BY latest, place LIMIT 1`;
const LAST_PLACE = 'SELECT max(place) FROM audit_subtrees WHERE tenant_id = ? AND level = 8';
const EVENTS_OF_A_PLACE = 256;

/** Events before this place are all older than an instant, according to the trail's tree, or nothing is known of them. */
export const notBefore = (driver: SqlDriver, tenantId: string, from: string): Condition => {
  const later = driver.prepare(FIRST_LATER).get([tenantId, from])?.[0];
  const last = driver.prepare(LAST_PLACE).get([tenantId])?.[0];
  const places = later ?? (typeof last === 'number' ? last + 1 : 0);
  return { sql: 'sequence > ?', values: [(places as number) * EVENTS_OF_A_PLACE] };
};
