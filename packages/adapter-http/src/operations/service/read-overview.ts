import { makeReadOverview } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { OverviewAnswer } from '../../wire/overview.js';

export const readOverview = defineOperation({
  id: 'readOverview',
  method: 'get',
  path: '/v1/overview',
  useCase: makeReadOverview,
  summary: 'Tells what waits for the caller in an environment, what fails, and what happened lately',
  description:
    'Each part needs the permission to read what it reports; a part that the caller may not read is absent.',
  tag: 'service',
  permission: 'authenticated',
  scope: 'named',
  refuses: ['scope_forbidden', 'missing_scope'],
  extension: true,
  params: v.object({}),
  query: ScopeQuery,
  response: OverviewAnswer,
  toInput: ({ scope }) => ({ scope }),
});
