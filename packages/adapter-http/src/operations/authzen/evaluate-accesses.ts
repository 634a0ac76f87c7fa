import { defineOperation } from '../../operation/define-operation.js';
import { EvaluationsAnswer, EvaluationsBody } from '../../wire/authzen.js';
import { ACCESS_OPERATION, accessPath } from './access-operation.js';

export const evaluateAccesses = defineOperation({
  ...ACCESS_OPERATION,
  id: 'evaluateAccesses',
  path: accessPath('evaluations'),
  run: (useCases) => useCases.evaluateAccesses,
  summary: 'Decides a batch of questions by the active policy (AuthZEN, Access Evaluations)',
  refuses: (['subject', 'action', 'resource'] as const).map((field) => ({
    reasonCode: 'invalid_request',
    field,
    when: 'There is no batch, and the question is not whole.',
  })),
  body: EvaluationsBody,
  response: EvaluationsAnswer,
  toInput: ({ scope, body: { evaluations = [], options, ...defaults } }) => ({
    scope,
    defaults,
    questions: evaluations,
    semantics: options?.evaluationsSemantic ?? 'execute_all',
  }),
});
