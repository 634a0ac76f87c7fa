import type { Migration } from './migration.js';

/** A revocation is found by its id: who waits for one asks again and again. */
export const revocationsById: Migration = {
  number: 6,
  name: 'revocations by id',
  statements: ['CREATE INDEX revocations_by_id ON revocations (tenant_id, environment_id, revocation_id)'],
};
