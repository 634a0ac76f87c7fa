import * as v from 'valibot';

/** Words of JSON Schema. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A check that valibot has no action for, together with what it is in JSON Schema: one cannot be written without the other, so
 * that the OpenAPI document describes whatever is enforced.
 */
export const said = <T>(test: (value: T) => boolean, says: JsonObject): v.CheckAction<T, undefined> =>
  ({ ...v.check(test), says }) as v.CheckAction<T, undefined>;

/** What an action says about itself in JSON Schema, besides what valibot's own actions say. */
export const sayingOf = (action: object): JsonObject | undefined =>
  'says' in action ? (action.says as JsonObject) : undefined;
