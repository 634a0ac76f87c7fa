import { makeReadAccessMetadata } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessMetadataAnswer, AccessParams } from '../../wire/authzen.js';
import { NoQuery } from '../../wire/fields.js';

export const readAccessMetadata = defineOperation({
  id: 'readAccessMetadata',
  method: 'get',
  path: '/.well-known/authzen-configuration/v1/authzen/:environment_id',
  useCase: makeReadAccessMetadata,
  summary: 'Describes the decision point of an environment (AuthZEN, PDP metadata)',
  description: 'The answer is the same whether or not the environment exists.',
  tag: 'authzen',
  permission: 'public',
  scope: 'none',
  extension: true,
  refuses: ['not_found'],
  params: AccessParams,
  query: NoQuery,
  response: AccessMetadataAnswer,
  toInput: ({ params }) => params,
});
