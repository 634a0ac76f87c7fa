import { makeReadEnvironment } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { EnvironmentDetailAnswer, EnvironmentParams } from '../../wire/environment.js';
import { NoQuery } from '../../wire/fields.js';

export const readEnvironment = defineOperation({
  id: 'readEnvironment',
  method: 'get',
  path: '/v1/environments/:environment_id',
  useCase: makeReadEnvironment,
  summary: 'Reads an environment with its settings',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'path',
  extension: true,
  params: EnvironmentParams,
  query: NoQuery,
  response: EnvironmentDetailAnswer,
  cacheable: true,
  recordTag: ({ tag }) => tag,
  toInput: ({ scope }) => ({ scope }),
});
