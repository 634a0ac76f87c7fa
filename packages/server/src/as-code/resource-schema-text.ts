import { toJsonSchema } from '@valibot/to-json-schema';
import { AnyResource } from './resource-schemas.js';

/** The JSON Schema of the documents in files, for editors. */
export const resourceSchemaText = (): string =>
  `${JSON.stringify(toJsonSchema(AnyResource, { target: 'draft-2020-12' }), null, 2)}\n`;
