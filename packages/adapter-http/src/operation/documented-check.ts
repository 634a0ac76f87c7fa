import * as v from 'valibot';

/** JSON Schema keywords. */
export type JsonSchemaObject = Readonly<Record<string, unknown>>;

/**
 * A check that valibot has no action for, together with its JSON Schema: neither can be written without the other, so the OpenAPI document
 * describes everything that is enforced.
 */
export const documentedCheck = <T>(
  test: (value: T) => boolean,
  jsonSchema: JsonSchemaObject,
): v.CheckAction<T, undefined> => ({ ...v.check(test), jsonSchema }) as v.CheckAction<T, undefined>;

/** What an action contributes to JSON Schema beyond valibot's own. */
export const schemaOfCheck = (action: object): JsonSchemaObject | undefined =>
  'jsonSchema' in action ? (action.jsonSchema as JsonSchemaObject) : undefined;
