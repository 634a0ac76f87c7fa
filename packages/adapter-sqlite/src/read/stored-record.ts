import type { Stored } from '@govgate/ports';
import type { SqlRow } from '../driver/sql-driver.js';

/** A record from a row, which starts with the stored columns. Parsed on every read, which makes it the caller's own copy. */
export const storedOf = ([version, doc]: SqlRow): Stored<never> => ({
  record: JSON.parse(doc as string) as never,
  version: version as number,
});
