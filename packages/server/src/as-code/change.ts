/** A record as files, plans and the service have it: plain JSON in the API's spelling. */
export type Plain = Readonly<Record<string, unknown>>;

/** One call of the API that a plan makes. */
export interface Step {
  readonly kind: string;
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete' | 'publish';
  readonly operation: string;
  readonly input: Plain;
  /** The state that was planned on; null where the call itself says it, as a create does. */
  readonly etag: string | null;
  /** The names of what changes. */
  readonly fields: readonly string[];
}

/** What becomes of a resource. */
export type Change =
  | { readonly what: 'nothing'; readonly id: string; readonly record: Plain }
  | {
      readonly what: 'change';
      readonly id: string;
      readonly steps: readonly Step[];
      readonly before: Plain | null;
      /** Null: it is removed. */
      readonly after: Plain | null;
      /** What is noted as applied: of what is removed what is left of it. */
      readonly rests: Plain | null;
    }
  | {
      readonly what: 'conflict';
      readonly id: string;
      readonly fields: readonly string[];
      readonly because: string;
    }
  /** Applied once, in the files no more, and not removed. */
  | { readonly what: 'left'; readonly id: string; readonly because: string }
  | { readonly what: 'gone'; readonly id: string; readonly rests: Plain | null };
