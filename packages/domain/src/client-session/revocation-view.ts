import { type Instant, parseInstant } from '../instant.js';
import { toolSubject } from '../mcp-server/tool-revocation.js';
import {
  type FeedRevocation,
  REVOCATION_SUBJECT_TYPES,
  type RevocationPage,
  type RevocationSubjectType,
} from '../revocation.js';
import type { ClientSession } from './client-session.js';

/** The parts of a session that a revocation can concern. */
export type RevocableSession = Pick<
  ClientSession,
  | 'tenantId'
  | 'environmentId'
  | 'clientSessionId'
  | 'agentId'
  | 'clientSurfaceId'
  | 'userId'
  | 'credentialBindingIds'
  | 'createdAt'
>;

/**
 * The revocations of one environment read so far by a gateway, indexed so that a call is checked in constant time. A revocation of anything
 * but the session itself covers sessions that existed when it took effect: a later approval applies to new sessions. One with an unknown
 * subject type covers every session (ADR 28).
 * @example const view = new RevocationView(); view.apply(revocationsFromWire(await answer.json())); // false on a gap
 */
export class RevocationView {
  readonly #latest = new Map<string, FeedRevocation>();
  // From the first: a view that skipped the beginning would let fenced sessions through.
  #lastSequence = 0;
  /** The last sequence known to exist. */
  #newest = 0;
  #isShorter = false;
  #feed: string | undefined;
  #unknown: FeedRevocation | undefined;
  readonly #tools = new Map<string, FeedRevocation>();

  /** The last applied sequence: what a data plane echoes. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /**
   * Whether something is missing: revocations between the applied ones and one that exists, or a feed that ends before them, as after a
   * restore. The first heals by reading them, the second only with a new view. No call is allowed by a stale view.
   */
  get stale(): boolean {
    return this.#isShorter || this.#newest > this.#lastSequence;
  }

  /**
   * Applies what follows; sequences seen before are skipped. False, with nothing more applied, if one is missing. One reader at a time: an
   * answer that waits while another is applied would look like a shortened feed.
   * @throws TypeError, with nothing applied, for what is no revocation of this feed, such as an answer that was not read with
   * `revocationsFromWire`.
   */
  apply(page: RevocationPage | readonly FeedRevocation[]): boolean {
    const { items, end } = contentOf(page);
    this.#feed = assertOneFeed(items, this.#feed);
    if (items.length === 0 && end !== undefined && end < this.#lastSequence) this.#isShorter = true;
    for (const known of [end ?? 0, ...items.map(({ sequence }) => sequence)])
      this.#newest = Math.max(this.#newest, known);
    for (const revocation of items) {
      if (revocation.sequence <= this.#lastSequence) continue;
      if (revocation.sequence !== this.#lastSequence + 1) break;
      this.#lastSequence = revocation.sequence;
      this.#keep(revocation);
    }
    return !this.stale;
  }

  /**
   * The revocation covering a session, if any.
   * @throws TypeError for a session of another environment than the feed's.
   */
  covering(session: RevocableSession): FeedRevocation | undefined {
    if (this.#feed !== undefined && this.#feed !== feedName(session))
      throw new TypeError('the session is of another environment');
    const own = this.#unknown ?? this.#latest.get(key('client_session', session.clientSessionId));
    if (own !== undefined) return own;
    return subjectsOf(session)
      .map(([type, id]) => this.#latest.get(key(type, id)))
      .find(
        (revocation) => revocation !== undefined && notYounger(session.createdAt, revocation.effectiveAt),
      );
  }

  /** The revocation in force against calls of a tool, if any (docs/spec/sessions.md). */
  coveringTool({ serverId, toolId }: CalledTool): FeedRevocation | undefined {
    return this.#tools.get(toolSubject(serverId, toolId));
  }

  #keep(revocation: FeedRevocation): void {
    if (revocation.subjectType === 'mcp_tool') {
      this.#keepTool(revocation);
      return;
    }
    if (!isKnown(revocation.subjectType)) {
      this.#unknown ??= revocation;
      return;
    }
    const name = key(revocation.subjectType, revocation.subjectId);
    const known = this.#latest.get(name);
    // The one with the widest reach covers everything the others do.
    if (known === undefined || known.effectiveAt <= revocation.effectiveAt)
      this.#latest.set(name, revocation);
  }

  // Only exactly the revocation in force is lifted; an entry that lifts another one opens nothing.
  #keepTool(revocation: FeedRevocation): void {
    if (revocation.lifts === undefined) this.#tools.set(revocation.subjectId, revocation);
    else if (this.#tools.get(revocation.subjectId)?.revocationId === revocation.lifts)
      this.#tools.delete(revocation.subjectId);
  }
}

/** The tool to be called. */
export interface CalledTool {
  readonly serverId: string;
  readonly toolId: string;
}

const isKnown = (type: string): boolean => (REVOCATION_SUBJECT_TYPES as readonly string[]).includes(type);

const key = (type: string, id: string): string => `${type} ${id}`;

const feedName = ({
  tenantId,
  environmentId,
}: Pick<RevocableSession, 'tenantId' | 'environmentId'>): string => JSON.stringify([tenantId, environmentId]);

interface Content {
  readonly items: readonly FeedRevocation[];
  /** The end of the feed, which a list alone does not reveal. */
  readonly end: number | undefined;
}

const contentOf = (page: RevocationPage | readonly FeedRevocation[]): Content => {
  const items: unknown = Array.isArray(page) ? page : (page as Partial<RevocationPage> | null)?.items;
  const end: unknown = Array.isArray(page)
    ? undefined
    : (page as Partial<RevocationPage> | null)?.lastSequence;
  if (!Array.isArray(items) || !(Array.isArray(page) || isSequence(end)))
    throw new TypeError('no page of the revocation feed');
  if (!items.every(isRevocation)) throw new TypeError('an entry is no revocation');
  return { items, end: end as number | undefined };
};

const isSequence = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isRevocation = (item: unknown): item is FeedRevocation => {
  if (typeof item !== 'object' || item === null) return false;
  const { revocationId, tenantId, environmentId, subjectType, subjectId, effectiveAt, sequence } =
    item as Partial<FeedRevocation>;
  const texts = [revocationId, tenantId, environmentId, subjectType, subjectId, effectiveAt];
  const isNamed = texts.every((text) => typeof text === 'string' && text !== '');
  // Times are compared as texts, which is correct for the API's single form.
  return isNamed && isSequence(sequence) && parseInstant(effectiveAt as Instant) === effectiveAt;
};

const assertOneFeed = (items: readonly FeedRevocation[], known: string | undefined): string | undefined => {
  const feed = known ?? (items[0] === undefined ? undefined : feedName(items[0]));
  if (items.some((item) => feedName(item) !== feed))
    throw new TypeError('an entry is of another environment');
  return feed;
};

const subjectsOf = (session: RevocableSession): [RevocationSubjectType, string][] => [
  ['user', session.userId],
  ...(session.agentId === null ? [] : [['agent', session.agentId] as [RevocationSubjectType, string]]),
  ...(session.clientSurfaceId === null
    ? []
    : [['client_surface', session.clientSurfaceId] as [RevocationSubjectType, string]]),
  ...session.credentialBindingIds.map((id): [RevocationSubjectType, string] => ['credential_binding', id]),
];

// An unreadable time is no proof of being younger.
const notYounger = (createdAt: Instant, effectiveAt: Instant): boolean => {
  const created = parseInstant(createdAt);
  return created === undefined || created <= effectiveAt;
};
