import { coreTables } from './0001-core-tables.js';
import { auditTree } from './0002-audit-tree.js';
import { storedForms } from './0003-stored-forms.js';
import { trailPaths } from './0004-trail-paths.js';
import { liftedRevocations } from './0005-lifted-revocations.js';
import { revocationsById } from './0006-revocations-by-id.js';
import { trailIndex } from './0007-trail-index.js';
import { trailPathsByBitmap } from './0008-trail-paths-by-bitmap.js';
import { derivedEventColumns } from './0009-derived-event-columns.js';
import type { Migration } from './migration.js';

/** Every step, in order. */
export const allMigrations: readonly Migration[] = [
  coreTables,
  auditTree,
  storedForms,
  trailPaths,
  liftedRevocations,
  revocationsById,
  trailIndex,
  trailPathsByBitmap,
  derivedEventColumns,
];
