import type { Instant } from './instant.js';

export const REVOCATION_SUBJECT_TYPES = [
  'client_session',
  'credential_binding',
  'agent',
  'client_surface',
  'user',
  'mcp_tool',
] as const;
export type RevocationSubjectType = (typeof REVOCATION_SUBJECT_TYPES)[number];

/** An order to fence something at once; data planes read them in sequence (contract docs/spec/sessions.md). */
export interface Revocation {
  readonly revocationId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly subjectType: RevocationSubjectType;
  readonly subjectId: string;
  readonly effectiveAt: Instant;
  readonly reasonCode: string;
  /** The revocation that this entry lifts, of the same tool (docs/spec/sessions.md). Sessions are never given back so. */
  readonly lifts?: string;
}

/** A revocation in its place of the feed: gap-free per tenant and environment from 1. */
export interface SequencedRevocation extends Revocation {
  readonly sequence: number;
}

/** A revocation as a gateway reads it: of a subject type that its version of this package may not know yet. */
export type FeedRevocation = Omit<SequencedRevocation, 'subjectType'> & { readonly subjectType: string };

/** One answer of the feed: what follows behind the sequence that was asked about, and the sequence to ask behind next. */
export interface RevocationPage {
  readonly items: readonly FeedRevocation[];
  readonly lastSequence: number;
}

/**
 * Gives a revocation its place. It takes effect no earlier than it is written: a session that was opened between the decision
 * and the commit is one that it must cover.
 */
export const sequenceRevocation = (
  revocation: Revocation,
  sequence: number,
  writtenAt: Instant = revocation.effectiveAt,
): SequencedRevocation => ({
  ...revocation,
  effectiveAt: writtenAt > revocation.effectiveAt ? writtenAt : revocation.effectiveAt,
  sequence,
});
