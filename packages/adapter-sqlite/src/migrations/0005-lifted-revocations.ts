import type { Migration } from './migration.js';

/** An entry of the revocation feed may lift one before it (ADR 36). */
export const liftedRevocations: Migration = {
  number: 5,
  name: 'lifted revocations',
  statements: ['ALTER TABLE revocations ADD COLUMN lifts TEXT'],
};
