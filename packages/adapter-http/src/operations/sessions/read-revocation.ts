import { makeReadRevocation } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { RevocationAnswer, RevocationParams, RevocationQuery } from '../../wire/session.js';

export const readRevocation = defineOperation({
  id: 'readRevocation',
  method: 'get',
  path: '/v1/revocations/:revocation_id',
  useCase: makeReadRevocation,
  summary: 'Reads a revocation with the planes that have applied it, optionally waiting until all have',
  tag: 'sessions',
  permission: 'session.read',
  scope: 'named',
  waits: true,
  extension: true,
  params: RevocationParams,
  query: RevocationQuery,
  response: RevocationAnswer,
  toInput: ({ scope, params, query }) => ({ scope, ...params, waitSeconds: Number(query.wait ?? 0) }),
});
