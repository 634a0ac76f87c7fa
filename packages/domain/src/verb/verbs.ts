import type { AuditEventType } from '../audit/event-types.js';
import type { ActionRow } from '../authorization/allowed-actions.js';
import type { Permission } from '../authorization/permissions.js';
import type { Decided } from '../decided.js';
import type { Result } from '../result.js';

/** What a verb's operation and use case are named by. */
export interface VerbRow {
  readonly permission: Permission;
  readonly eventType: AuditEventType;
  /** One sentence of the API document. */
  readonly summary: string;
  /** Its name in the trail and in paths, where that is not the row's own. */
  readonly action?: string;
}

/**
 * A change of a record that takes no input but its reason. Its use case, its operation, its place in the API document and among the record's
 * allowed actions are all made from this row.
 */
export interface Verb<Target, Asked> extends VerbRow {
  readonly decide: (record: Target, request: Asked) => Result<Decided<Target>>;
}

/** The verbs of a record by name. */
export type Verbs<Target, Asked> = Readonly<Record<string, Verb<Target, Asked>>>;

/** Some verbs as rows of `defineActions`: each is the trigger of its name. */
export const verbActions = <Name extends string>(
  verbs: Readonly<Record<NoInfer<Name>, VerbRow>>,
  names: readonly Name[],
): ActionRow<Name, Name>[] =>
  names.map((action) => ({ action, permission: verbs[action].permission, trigger: action }));

/** What `make` makes of each verb, by the same names. */
export const eachVerb = <Name extends string, Row extends VerbRow, Made>(
  verbs: Readonly<Record<Name, Row>>,
  make: (verb: Row & { readonly action: string }, name: Name) => Made,
): Readonly<Record<Name, Made>> =>
  Object.fromEntries(
    (Object.entries(verbs) as [Name, Row][]).map(([name, verb]) => [
      name,
      make({ ...verb, action: verb.action ?? name }, name),
    ]),
  ) as Record<Name, Made>;
