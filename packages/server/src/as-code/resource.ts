import type { GovgateClient } from '@govgate/client';
import type { Change, Plain, Step } from './change.js';
import type { AnySchema } from './resource-schemas.js';

export type { Plain, Step } from './change.js';

/** A resource as a file says it should be. */
export interface Wanted {
  readonly kind: string;
  readonly id: string;
  readonly record: Plain;
  /** `people.yaml:3`. */
  readonly place: string;
}

/** A resource as the service has it. */
export interface Live {
  readonly id: string;
  /** In the form that `normal` gives to what files say. */
  readonly record: Plain;
  /** What changes of it send as If-Match; null where it has none. */
  readonly etag: string | null;
  /** What steps need beside it. */
  readonly facts: Plain;
}

/** A call without what the plan knows of it. */
export type StepCall = Pick<Step, 'action' | 'operation' | 'input'>;

/** A kind of resource that files can say. */
export interface ResourceKind {
  readonly kind: string;
  /** The form of its documents. */
  readonly schema: AnySchema;
  readonly idOf: (record: Plain) => string;
  /** What a document says with its defaults, as far as it is compared. */
  readonly normal: (record: Plain) => Plain;
  /** All of it, and of what costs a call each only what is asked for. */
  readonly live: (client: GovgateClient, asked: LiveAsked) => AsyncIterable<Live>;
  /** Reads one again with its tag, where lists have none: only what differs costs a call, and is judged by what this says. */
  readonly again?: (client: GovgateClient, live: Live) => Promise<Live>;
  /** Fields that cannot be changed, and what to do instead. */
  readonly fixed: (live: Live, fields: readonly string[]) => string | undefined;
  readonly create: (record: Plain) => readonly StepCall[];
  readonly update: (record: Plain, live: Live, fields: readonly string[]) => readonly StepCall[];
  /** Undefined: it cannot be removed. */
  readonly remove?: (live: Live) => readonly StepCall[];
  /** A change takes the record away and makes it anew: between the two nothing is there, and nobody removed it by hand. */
  readonly replaces?: boolean;
  /** Fields that take several calls: whether what is there can be what an apply left that died over them. Undefined: it was not there. */
  readonly onTheWay?: Readonly<Record<string, (before: unknown, after: unknown, live: unknown) => boolean>>;
  /** What is left of a removed one, where something is. */
  readonly rests?: (record: Plain) => Plain;
  /** What changes of this kind mean for each other. */
  readonly together?: (changes: readonly Change[]) => readonly Change[];
  /** Whether what is there already is what is said, field by field; by default they are equal. */
  readonly satisfies?: Readonly<Record<string, (wanted: unknown, live: unknown) => boolean>>;
}

/** Whose state is asked for. */
export interface LiveAsked {
  readonly ids: ReadonlySet<string>;
  readonly environments: readonly string[];
}
