import * as v from 'valibot';
import { described } from './described.js';
import { NextCursor, PageLimit, SchemaVersion, TotalCount } from './fields.js';

/** A page of a snake_case list. */
export const pageOf = <T extends v.GenericSchema>(item: T) =>
  v.object({
    schema_version: SchemaVersion,
    items: described(v.array(item), 'The records of this page.'),
    page: described(
      v.object({ limit: PageLimit, total_count: TotalCount, next_cursor: NextCursor }),
      'The position of the page in the list.',
    ),
  });
