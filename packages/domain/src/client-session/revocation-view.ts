import { epochMsOf, type Instant } from '../instant.js';
import type { RevocationSubjectType, SequencedRevocation } from '../revocation.js';
import type { ClientSession } from './client-session.js';

/** What of a session a revocation can be about. */
export type FencedSession = Pick<
  ClientSession,
  'clientSessionId' | 'agentId' | 'clientSurfaceId' | 'userId' | 'credentialBindingIds' | 'createdAt'
>;

/**
 * The revocations of one environment that a gateway has read so far, kept so that a call is checked in constant time.
 * A revocation of anything but the session itself covers the sessions that were there when it took effect: what is
 * approved again later works in new sessions.
 *
 * @example const view = new RevocationView(); view.apply(feed.items); // true, or false on a gap: read again
 */
export class RevocationView {
  readonly #latest = new Map<string, SequencedRevocation>();
  // From the first: a view that skipped the beginning would let fenced sessions through.
  #lastSequence = 0;

  /** The last sequence taken in: what a data plane echoes. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /** Takes in what follows; sequences seen before are skipped. False, with nothing more taken in, where one is missing. */
  apply(revocations: readonly SequencedRevocation[]): boolean {
    for (const revocation of revocations) {
      if (revocation.sequence <= this.#lastSequence) continue;
      if (revocation.sequence !== this.#lastSequence + 1) return false;
      this.#lastSequence = revocation.sequence;
      this.#keep(revocation);
    }
    return true;
  }

  /** The revocation that covers a session, if any. */
  covering(session: FencedSession): SequencedRevocation | undefined {
    const own = this.#latest.get(key('client_session', session.clientSessionId));
    if (own !== undefined) return own;
    return subjectsOf(session)
      .map(([type, id]) => this.#latest.get(key(type, id)))
      .find(
        (revocation) => revocation !== undefined && notYounger(session.createdAt, revocation.effectiveAt),
      );
  }

  #keep(revocation: SequencedRevocation): void {
    const name = key(revocation.subjectType, revocation.subjectId);
    const known = this.#latest.get(name);
    // The one that reaches furthest covers all that the others do.
    if (known === undefined || known.effectiveAt <= revocation.effectiveAt)
      this.#latest.set(name, revocation);
  }
}

const key = (type: RevocationSubjectType, id: string): string => `${type} ${id}`;

const subjectsOf = (session: FencedSession): [RevocationSubjectType, string][] => [
  ['user', session.userId],
  ...(session.agentId === null ? [] : [['agent', session.agentId] as [RevocationSubjectType, string]]),
  ...(session.clientSurfaceId === null
    ? []
    : [['client_surface', session.clientSurfaceId] as [RevocationSubjectType, string]]),
  ...session.credentialBindingIds.map((id): [RevocationSubjectType, string] => ['credential_binding', id]),
];

// An unreadable time gives NaN, which compares false either way: such a session counts as covered.
const notYounger = (createdAt: Instant, effectiveAt: Instant): boolean =>
  !(epochMsOf(createdAt) > epochMsOf(effectiveAt));
