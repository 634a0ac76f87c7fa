import { ok } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { described } from '../../wire/described.js';
import { NoQuery } from '../../wire/fields.js';

export const healthz = defineOperation({
  id: 'healthz',
  method: 'get',
  path: '/healthz',
  useCase: () => async () => ok({ status: 'alive' as const }),
  summary: 'Reports that the process is alive',
  tag: 'service',
  permission: 'public',
  scope: 'none',
  extension: true,
  params: v.object({}),
  query: NoQuery,
  response: v.object({ status: described(v.literal('alive'), 'Always `alive`: the process answers.') }),
  toInput: () => ({}),
});
