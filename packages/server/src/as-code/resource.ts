import type { GovgateClient } from '@govgate/client';
import type { Change, Plain, PlanStep } from './change.js';
import type { AnySchema } from './resource-schemas.js';

export type { Plain, PlanStep } from './change.js';

/** A desired resource from a file. */
export interface DesiredResource {
  readonly kind: string;
  readonly id: string;
  readonly record: Plain;
  /** Where it, or a part of it, is: `people.yaml:3`. */
  readonly placeOf: (path?: readonly (string | number)[]) => string;
}

/** A resource named by another. */
export interface Reference {
  readonly kind: 'environment' | 'user' | 'service_account' | 'group';
  readonly id: string;
  /** Of the field that names it. */
  readonly path: readonly (string | number)[];
}

/** A resource in the service. */
export interface Live {
  readonly id: string;
  /** In the form that `normal` gives to documents. */
  readonly record: Plain;
  /** Sent by changes as If-Match; null if it has none. */
  readonly etag: string | null;
  /** Further data for its steps. */
  readonly facts: Plain;
}

/** A call without what the plan knows about it. */
export type StepCall = Pick<PlanStep, 'action' | 'operation' | 'input'>;

/** A kind of resource that files can contain. */
export interface ResourceKind {
  readonly kind: string;
  /** The schema of its documents. */
  readonly schema: AnySchema;
  readonly idOf: (record: Plain) => string;
  /** A document with its defaults, as far as it is compared. */
  readonly normal: (record: Plain) => Plain;
  /** All of it, and only the requested part of what costs a call each. */
  readonly live: (client: GovgateClient, request: LiveRequest) => AsyncIterable<Live>;
  /** Reads one again with its tag, if lists have none: only differing resources cost a call, and are judged by the result. */
  readonly again?: (client: GovgateClient, live: Live) => Promise<Live>;
  /** Immutable fields, and what to do instead. */
  readonly fixed: (live: Live, fields: readonly string[]) => string | undefined;
  readonly create: (record: Plain) => readonly StepCall[];
  readonly update: (record: Plain, live: Live, fields: readonly string[]) => readonly StepCall[];
  /** Undefined: it cannot be removed. */
  readonly remove?: (live: Live) => readonly StepCall[];
  /** A change removes the record and creates it anew: if it is missing in between, nobody removed it manually. */
  readonly replaces?: boolean;
  /** For fields that take several calls: whether the current state can be that of an interrupted apply. Undefined: it did not exist. */
  readonly onTheWay?: Readonly<Record<string, (before: unknown, after: unknown, live: unknown) => boolean>>;
  /** Whether a record is over by itself, so that nobody removed it. */
  readonly hasEnded?: (record: Plain, now: number) => boolean;
  /** The other resources that it names; creating it is refused where one does not exist. */
  readonly references?: (record: Plain) => readonly Reference[];
  /** What remains after removal, if anything. */
  readonly rests?: (record: Plain) => Plain;
  /** How changes of this kind depend on each other. */
  readonly together?: (changes: readonly Change[]) => readonly Change[];
  /** Whether the actual state already matches the desired one, field by field; by default equality. */
  readonly satisfies?: Readonly<Record<string, (wanted: unknown, live: unknown) => boolean>>;
}

/** Whose state is requested. */
export interface LiveRequest {
  readonly ids: Pick<ReadonlySet<string>, 'has' | 'size'>;
  readonly environments: readonly string[];
}
