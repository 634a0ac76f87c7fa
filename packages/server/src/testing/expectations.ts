import type { Operation } from '@govgate/adapter-http';
import type { Permission } from '@govgate/domain';
import { roleHolds } from '@govgate/domain/internal';
import { expect } from 'chai';
import { undocumented } from './samples/held-against-document.js';
import { OPERATION_SAMPLES } from './samples/operation-samples.js';
import type { Answered } from './test-service.js';
import type { PersonName } from './worlds/world.js';

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

const HELPING_KEYS = ['field', 'detail', 'expected', 'permission'];

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
    [...ENVELOPE_KEYS, ...HELPING_KEYS.filter((key) => key in answer.json)].sort(),
  );
  expect(answer.json.status).to.equal(status);
  if (field !== undefined) expect(answer.json.field).to.equal(field);
};

export const withoutRequestId = ({ json }: Answered): unknown => {
  const { requestId: _a, request_id: _b, ...rest } = json as Record<string, unknown>;
  return rest;
};

/** The answer to a repeated Idempotency-Key: without what is returned only once. */
export const asRepeated = ({ id }: Pick<Operation, 'id'>, answer: Answered): unknown => {
  const givenOnce = OPERATION_SAMPLES[id]?.givenOnce;
  const rest = withoutRequestId(answer) as Record<string, unknown>;
  return givenOnce === undefined ? rest : { ...rest, [givenOnce]: null };
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

/** An answer as the document describes it: status, headers, shape and reason code. */
export const expectSchema = (operation: Operation, answer: Answered): void => {
  expect(undocumented(operation, answer), operation.id).to.equal(undefined);
};
