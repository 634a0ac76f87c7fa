import type { AuditFilter } from './audit-trail.js';

/** What the events of a trail are found by. */
export type TrailPath = keyof Pick<
  AuditFilter,
  'correlationId' | 'resourceId' | 'actorId' | 'eventType' | 'outcome' | 'resourceType' | 'environmentId'
>;

/**
 * Those that may have as many values as there are events. Only frequent values have bitmaps, so stores keep each of these paths in an index
 * of its own, in the order of the sequence (ADR 45).
 */
export type WalkedPath = Extract<TrailPath, 'correlationId' | 'resourceId' | 'actorId'>;

const BY_WHAT_LEAVES_LITTLE: readonly WalkedPath[] = ['correlationId', 'resourceId', 'actorId'];

/** Whether values of a path may be as many as the events. */
export const hasManyValues = (path: TrailPath): path is WalkedPath =>
  BY_WHAT_LEAVES_LITTLE.some((walked) => walked === path);

/** The path along which events of a filter are walked: of what it asks for, what leaves least. Undefined: by sequence. */
export const trailPath = (filter: AuditFilter): WalkedPath | undefined =>
  BY_WHAT_LEAVES_LITTLE.find((path) => filter[path] !== undefined);
