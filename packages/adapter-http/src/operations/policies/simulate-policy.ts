import { makeSimulatePolicy } from '@govgate/application';
import type { PolicyRequest } from '@govgate/domain';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { PolicyParams } from '../../wire/policy.js';
import { SimulateBody, SimulationAnswer } from '../../wire/simulation.js';

export const simulatePolicy = defineOperation({
  id: 'simulatePolicy',
  method: 'post',
  path: '/v1/policies/:policy_version/simulate',
  useCase: makeSimulatePolicy,
  summary: 'Decides a request by a policy version, with a trace of every rule; changes nothing',
  tag: 'policies',
  permission: 'policy.read',
  scope: 'named',
  extension: true,
  rateClass: 'reads',
  params: PolicyParams,
  query: ScopeQuery,
  body: SimulateBody,
  response: SimulationAnswer,
  toInput: ({ scope, params, body }) => ({
    scope,
    ...params,
    against: body.against,
    // JSON omits absent fields, so optional ones are absent rather than undefined.
    request: body.request as PolicyRequest,
  }),
});
