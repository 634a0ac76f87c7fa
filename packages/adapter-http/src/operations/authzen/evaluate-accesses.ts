import { makeEvaluateAccesses } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { EvaluationsAnswer, EvaluationsBody, type OptionsRequest } from '../../wire/authzen.js';
import { ACCESS_OPERATION, accessPath, DENIED_WITH_200, EXAMPLE } from './access-operation.js';

export const evaluateAccesses = defineOperation({
  ...ACCESS_OPERATION,
  id: 'evaluateAccesses',
  path: accessPath('evaluations'),
  useCase: makeEvaluateAccesses,
  summary: 'Decides a batch of questions by the active policy (AuthZEN, Access Evaluations)',
  description: DENIED_WITH_200,
  refuses: (['subject', 'action', 'resource'] as const).map((field) => ({
    reasonCode: 'invalid_request',
    field,
    when: 'There is no batch, and the question is incomplete.',
  })),
  example: { ...EXAMPLE, evaluations: [{}, { action: { name: 'tool.list' } }] },
  body: EvaluationsBody,
  response: EvaluationsAnswer,
  toInput: ({ scope, body: { evaluations = [], options, ...defaults } }) => ({
    scope,
    defaults,
    questions: evaluations,
    semantics: (options as OptionsRequest | undefined)?.evaluations_semantic ?? 'execute_all',
  }),
});
