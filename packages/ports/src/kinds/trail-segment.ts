import type { TrailSegment } from '@govgate/domain';
import { defineKind } from '../record-kind.js';

/** What was taken out of each trail when its time was over, in order by id. */
export const trailSegmentKind = defineKind<TrailSegment>()({
  name: 'trail_segment',
  scoping: 'tenant',
  governed: true,
  idOf: (segment) => segment.segmentId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
});
