import { makeConfigureEnvironment } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import {
  ConfigureEnvironmentBody,
  EnvironmentDetailAnswer,
  EnvironmentParams,
} from '../../wire/environment.js';
import { NoQuery } from '../../wire/fields.js';

export const configureEnvironment = defineOperation({
  id: 'configureEnvironment',
  method: 'put',
  path: '/v1/environments/:environment_id',
  useCase: makeConfigureEnvironment,
  summary: 'Changes the settings of an environment',
  description: 'What is left out stays; each setting that is sent is replaced whole.',
  tag: 'local_identity',
  permission: 'client_surface.manage',
  scope: 'path',
  extension: true,
  audited: { eventType: 'environment.configured', action: 'configure', idParam: 'environment_id' },
  params: EnvironmentParams,
  query: NoQuery,
  body: ConfigureEnvironmentBody,
  response: EnvironmentDetailAnswer,
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, body: { reasonCode, ...patch } }) => ({ scope, patch, reasonCode }),
});
