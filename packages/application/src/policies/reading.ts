import { type Json, MANIFEST_LIMITS, pointerToken, type ValidationReason } from '@govgate/domain';

/** A problem with a text as such, at an offset. `path` is the pointer to what is being read there. */
export interface TextProblem {
  readonly reasonCode: ValidationReason;
  readonly path: string;
  readonly offset: number;
}

/** Ends the reading of a text that cannot be read on. Never leaves this folder. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(readonly problem: TextProblem) {
    super('the text cannot be read');
  }
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const SAFE_KEY = /^[A-Za-z0-9_.-]{1,128}$/;

/** What a reader of any format builds up: where each value stands, and what is wrong. */
export class Reading {
  readonly offsets = new Map<string, number>();
  readonly problems: TextProblem[] = [];

  /** Notes a problem after which reading goes on. */
  note(reasonCode: ValidationReason, path: string, offset: number): void {
    if (this.problems.length < MANIFEST_LIMITS.findings) this.problems.push({ reasonCode, path, offset });
  }

  /** Stops at a problem. */
  stop(reasonCode: ValidationReason, path: string, offset: number): never {
    this.note(reasonCode, path, offset);
    throw new Unreadable({ reasonCode, path, offset });
  }

  /** Stops where nesting goes too deep. */
  enter(depth: number, path: string, offset: number): void {
    if (depth > MANIFEST_LIMITS.depth) this.stop('limit_exceeded', path, offset);
  }

  /** Notes where a member's key stands and whether an object may have it; gives the member's pointer. */
  member(owner: Readonly<Record<string, Json>>, key: string, path: string, offset: number): string {
    const pointer = `${path}/${pointerToken(key)}`;
    const told = SAFE_KEY.test(key) ? pointer : path;
    if (FORBIDDEN_KEYS.has(key)) this.note('unknown_field', path, offset);
    else if (Object.hasOwn(owner, key)) this.note('schema_violation', told, offset);
    this.offsets.set(pointer, offset);
    return pointer;
  }
}
