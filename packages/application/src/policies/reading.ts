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
export class TextPosition {
  #members: Map<string, TextPosition> | undefined;

  private constructor(
    readonly offset: number,
    private readonly parent: TextPosition | undefined,
    private readonly token: string,
  ) {}

  static root(): TextPosition {
    return new TextPosition(0, undefined, '');
  }

  /** Records the position of a member or entry. */
  member(token: string, offset: number): TextPosition {
    const position = new TextPosition(offset, this, token);
    this.#members ??= new Map();
    this.#members.set(token, position);
    return position;
  }

  /** The position of what a pointer names, or of its nearest existing ancestor. */
  nearest(pointer: string): TextPosition {
    let position: TextPosition = this;
    for (const token of pointer.split('/').slice(1)) {
      const member = position.#members?.get(token.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (member === undefined) return position;
      position = member;
    }
    return position;
  }

  /** The pointer, as far as it may be repeated: a key could itself be sensitive. */
  get path(): string {
    const tokens: string[] = [];
    for (let position: TextPosition = this; position.parent !== undefined; position = position.parent) {
      if (!SAFE_KEY.test(position.token)) tokens.length = 0;
      else tokens.push(pointerToken(position.token));
    }
    return tokens
      .reverse()
      .map((token) => `/${token}`)
      .join('');
  }
}

/** The result built by a reader of any format: positions of values, and problems. */
export class Reading {
  readonly root = TextPosition.root();
  readonly problems: TextProblem[] = [];

  /** Records a problem and continues. */
  note(reasonCode: ValidationReason, { path }: TextPosition, offset: number): void {
    if (this.problems.length < MANIFEST_LIMITS.findings) this.problems.push({ reasonCode, path, offset });
  }

  /** Stops at a problem. */
  stop(reasonCode: ValidationReason, position: TextPosition, offset: number): never {
    this.note(reasonCode, position, offset);
    throw new Unreadable({ reasonCode, path: position.path, offset });
  }

  /** Stops where nesting is too deep. */
  enter(depth: number, position: TextPosition, offset: number): void {
    if (depth > MANIFEST_LIMITS.depth) this.stop('limit_exceeded', position, offset);
  }

  /** Records a member's key position and whether an object may have it; returns the member's place. */
  member(
    owner: Readonly<Record<string, Json>>,
    key: string,
    position: TextPosition,
    offset: number,
  ): TextPosition {
    const member = position.member(key, offset);
    if (FORBIDDEN_KEYS.has(key)) this.note('unknown_field', position, offset);
    else if (Object.hasOwn(owner, key)) this.note('schema_violation', member, offset);
    return member;
  }
}

/** Adds a member to an object. Plain assignment to `__proto__` would set the prototype and hide the key recorded as a problem. */
export const setOwn = (object: Record<string, Json>, key: string, value: Json): void => {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
};
