import type { Live, Plain, StepCall } from '../resource.js';

/**
 * Whether a record is still in use, as a field: nobody says it in a file, which means that it is to be. What was archived or revoked stays so.
 * Reviews and switching off and on are people's, and in no file (ADR 63).
 */
export const IN_USE = 'in_use';

export const statusOf = (lifecycle: string): string =>
  lifecycle === 'archived' || lifecycle === 'revoked' ? 'archived' : IN_USE;

/** What to do about what cannot be changed any more. */
export const isArchivedFor = (fields: readonly string[]): string | undefined =>
  fields.includes('status') ? 'What was archived or revoked stays so: give it another id.' : undefined;

export const archivedRest = (record: Plain): Plain => ({ ...record, status: 'archived' });

/** What is active is disabled first. */
export const archivingCalls = (
  { facts }: Live,
  noun: 'Agent' | 'ClientSurface',
  input: Plain,
): readonly StepCall[] =>
  (facts.lifecycle === 'active' ? ['disable', 'archive'] : ['archive']).map((verb) => ({
    action: 'delete',
    operation: `${verb}${noun}`,
    input,
  }));
