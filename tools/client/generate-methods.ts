import type { DocumentedOperation, DocumentedParameter, OpenApiDocument } from './openapi-document.js';
import { isStream, operationsOf, pagingOf, takes } from './operation-facts.js';

/** The client's interface: a method for each operation, with what it is asked and answers. */
export const generateMethods = (document: OpenApiDocument): string => {
  const operations = operationsOf(document).map(({ operation }) => operation);
  const imported = operations.flatMap((one) => [
    ...(hasInput(one) ? [`${typeName(one)}Data`] : []),
    `${typeName(one)}Response`,
  ]);
  return `// Generated from the OpenAPI document: npm run docs:generate
import type { CallOptions, ChangeOptions, CreateOptions, GuardedOptions, ReadOptions } from '../client-options.js';
import type { ListMethod, Query, StreamMethod } from '../methods.js';
import type {
${imported
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from './types.gen.js';

${operations.filter(hasInput).map(inputOf).join('\n\n')}

/** Every operation of the API, by its id. */
export interface GovgateClient {
${operations.map((one) => methodOf(document, one)).join('\n')}
}
`;
};

const typeName = ({ operationId }: DocumentedOperation): string =>
  operationId.charAt(0).toUpperCase() + operationId.slice(1);

const inputParameters = ({ parameters }: DocumentedOperation): readonly DocumentedParameter[] =>
  parameters.filter((one) => one.in !== 'header');

const hasInput = (operation: DocumentedOperation): boolean =>
  inputParameters(operation).length > 0 || operation.requestBody !== undefined;

// The client may know tenant and environment.
const isRequired = ({ name, required }: DocumentedParameter): boolean =>
  required === true && name !== 'tenant_id' && name !== 'environment_id';

const inputOf = (operation: DocumentedOperation): string => {
  const name = typeName(operation);
  const parameters = inputParameters(operation).map((one) => {
    const part = one.in === 'path' ? `${name}Data['path']` : `Query<${name}Data>`;
    const said = one.description === undefined ? '' : `  /** ${one.description} */\n`;
    return `${said}${member(one.name, `${part}['${one.name}']`, isRequired(one))}`;
  });
  const { requestBody } = operation;
  const body =
    requestBody === undefined ? [] : [member('body', `${name}Data['body']`, requestBody.required === true)];
  return `/** What \`${operation.operationId}\` is asked. */
export interface ${name}Input {
${[...parameters, ...body].join('\n')}
}`;
};

const member = (name: string, type: string, required: boolean): string =>
  required ? `  readonly ${name}: ${type};` : `  readonly ${name}?: ${type} | undefined;`;

const methodOf = (document: OpenApiDocument, operation: DocumentedOperation): string => {
  const name = typeName(operation);
  const { operationId, summary } = operation;
  const asked = argumentsOf(operation);
  const answer = `${name}Response`;
  const said = `  /** ${summary} */\n`;
  if (isStream(document, operation))
    return `${said}  readonly ${operationId}: StreamMethod<[${asked}], ${answer}>;`;
  if (pagingOf(document, operation) !== undefined)
    return `${said}  readonly ${operationId}: ListMethod<[${asked}], ${answer}>;`;
  return `${said}  ${operationId}(${asked}): Promise<${answer}>;`;
};

const argumentsOf = (operation: DocumentedOperation): string => {
  const input = hasInput(operation) ? `${typeName(operation)}Input` : 'Record<string, never>';
  const { type, required } = optionsOf(operation);
  const needsInput =
    required || inputParameters(operation).some(isRequired) || operation.requestBody?.required === true;
  return `input${needsInput ? '' : '?'}: ${input}, options${required ? '' : '?'}: ${type}`;
};

const optionsOf = (operation: DocumentedOperation): { readonly type: string; readonly required: boolean } => {
  const seen = operation.parameters.find(({ name }) => name === 'If-Match');
  if (seen?.required === true) return { type: 'GuardedOptions', required: true };
  if (seen !== undefined) return { type: 'ChangeOptions', required: false };
  if (takes(operation, 'Idempotency-Key', 'header')) return { type: 'CreateOptions', required: false };
  if (takes(operation, 'If-None-Match', 'header')) return { type: 'ReadOptions', required: false };
  return { type: 'CallOptions', required: false };
};
