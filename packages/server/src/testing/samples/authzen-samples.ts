import { PRODUCTION } from '../worlds/world.js';
import type { OperationSample } from './operation-sample.js';

const on = { params: { environment_id: PRODUCTION }, query: {} };

const question = {
  subject: { type: 'client_session', id: 'sess_calling' },
  action: { name: 'tool.invoke', properties: { soft: true } },
  resource: { type: 'mcp_tool', id: 'srv_unknown/write', properties: { tags: ['a'] } },
  context: { ip: '192.0.2.1' },
};
const { subject, action, resource } = question;

/** Questions to the decision point. */
export const AUTHZEN_SAMPLES: Readonly<Record<string, OperationSample>> = {
  checkCall: {
    ...on,
    body: { jsonrpc: '2.0', method: 'ping', params: { _meta: { a: 1 } } },
    headers: { 'x-govgate-user': 'ada' },
  },
  evaluateAccess: { ...on, body: question },
  evaluateAccesses: {
    ...on,
    body: {
      subject,
      action,
      evaluations: [{ resource }, { resource, action: { name: 'tool.list' } }, {}],
      options: { evaluations_semantic: 'execute_all' },
    },
  },
  searchActions: { ...on, body: { subject, resource, page: { limit: 2 } } },
  searchResources: { ...on, body: { subject, action, resource: { type: 'mcp_tool' } } },
  searchSubjects: { ...on, body: { subject: { type: 'user' }, action, resource } },
};
