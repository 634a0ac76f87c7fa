import * as v from 'valibot';
import { described } from './described.js';

/** The Permissions object in its snake_case form. */
export const Permissions = described(
  v.object({
    resource_type: described(v.string(), 'The kind of record that the actions are for.', 'policy'),
    resource_id: described(v.string(), 'The record that the actions are for.', 'pv_7'),
    allowed_actions: described(
      v.array(v.string()),
      'Actions the caller may take now, by the rules that are enforced.',
      ['publish'],
    ),
  }),
  'What the caller may do with the record.',
);
