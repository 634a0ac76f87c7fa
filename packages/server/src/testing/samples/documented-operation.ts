import { type Operation, openApiDocument } from '@govgate/adapter-http';
import type { RequestSchema } from '../hostile/schema-arbitrary.js';

/** A refusal as the document describes it; `when` if it concerns a value's meaning, not its form. */
export interface DocumentedRefusal {
  readonly reasonCode: string;
  readonly field?: string;
  readonly when?: string;
}

export interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: RequestSchema }>>;
  readonly 'x-reason-codes'?: readonly DocumentedRefusal[];
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: RequestSchema;
}

/** An operation as the OpenAPI document describes it, with its references resolved. */
export interface DocumentedOperation {
  readonly parameters: readonly DocumentedParameter[];
  readonly body: { readonly required: boolean; readonly schema: RequestSchema } | undefined;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

const document = openApiDocument() as { paths: Record<string, Record<string, Record<string, unknown>>> };

/** What a self-referencing schema refers to: the document under a name, for the validator. */
export const THE_DOCUMENT = { $id: 'told:document', ...document };

/** What the document says about an operation. */
export const documentedOperation = ({ path, method }: Operation): DocumentedOperation => {
  const reported = document.paths[path.replace(/:([a-z_]+)/g, '{$1}')]?.[method];
  if (reported === undefined) throw new Error(`the document has no ${method} ${path}`);
  const { parameters, requestBody, responses } = resolved(reported) as {
    parameters: DocumentedParameter[];
    requestBody?: { required: boolean; content: { 'application/json': { schema: RequestSchema } } };
    responses: Record<string, DocumentedResponse>;
  };
  const body =
    requestBody === undefined
      ? undefined
      : { required: requestBody.required, schema: requestBody.content['application/json'].schema };
  return { parameters, body, responses };
};

// A self-referencing schema is inlined once, and refers to the document from there on.
const resolved = (value: unknown, within: readonly string[] = []): unknown => {
  if (Array.isArray(value)) return value.map((inner) => resolved(inner, within));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: ref, ...rest } = value as Record<string, unknown> & { $ref?: string };
  const own = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, resolved(inner, within)]));
  if (typeof ref !== 'string') return own;
  if (within.includes(ref)) return { $ref: `${THE_DOCUMENT.$id}${ref}`, ...own };
  return { ...(resolved(target(ref), [...within, ref]) as object), ...own };
};

const target = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document);
