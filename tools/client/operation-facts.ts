import {
  type DocumentedOperation,
  type DocumentedSchema,
  inPlace,
  type OpenApiDocument,
} from './openapi-document.js';

/** An operation and its place. */
export interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: DocumentedOperation;
}

/** All operations, by id. */
export const operationsOf = ({ paths }: OpenApiDocument): readonly PlacedOperation[] =>
  Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));

/** Whether an operation has a parameter. */
export const takes = ({ parameters }: DocumentedOperation, name: string, place: string): boolean =>
  parameters.some((parameter) => parameter.name === name && parameter.in === place);

/** The type and schema of an answer. */
export const contentOf = (document: OpenApiDocument, { responses }: DocumentedOperation, status: string) =>
  Object.entries(inPlace(document, responses[status] ?? {}).content ?? {})[0];

/** Whether it answers records line by line. */
export const isStream = (document: OpenApiDocument, operation: DocumentedOperation): boolean =>
  contentOf(document, operation, '200')?.[0] === 'application/x-ndjson';

const NEXT_PAGE = /^next_?(cursor|page_?token)$/i;

/** The parameter that takes the token of a page, and where the answer before has it. */
export const pagingOf = (
  document: OpenApiDocument,
  operation: DocumentedOperation,
): readonly [parameter: string, part: string, token: string] | undefined => {
  const parameter = ['cursor', 'page_token'].find((name) => takes(operation, name, 'query'));
  if (parameter === undefined) return undefined;
  const answer = inPlace(document, contentOf(document, operation, '200')?.[1].schema ?? {});
  for (const [part, schema] of Object.entries(answer.properties ?? {})) {
    const reported: DocumentedSchema = inPlace(document, schema);
    const token = Object.keys(reported.properties ?? {}).find((name) => NEXT_PAGE.test(name));
    if (token !== undefined && answer.properties?.items !== undefined) return [parameter, part, token];
  }
  throw new Error(`${operation.operationId} takes a page token and no answer names the next`);
};
