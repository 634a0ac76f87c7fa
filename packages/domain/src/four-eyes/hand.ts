import type { ActorType, Principal } from '../authorization/principal.js';

/** Somebody who acts on a record, as the rule of four eyes distinguishes people (decisions, section 16). */
export interface Hand {
  /** Null where a record kept an id alone: it may be a user's or a service account's. */
  readonly actorType: ActorType | null;
  readonly actorId: string;
  /** The user behind the actor; null where nobody is known. */
  readonly person: string | null;
}

/** Who did what to a record last. A record that was stored before hands were noted has none. */
export interface Hands {
  readonly created?: Hand;
  readonly changed?: Hand;
  readonly submitted?: Hand;
}

/** The hand of a caller. */
export const handOf = ({ actorType, actorId, person }: Principal): Hand => ({ actorType, actorId, person });

/**
 * The hand of whom a record names by an id. One that was noted counts while it is of the same id; else the id is all that is
 * known. Undefined where the record names nobody.
 */
export const handNamed = (actorId: string | null, noted: Hand | undefined): Hand | undefined => {
  if (actorId === null || actorId === '') return undefined;
  return noted?.actorId === actorId ? noted : { actorType: null, actorId, person: null };
};

/**
 * Whether somebody is one of those who had a hand in a record. The same is the person: a user is one with every token of theirs
 * and with the service accounts that they act through. Where only an id is known, it stands for everybody it could mean.
 */
export const isOneOf = (hands: readonly (Hand | undefined)[], who: Hand): boolean =>
  hands.some((hand) => hand !== undefined && isSame(hand, who));

const isSame = (a: Hand, b: Hand): boolean =>
  (a.person !== null && a.person === b.person) ||
  (a.actorId === b.actorId && a.actorType === b.actorType) ||
  couldBe(a, b) ||
  couldBe(b, a);

const couldBe = (named: Hand, other: Hand): boolean =>
  named.actorType === null && (named.actorId === other.actorId || named.actorId === other.person);
