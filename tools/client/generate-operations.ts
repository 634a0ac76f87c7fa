import type { DocumentedOperation, OpenApiDocument } from './openapi-document.js';
import {
  contentOf,
  isStream,
  operationsOf,
  type PlacedOperation,
  pagingOf,
  takes,
} from './operation-facts.js';

/** The table of operations that the client makes its methods of. */
export const generateOperations = (document: OpenApiDocument): string => {
  const operations = operationsOf(document);
  return `// Generated from the OpenAPI document: npm run docs:generate

/**
 * Method, path, and what else a call must know: \`t\` and \`e\` take tenant and environment in the query, \`n\` requires the tenant there, \`k\` takes an
 * Idempotency-Key, \`o\` is open to all, \`s\` answers a stream, \`r\` may refuse in the shape of its own answer; then, of a list, the parameter of the
 * next page and where an answer names it.
 */
export const OPERATIONS = {
${operations.map((one) => rowOf(document, one)).join('\n')}
} as const;
`;
};

const rowOf = (document: OpenApiDocument, { path, method, operation }: PlacedOperation): string => {
  assertApart(operation);
  const flags = [
    takes(operation, 'tenant_id', 'query') && 't',
    needsTenant(operation) && 'n',
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
const assertApart = ({ operationId, parameters }: DocumentedOperation): void => {
  const names = ['body', ...parameters.filter((one) => one.in !== 'header').map(({ name }) => name)];
  if (new Set(names).size < names.length) throw new Error(`${operationId} has two parameters of one name`);
};

/** The contract requires the tenant in the query of some operations. */
const needsTenant = ({ parameters }: DocumentedOperation): boolean =>
  parameters.some(
    ({ name, in: place, required }) => name === 'tenant_id' && place === 'query' && required === true,
  );

/** A refusal that may be an envelope or something else is typed as either. */
const refusesInItsShape = (document: OpenApiDocument, operation: DocumentedOperation): boolean =>
  Object.keys(operation.responses)
    .filter((status) => status >= '400')
    .some((status) => contentOf(document, operation, status)?.[1].schema.oneOf !== undefined);
