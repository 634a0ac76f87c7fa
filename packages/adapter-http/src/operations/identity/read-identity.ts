import { makeReadIdentity } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { NoQuery } from '../../wire/fields.js';
import { IdentityAnswer } from '../../wire/identity.js';

export const readIdentity = defineOperation({
  id: 'readIdentity',
  method: 'get',
  path: '/v1/identity/me',
  useCase: makeReadIdentity,
  summary: 'Describes the caller and what they may do',
  tag: 'identity',
  permission: 'authenticated',
  scope: 'none',
  extension: true,
  params: v.object({}),
  query: NoQuery,
  response: IdentityAnswer,
  toInput: () => ({}),
});
