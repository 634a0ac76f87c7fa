import type { Live, Plain, StepCall } from '../resource.js';

/**
 * Whether a record is still in use, as a field: files do not mention it, which means that it should be. Archived or revoked records stay
 * so. Reviews, disabling and enabling are done by people, and are in no file (ADR 58).
 */
export const IN_USE = 'in_use';

export const statusOf = (lifecycle: string): string =>
  lifecycle === 'archived' || lifecycle === 'revoked' ? 'archived' : IN_USE;

/** Advice for what can no longer be changed. */
export const isArchivedFor = (fields: readonly string[]): string | undefined =>
  fields.includes('status') ? 'An archived or revoked record stays so: give it another id.' : undefined;

export const archivedRest = (record: Plain): Plain => ({ ...record, status: 'archived' });

/** An active one is disabled first. */
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
