import { type Operation, openApiDocument } from '@govgate/adapter-http';
import { type Permission, roleHolds } from '@govgate/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { Answered } from './test-service.js';
import type { PersonName } from './world.js';

const ENVELOPE_KEYS = [
  'machineSafe',
  'message',
  'reasonCode',
  'redactionStatus',
  'requestId',
  'retryable',
  'schemaVersion',
  'status',
];

/** An envelope with a reason code, and nothing that was sent. */
export const expectRefusal = (
  answer: Answered,
  status: number,
  reasonCode: string | readonly string[],
  field?: string,
): void => {
  expect([answer.status, answer.json?.reasonCode], answer.text).to.satisfy(
    ([s, r]: [number, string]) => s === status && [reasonCode].flat().includes(r),
  );
  expect(Object.keys(answer.json).sort()).to.deep.equal(
    [...ENVELOPE_KEYS, ...('field' in answer.json ? ['field'] : [])].sort(),
  );
  expect(answer.json.status).to.equal(status);
  if (field !== undefined) expect(answer.json.field).to.equal(field);
};

export const withoutRequestId = ({ json }: Answered): unknown => {
  const { requestId: _a, request_id: _b, ...rest } = json as Record<string, unknown>;
  return rest;
};

/** Somebody with a grant in the environment that does not hold the permission. */
export const personLacking = ({ permission }: Operation): PersonName | undefined => {
  if (permission === 'authenticated' || permission === 'public') return undefined;
  const candidates = [
    ['auditor', 'auditor'],
    ['viewer', 'viewer'],
  ] as const;
  return candidates.find(([, role]) => !roleHolds(role, permission as Permission))?.[0];
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const document = openApiDocument();
ajv.addSchema(document, 'openapi');

export const expectSchema = (operation: Operation, answer: Answered): void => {
  const path = operation.path.replace(/:([a-z_]+)/g, '{$1}');
  const [media = ''] = operation.contentType.split(';');
  const pointer = [
    'paths',
    path,
    operation.method,
    'responses',
    String(answer.status),
    'content',
    media,
    'schema',
  ]
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('/');
  const validate = ajv.getSchema(`openapi#/${pointer}`);
  if (validate === undefined) throw new Error(`no schema for ${operation.id} ${answer.status}`);
  const documents = operation.contentType.includes('ndjson')
    ? answer.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [answer.json];
  for (const said of documents) expect(validate(said), JSON.stringify(validate.errors)).to.equal(true);
};
