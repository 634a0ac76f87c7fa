import type { TrailSegment } from '@govgate/domain';
import { defineKind } from '../record-kind.js';

/** Segments removed from each trail after their retention, in order by id. */
export const trailSegmentKind = defineKind<TrailSegment>()({
  name: 'trail_segment',
  scoping: 'tenant',
  governed: true,
  idOf: (segment) => segment.segmentId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
});
