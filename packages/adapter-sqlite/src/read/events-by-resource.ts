import type { AuditTrail, EventCount } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import { allOf, equals, oneOf } from './condition.js';
import { lastBefore } from './last-before.js';

type Counted = Parameters<AuditTrail['countByResource']>[1];
type ResourceQuery = Parameters<AuditTrail['idsByResource']>[1];

const OF_RESOURCE = 'FROM audit_events INDEXED BY audit_events_by_resource';

/** What resources have of events since an instant, from the index alone. */
export const countByResource = (
  driver: SqlDriver,
  tenantId: string,
  { resourceType, resourceIds, environmentId, from }: Counted,
): ReadonlyMap<string, EventCount> => {
  const { sql, values } = allOf([
    equals('tenant_id', tenantId),
    equals('resource_type', resourceType),
    ...(environmentId === undefined ? [] : [equals('environment_id', environmentId)]),
    oneOf('resource_id', resourceIds),
    { sql: 'occurred_at >= ?', values: [from] },
    { sql: 'sequence > ?', values: [lastBefore(driver, tenantId, from)] },
  ]);
  const text = `SELECT resource_id, count(*), count(*) FILTER (WHERE outcome = 'denied'), min(occurred_at)
    ${OF_RESOURCE} WHERE ${sql} GROUP BY resource_id`;
  const rows = driver.all<[string, number, number, string]>(text, values);
  return new Map(rows.map(([id, events, denied, oldest]) => [id, { events, denied, oldest }]));
};

// A subquery for each resource, so that none is walked further than its limit.
const IDS = `SELECT asked.value, (SELECT json_group_array(audit_event_id) FROM (
    SELECT audit_event_id ${OF_RESOURCE}
    WHERE tenant_id = ? AND resource_id = asked.value AND resource_type = ? AND outcome = ?
    ORDER BY sequence LIMIT ?))
  FROM json_each(?) AS asked`;

/** The ids of resources' events of an outcome. */
export const idsByResource = (
  driver: SqlDriver,
  tenantId: string,
  { resourceType, resourceIds, outcome, limit }: ResourceQuery,
): ReadonlyMap<string, readonly string[]> => {
  const values = [tenantId, resourceType, outcome, limit, JSON.stringify(resourceIds)];
  const rows = driver.all<[string, string]>(IDS, values);
  const found = rows.map(([id, ids]) => [id, JSON.parse(ids) as string[]] as const);
  return new Map(found.filter(([, ids]) => ids.length > 0));
};
