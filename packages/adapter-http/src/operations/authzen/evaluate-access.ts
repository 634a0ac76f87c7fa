import { defineOperation } from '../../operation/define-operation.js';
import { EvaluationAnswer, EvaluationBody } from '../../wire/authzen.js';
import { ACCESS_OPERATION, accessPath } from './access-operation.js';

export const evaluateAccess = defineOperation({
  ...ACCESS_OPERATION,
  id: 'evaluateAccess',
  path: accessPath('evaluation'),
  run: (useCases) => useCases.evaluateAccess,
  summary: 'Decides a question by the active policy (AuthZEN, Access Evaluation)',
  body: EvaluationBody,
  response: EvaluationAnswer,
  toInput: ({ scope, body }) => ({ scope, question: body }),
});
