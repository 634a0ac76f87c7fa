import { makeCheckCall } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { CheckBody, CheckQuery, EvaluationAnswer } from '../../wire/authzen.js';
import { ACCESS_OPERATION, EXAMPLE } from './access-operation.js';

export const checkCall = defineOperation({
  ...ACCESS_OPERATION,
  id: 'checkCall',
  path: '/v1/check/:environment_id',
  useCase: makeCheckCall,
  summary: 'Decides a call by the active policy and answers with status 200 or 403',
  description:
    'The body is a question of AuthZEN, or a message of the Model Context Protocol with who sends it in headers (`X-Govgate-User`, `-Agent`, `-Session`, `-Server`). Nothing of it is kept.',
  refuses: [
    {
      reasonCode: 'invalid_request',
      field: 'method',
      when: 'The body is neither a message nor a whole question.',
    },
  ],
  example: EXAMPLE,
  query: CheckQuery,
  body: CheckBody,
  response: EvaluationAnswer,
  status: ({ decision }) => (decision ? 200 : 403),
  successes: [200, 403],
  toInput: ({ scope, body, header }) => ({ scope, request: body, named: header }),
});
