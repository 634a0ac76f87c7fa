import { contextDigest, type ReportedCall } from '@govgate/domain';
import { isToolName } from '@govgate/domain/internal';
import type { AccessQuestion } from './access-question.js';
import { MCP_ACTIONS, pairOf } from './requested-target.js';

/** What a question says of the call that it asks about; scope, version and rule come with the decision. */
export type RequestedCall = Pick<ReportedCall, 'clientSessionId' | 'serverId' | 'toolId' | 'action'> & {
  readonly contextDigest: string | null;
};

/** The call of a tool by a session that a question is about; undefined for every other question. */
export const requestedCall = (question: AccessQuestion): RequestedCall | undefined => {
  const { subject, action, resource } = question;
  if (subject.type !== 'client_session' || resource.type !== 'mcp_tool') return undefined;
  const pair = pairOf(resource.id);
  const known = MCP_ACTIONS.mcp_tool.find((name) => name === action.name);
  if (pair === undefined || !pair.every(isToolName) || known === undefined) return undefined;
  const [serverId, toolId] = pair;
  return {
    clientSessionId: subject.id,
    serverId,
    toolId,
    action: known,
    contextDigest: contextDigest(question),
  };
};
