import * as v from 'valibot';
import type { AnySchema } from '../operation/schema-shape.js';

/**
 * A schema with a sentence for the OpenAPI document, and an example unless it shows itself. Validation stays as it was. Earlier steps are
 * kept side by side with the sentence: what reads a schema's format or pattern looks at one level.
 */
export const described = <S extends AnySchema>(schema: S, description: string, example?: unknown): S => {
  const steps = 'pipe' in schema ? (schema.pipe as [S]) : ([schema] as const);
  const examples = example === undefined ? {} : { examples: [example] };
  return v.pipe(...(steps as [S]), v.metadata({ description, ...examples }) as never) as unknown as S;
};
