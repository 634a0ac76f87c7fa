import { type Json, MANIFEST_LIMITS, type ValidationReason } from '@govgate/domain';
import { pointerToken } from '@govgate/domain/internal';

/** A problem with a text itself, at an offset. `path` is the pointer to what is being read there. */
export interface TextProblem {
  readonly reasonCode: ValidationReason;
  readonly path: string;
  readonly offset: number;
}

/** Aborts the reading of a text. Never leaves this folder. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(readonly problem: TextProblem) {
    super('the text cannot be read');
  }
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const SAFE_KEY = /^[A-Za-z0-9_.-]{1,128}$/;

/**
 * A value's position in its text, and its path. Kept as a tree: written out, the pointers of a text can be longer than the text by any
 * factor.
 */
export class Place {
  #members: Map<string, Place> | undefined;

  private constructor(
    readonly offset: number,
    private readonly parent: Place | undefined,
    private readonly token: string,
  ) {}

  static root(): Place {
    return new Place(0, undefined, '');
  }

  /** Records the position of a member or entry. */
  member(token: string, offset: number): Place {
    const place = new Place(offset, this, token);
    this.#members ??= new Map();
    this.#members.set(token, place);
    return place;
  }

  /** The position of what a pointer names, or of its nearest existing ancestor. */
  nearest(pointer: string): Place {
    let place: Place = this;
    for (const token of pointer.split('/').slice(1)) {
      const member = place.#members?.get(token.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (member === undefined) return place;
      place = member;
    }
    return place;
  }

  /** The pointer, as far as it may be repeated: a key could itself be sensitive. */
  get path(): string {
    const tokens: string[] = [];
    for (let place: Place = this; place.parent !== undefined; place = place.parent) {
      if (!SAFE_KEY.test(place.token)) tokens.length = 0;
      else tokens.push(pointerToken(place.token));
    }
    return tokens
      .reverse()
      .map((token) => `/${token}`)
      .join('');
  }
}

/** The result built by a reader of any format: positions of values, and problems. */
export class Reading {
  readonly root = Place.root();
  readonly problems: TextProblem[] = [];

  /** Records a problem and continues. */
  note(reasonCode: ValidationReason, { path }: Place, offset: number): void {
    if (this.problems.length < MANIFEST_LIMITS.findings) this.problems.push({ reasonCode, path, offset });
  }

  /** Stops at a problem. */
  stop(reasonCode: ValidationReason, place: Place, offset: number): never {
    this.note(reasonCode, place, offset);
    throw new Unreadable({ reasonCode, path: place.path, offset });
  }

  /** Stops where nesting is too deep. */
  enter(depth: number, place: Place, offset: number): void {
    if (depth > MANIFEST_LIMITS.depth) this.stop('limit_exceeded', place, offset);
  }

  /** Records a member's key position and whether an object may have it; returns the member's place. */
  member(owner: Readonly<Record<string, Json>>, key: string, place: Place, offset: number): Place {
    const member = place.member(key, offset);
    if (FORBIDDEN_KEYS.has(key)) this.note('unknown_field', place, offset);
    else if (Object.hasOwn(owner, key)) this.note('schema_violation', member, offset);
    return member;
  }
}

/** Adds a member to an object. Plain assignment to `__proto__` would set the prototype and hide the key recorded as a problem. */
export const setOwn = (object: Record<string, Json>, key: string, value: Json): void => {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
};
