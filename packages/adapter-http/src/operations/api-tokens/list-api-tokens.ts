import { makeListApiTokens } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ApiTokenAnswer, ApiTokensQuery } from '../../wire/api-token.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';

export const listApiTokens = defineOperation({
  id: 'listApiTokens',
  method: 'get',
  path: '/v1/api-tokens',
  useCase: makeListApiTokens,
  summary: 'Lists the API tokens of the tenant, never their text',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: ApiTokensQuery,
  response: pageOf(ApiTokenAnswer),
  toInput: ({ scope, query: { subjectId, status, ...page } }) => ({
    tenantId: scope.tenantId,
    filters: {
      ...(subjectId === undefined ? {} : { subjectId }),
      ...(status === undefined ? {} : { status }),
    },
    ...listOptions(page),
  }),
});
