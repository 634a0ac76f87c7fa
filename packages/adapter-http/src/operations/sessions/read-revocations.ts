import { makeReadRevocations } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { RevocationsAnswer, RevocationsQuery } from '../../wire/session.js';

export const readRevocations = defineOperation({
  id: 'readRevocations',
  method: 'get',
  path: '/v1/revocations',
  useCase: makeReadRevocations,
  summary: 'Reads on in the revocation feed, optionally waiting for more',
  description:
    'With `include=planes` at most 20 at a time, each with the planes that have applied it and those that have not.',
  tag: 'sessions',
  permission: 'session.read',
  scope: 'named',
  waits: true,
  extension: true,
  params: v.object({}),
  query: RevocationsQuery,
  response: RevocationsAnswer,
  toInput: ({ scope, query }) => ({
    scope,
    after: Number(query.after ?? 0),
    waitSeconds: Number(query.wait ?? 0),
    withPlanes: query.include === 'planes',
  }),
});
