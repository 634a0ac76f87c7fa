import { allOperations, openApiDocument } from '@govgate/adapter-http';
import type { OperationSample } from '../samples/operation-sample.js';
import { OPERATION_SAMPLES } from '../samples/operation-samples.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
}

interface Described {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: unknown }> }>>;
}

const LINES = 'application/x-ndjson';

type Paths = Record<string, Record<string, Described>>;

/**
 * The OpenAPI document with the operations' samples as its examples: calls that succeed in the world of the samples. What is sent in
 * lines is described as the list of them, as a program holds it that has read them all.
 */
export const documentOfSamples = (): unknown => {
  const document = structuredClone(openApiDocument()) as {
    paths: Paths;
    components: { parameters?: Readonly<Record<string, Parameter>> };
  };
  const { paths, components } = document;
  for (const { id, path, method } of allOperations) {
    const sample = OPERATION_SAMPLES[id];
    const at = paths[path.replace(/:([a-z_]+)/g, '{$1}')];
    const described = at?.[method];
    if (sample === undefined || at === undefined || described === undefined) continue;
    at[method] = withSample(described, sample, components.parameters ?? {});
    for (const { content } of Object.values(described.responses))
      if (content?.[LINES] !== undefined)
        content[LINES] = { schema: { type: 'array', items: content[LINES].schema } };
  }
  return document;
};

const withSample = (
  { parameters = [], requestBody, ...rest }: Described,
  sample: OperationSample,
  shared: Readonly<Record<string, Parameter>>,
): Described => ({
  ...rest,
  parameters: parameters.map((one) => {
    const parameter = '$ref' in one ? (shared[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one;
    const { example: _, ...without } = parameter;
    const value = valueIn(sample, parameter);
    return value === undefined ? without : { ...without, example: value };
  }),
  ...(requestBody === undefined
    ? {}
    : {
        requestBody: {
          ...requestBody,
          content: Object.fromEntries(
            Object.entries(requestBody.content).map(([type, content]) => [
              type,
              sample.body === undefined ? content : { ...content, example: sample.body },
            ]),
          ),
        },
      }),
});

const valueIn = (sample: OperationSample, { name, in: where }: Parameter): string | undefined => {
  if (where === 'path') return sample.params[name];
  return where === 'query' ? sample.query[name] : sample.headers?.[name.toLowerCase()];
};
