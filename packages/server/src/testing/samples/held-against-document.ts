import type { Operation } from '@govgate/adapter-http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answered } from '../test-service.js';
import {
  type DocumentedOperation,
  type DocumentedParameter,
  documentedOperation,
  THE_DOCUMENT,
} from './documented-operation.js';
import type { OperationSample } from './operation-sample.js';

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
// Our own formats have their grammar in `pattern`.
ajv.addFormat('handle', true).addFormat('page-token', true);
ajv.addSchema(THE_DOCUMENT);

const reported = new Map<string, DocumentedOperation>();
const compiled = new WeakMap<object, ValidateFunction>();
// Each operation repeats what it refers to.
const compiledTexts = new Map<string, ValidateFunction>();

/** Whether the document allows a request. Ids in paths are left aside: one of another form answers as an absent record does. */
export const documentAllows = (operation: Operation, request: OperationSample): boolean => {
  const { parameters, body } = toldOf(operation);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const inHead = parameters.filter((parameter) => parameter.in === 'header');
  const known = new Set(inQuery.map(({ name }) => name));
  return (
    Object.keys(request.query).every((name) => known.has(name)) &&
    inQuery.every((parameter) => allowsParameter(parameter, request.query[parameter.name])) &&
    inHead.every((parameter) =>
      allowsParameter(parameter, request.headers?.[parameter.name.toLowerCase()]),
    ) &&
    (body === undefined || allowsBody(body.schema, request.body))
  );
};

/** What is wrong with an answer: a status, a reason code, a header or a shape that the document does not have. */
export const undocumented = (operation: Operation, answer: Answered): string | undefined => {
  const response = toldOf(operation).responses[String(answer.status)];
  if (response === undefined) return `no status ${answer.status}: ${answer.text}`;
  for (const [name, { required }] of Object.entries(response.headers ?? {}))
    if (required === true && answer.headers.get(name) === null) return `${answer.status} without ${name}`;
  const media = Object.keys(response.content ?? {})[0];
  if (media === undefined) return answer.text === '' ? undefined : `${answer.status} with a body`;
  const schema = response.content?.[media]?.schema ?? {};
  const texts = media.includes('ndjson') ? linesOf(answer.text) : [answer.text];
  const misfit = texts.find((text) => !takes(schema, JSON.parse(text)));
  if (misfit !== undefined) return `${answer.status} has another shape: ${misfit}`;
  return undeclared(answer, response['x-reason-codes'] ?? []);
};

/** Refusals of values whose form is right: what they say is found out only by looking. */
const FOR_MEANING: ReadonlySet<string> = new Set([
  'forbidden_material',
  'idempotency_key_reused',
  'invalid_cursor',
  'missing_scope',
]);

/** Whether an answer refuses a request for its form; then the document must not allow it. */
export const refusesForm = (operation: Operation, answer: Answered): boolean => {
  if (![400, 415, 422].includes(answer.status) || !isEnvelope(answer)) return false;
  const { reasonCode, field } = answer.json;
  if (FOR_MEANING.has(reasonCode)) return false;
  const codes = toldOf(operation).responses[String(answer.status)]?.['x-reason-codes'] ?? [];
  return !codes.some(
    (code) =>
      code.when !== undefined &&
      code.reasonCode === reasonCode &&
      (code.field === undefined || code.field === field || String(field).startsWith(`${code.field}.`)),
  );
};

const toldOf = (operation: Operation): DocumentedOperation => {
  const known = reported.get(operation.id) ?? documentedOperation(operation);
  reported.set(operation.id, known);
  return known;
};

const takes = (schema: object, value: unknown): boolean => {
  const validate = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, validate);
  return validate(value);
};

const compile = (schema: object): ValidateFunction => {
  const text = JSON.stringify(schema);
  const validate = compiledTexts.get(text) ?? ajv.compile(schema);
  compiledTexts.set(text, validate);
  return validate;
};

// A body of no length is none.
const allowsBody = (schema: object, body: unknown): boolean =>
  isInterchangeable(body) && takes(schema, body === undefined || body === '' ? {} : body);

const allowsParameter = ({ required, schema }: DocumentedParameter, text: string | undefined): boolean => {
  if (text === undefined) return !required;
  return isInterchangeable(text) && takes(schema, parameterValue(schema.type, text));
};

const parameterValue = (type: unknown, text: string): unknown => {
  if (type === 'integer' && /^-?(0|[1-9]\d*)$/.test(text)) return Number(text);
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text;
};

// RFC 8259, section 8: between systems JSON is well-formed Unicode. JSON Schema cannot express it. Excessive nesting, and keys
// that reach into prototypes are covered by the document's description.
const isInterchangeable = (value: unknown): boolean => {
  const text = JSON.stringify(value) ?? '';
  return (
    !/\\ud[89a-f]/i.test(text) &&
    !/[{,]"(?:__proto__|constructor|prototype)":/.test(text) &&
    depthOf(value) <= 32
  );
};

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

const isEnvelope = ({ json, status }: Answered): boolean =>
  json?.machineSafe === true && json.status === status;

const undeclared = (
  answer: Answered,
  codes: readonly { readonly reasonCode: string }[],
): string | undefined => {
  if (!isEnvelope(answer)) return undefined;
  const { reasonCode } = answer.json;
  return codes.some((code) => code.reasonCode === reasonCode)
    ? undefined
    : `${answer.status} undeclared ${reasonCode}`;
};
