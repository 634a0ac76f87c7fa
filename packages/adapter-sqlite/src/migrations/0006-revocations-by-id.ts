import type { Migration } from './migration.js';

/** Revocations are looked up by id: clients waiting for one ask repeatedly. */
export const revocationsById: Migration = {
  number: 6,
  name: 'revocations by id',
  statements: ['CREATE INDEX revocations_by_id ON revocations (tenant_id, environment_id, revocation_id)'],
};
