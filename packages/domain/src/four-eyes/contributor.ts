import type { ActorType, Principal } from '../authorization/principal.js';

/** Somebody acting on a record, as distinguished by the rule of four eyes (docs/spec/identity.md#four-eyes). */
export interface Contributor {
  /** Null if a record kept only an id: it may be a user's or a service account's. */
  readonly actorType: ActorType | null;
  readonly actorId: string;
  /** The users behind the actor; empty if unknown. */
  readonly persons: readonly string[];
}

/** Who last did what to a record. Records stored before this was tracked have none. */
export interface Contributors {
  readonly created?: Contributor;
  readonly changed?: Contributor;
  readonly submitted?: Contributor;
}

/** The caller as a contributor. */
export const contributorOf = ({ actorType, actorId, persons }: Principal): Contributor => ({
  actorType,
  actorId,
  persons,
});

/**
 * A contributor whom a record names by id. A tracked one counts if it has the same id; otherwise only the id is known. Undefined if the
 * record names nobody.
 */
export const contributorNamed = (
  actorId: string | null,
  noted: Contributor | undefined,
): Contributor | undefined => {
  if (actorId === null || actorId === '') return undefined;
  return noted?.actorId === actorId ? noted : { actorType: null, actorId, persons: [] };
};

/**
 * Whether somebody was involved in a record: the one comparison for everything that two people must do. Identity means the person: a user
 * equals all their tokens and the service accounts they can act through. If only an id is known, it stands for everybody it could mean.
 */
export const isOneOf = (contributors: readonly (Contributor | undefined)[], who: Contributor): boolean =>
  contributors.some((contributor) => contributor !== undefined && isSame(contributor, who));

const isSame = (a: Contributor, b: Contributor): boolean =>
  a.persons.some((person) => b.persons.includes(person)) ||
  (a.actorId === b.actorId && a.actorType === b.actorType) ||
  couldBe(a, b) ||
  couldBe(b, a);

const couldBe = (named: Contributor, other: Contributor): boolean =>
  named.actorType === null && (named.actorId === other.actorId || other.persons.includes(named.actorId));
