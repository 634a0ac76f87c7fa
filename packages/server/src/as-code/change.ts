/** A record in files, plans and the service: plain JSON in the API's spelling. */
export type Plain = Readonly<Record<string, unknown>>;

/** One API call of a plan. */
export interface PlanStep {
  readonly kind: string;
  readonly id: string;
  readonly action: 'create' | 'update' | 'delete' | 'publish';
  readonly operation: string;
  readonly input: Plain;
  /** The state planned on; null where the call itself implies it, as a create does. */
  readonly etag: string | null;
  /** The names of changed fields. */
  readonly fields: readonly string[];
}

/** What happens to a resource. */
export type Change =
  | { readonly what: 'nothing'; readonly id: string; readonly record: Plain }
  | {
      readonly what: 'change';
      readonly id: string;
      readonly steps: readonly PlanStep[];
      readonly before: Plain | null;
      /** Null: removed. */
      readonly after: Plain | null;
      /** Recorded as applied: for a removed resource, what is left of it. */
      readonly rests: Plain | null;
    }
  | {
      readonly what: 'conflict';
      readonly id: string;
      readonly fields: readonly string[];
      readonly because: string;
    }
  /** Stays as it is, for a reason that is reported. */
  | { readonly what: 'left'; readonly id: string; readonly note: string }
  | { readonly what: 'gone'; readonly id: string; readonly rests: Plain | null };
