import type { EventColumn } from '@govgate/domain';
import type { TrailPath } from '@govgate/ports';

/** The column of each path of the trail. */
export const COLUMN_OF: Readonly<Record<TrailPath, EventColumn>> = {
  environmentId: 'environment_id',
  actorId: 'actor_id',
  resourceType: 'resource_type',
  resourceId: 'resource_id',
  eventType: 'event_type',
  outcome: 'outcome',
  correlationId: 'correlation_id',
};
