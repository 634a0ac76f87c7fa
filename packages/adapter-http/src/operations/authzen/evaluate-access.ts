import { makeEvaluateAccess } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { EvaluationAnswer, EvaluationBody } from '../../wire/authzen.js';
import { ACCESS_OPERATION, accessPath, DENIED_WITH_200, EXAMPLE } from './access-operation.js';

export const evaluateAccess = defineOperation({
  ...ACCESS_OPERATION,
  id: 'evaluateAccess',
  path: accessPath('evaluation'),
  useCase: makeEvaluateAccess,
  summary: 'Decides a question by the active policy (AuthZEN, Access Evaluation)',
  description: DENIED_WITH_200,
  example: EXAMPLE,
  body: EvaluationBody,
  response: EvaluationAnswer,
  toInput: ({ scope, body }) => ({ scope, question: body }),
});
