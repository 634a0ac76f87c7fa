import { inPlace, type ToldDocument, type ToldOperation, type ToldSchema } from './told-document.js';

interface Named {
  readonly path: string;
  readonly method: string;
  readonly operation: ToldOperation;
}

/** The table of operations that the client makes its methods of, and the types of each. */
export const generateOperations = (document: ToldDocument): string => {
  const operations = operationsOf(document);
  const named = operations.flatMap(({ operation: { operationId } }) => [
    `${typeName(operationId)}Data`,
    `${typeName(operationId)}Response`,
  ]);
  return `// Generated from the OpenAPI document: npm run docs:generate
import type {
${named
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from './types.gen.js';

/** What each operation is asked and answers. */
export interface Operations {
${operations.map((one) => memberOf(document, one)).join('\n')}
}

/**
 * Method, path, and what else a call must know: \`t\` and \`e\` take tenant and environment in the query, \`k\` takes an Idempotency-Key, \`o\` is open
 * to all, \`s\` answers a stream, \`r\` may refuse in the shape of its own answer; then, of a list, the parameter of the next page and where an answer
 * names it.
 */
export const OPERATIONS = {
${operations.map((one) => rowOf(document, one)).join('\n')}
} as const;
`;
};

const operationsOf = ({ paths }: ToldDocument): readonly Named[] =>
  Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));

const typeName = (operationId: string): string => operationId.charAt(0).toUpperCase() + operationId.slice(1);

const memberOf = (document: ToldDocument, { operation }: Named): string => {
  const { operationId, summary } = operation;
  const name = typeName(operationId);
  const form = isStream(document, operation)
    ? 'stream'
    : pagingOf(document, operation) === undefined
      ? 'one'
      : 'pages';
  return `  /** ${summary} */\n  ${operationId}: { data: ${name}Data; answer: ${name}Response; form: '${form}' };`;
};

const rowOf = (document: ToldDocument, { path, method, operation }: Named): string => {
  assertApart(operation);
  const flags = [
    takes(operation, 'tenant_id', 'query') && 't',
    // Of what is the whole tenant's, the environment is a filter.
    operation['x-scope'] !== 'tenant' && takes(operation, 'environment_id', 'query') && 'e',
    takes(operation, 'Idempotency-Key', 'header') && 'k',
    operation.security?.length === 0 && 'o',
    isStream(document, operation) && 's',
    refusesInItsShape(document, operation) && 'r',
  ].filter((flag) => flag !== false);
  const cells = [method.toUpperCase(), path, flags.join(''), ...(pagingOf(document, operation) ?? [])];
  return `  ${operation.operationId}: [${cells.map((cell) => `'${cell}'`).join(', ')}],`;
};

/** A call names them side by side, and its body as `body`. */
const assertApart = ({ operationId, parameters }: ToldOperation): void => {
  const names = ['body', ...parameters.filter((one) => one.in !== 'header').map(({ name }) => name)];
  if (new Set(names).size < names.length) throw new Error(`${operationId} has two parameters of one name`);
};

const takes = ({ parameters }: ToldOperation, name: string, place: string): boolean =>
  parameters.some((parameter) => parameter.name === name && parameter.in === place);

const contentOf = (document: ToldDocument, { responses }: ToldOperation, status: string) =>
  Object.entries(inPlace(document, responses[status] ?? {}).content ?? {})[0];

const isStream = (document: ToldDocument, operation: ToldOperation): boolean =>
  contentOf(document, operation, '200')?.[0] === 'application/x-ndjson';

/** A refusal that may be an envelope or something else is typed as either. */
const refusesInItsShape = (document: ToldDocument, operation: ToldOperation): boolean =>
  Object.keys(operation.responses)
    .filter((status) => status >= '400')
    .some((status) => contentOf(document, operation, status)?.[1].schema.anyOf !== undefined);

const NEXT_PAGE = /^next_?(cursor|page_?token)$/i;

/** The parameter that takes the token of a page, and where the answer before has it. */
const pagingOf = (
  document: ToldDocument,
  operation: ToldOperation,
): readonly [parameter: string, part: string, token: string] | undefined => {
  const parameter = ['cursor', 'page_token'].find((name) => takes(operation, name, 'query'));
  if (parameter === undefined) return undefined;
  const answer = inPlace(document, contentOf(document, operation, '200')?.[1].schema ?? {});
  for (const [part, schema] of Object.entries(answer.properties ?? {})) {
    const told: ToldSchema = inPlace(document, schema);
    const token = Object.keys(told.properties ?? {}).find((name) => NEXT_PAGE.test(name));
    if (token !== undefined && answer.properties?.items !== undefined) return [parameter, part, token];
  }
  throw new Error(`${operation.operationId} takes a page token and no answer names the next`);
};
