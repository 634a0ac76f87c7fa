import { defineOperation } from '../../operation/define-operation.js';
import { AccessMetadataAnswer, AccessParams } from '../../wire/authzen.js';
import { NoQuery } from '../../wire/fields.js';

export const readAccessMetadata = defineOperation({
  id: 'readAccessMetadata',
  method: 'get',
  path: '/.well-known/authzen-configuration/v1/authzen/:environment_id',
  run: (useCases) => useCases.readAccessMetadata,
  summary: 'Tells where the decision point of an environment is (AuthZEN, PDP metadata)',
  description: 'The same for environments that exist and those that do not.',
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
