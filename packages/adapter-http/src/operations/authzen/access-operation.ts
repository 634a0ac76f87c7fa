import { AccessParams } from '../../wire/authzen.js';
import { NoQuery, POLICY_BODY_LIMIT } from '../../wire/fields.js';

/** What all questions to a decision point share. */
export const ACCESS_OPERATION = {
  method: 'post',
  tag: 'authzen',
  permission: 'policy.evaluate',
  scope: 'path',
  extension: true,
  foreignForm: true,
  rateClass: 'evaluations',
  params: AccessParams,
  query: NoQuery,
  bodyLimit: POLICY_BODY_LIMIT,
} as const;

const PREFIX = '/v1/authzen/:environment_id/access/v1';

/** The path of a decision point's endpoint. */
export const accessPath = (rest: string): string => `${PREFIX}/${rest}`;

/** As the standard wants. Whoever looks at the status alone lets every call through. */
export const DENIED_WITH_200 =
  '**A denial is HTTP 200 with `decision: false`**: whatever is not `decision: true` is a denial. `checkCall` (`POST /v1/check/{environment_id}`) says it by the status.';

/** A sample question. */
export const EXAMPLE = {
  subject: { type: 'client_session', id: 'cs_42' },
  action: { name: 'tool.invoke' },
  resource: { type: 'mcp_tool', id: 'srv_crm/search' },
} as const;
