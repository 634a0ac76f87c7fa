import { makeCheckReadiness, READINESS_WARNINGS } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { described } from '../../wire/described.js';
import { NoQuery } from '../../wire/fields.js';

export const readyz = defineOperation({
  id: 'readyz',
  method: 'get',
  path: '/readyz',
  useCase: makeCheckReadiness,
  summary: 'Reports whether the service is ready, part by part',
  tag: 'service',
  permission: 'public',
  scope: 'none',
  extension: true,
  params: v.object({}),
  query: NoQuery,
  response: v.object({
    status: described(v.picklist(['ready', 'not_ready']), 'Whether calls are taken.'),
    parts: described(
      v.record(v.string(), v.picklist(['ready', 'unavailable'])),
      'The state of each part, by name.',
    ),
    warnings: described(
      v.optional(v.array(v.picklist(READINESS_WARNINGS))),
      'What an operator should look at although calls are taken; absent for nothing.',
    ),
  }),
  status: ({ ready }) => (ready ? 200 : 503),
  successes: [200, 503],
  toInput: () => ({}),
  toWire: ({ ready, ...reported }) => ({
    status: ready ? ('ready' as const) : ('not_ready' as const),
    ...reported,
  }),
});
