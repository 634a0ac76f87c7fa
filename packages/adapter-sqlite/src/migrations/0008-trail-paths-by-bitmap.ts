import type { Migration } from './migration.js';

/** What the bitmap index tells needs no B-tree that each commit writes (ADR 45). */
export const trailPathsByBitmap: Migration = {
  number: 8,
  name: 'trail paths by bitmap',
  statements: [
    'DROP INDEX audit_events_of_type',
    'DROP INDEX audit_events_of_resource_type',
    'DROP INDEX audit_events_of_environment',
    'DROP INDEX audit_events_of_outcome',
    'DROP INDEX audit_events_of_time',
  ],
};
