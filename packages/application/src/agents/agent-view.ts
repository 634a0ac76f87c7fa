import type { Agent } from '@govgate/domain';
import { agentAllowedActions } from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import type { Settings } from '../call/ports.js';
import { recordTag } from '../call/record-tag.js';

/** An agent's record as answered (docs/spec/agents.md#record): permissions appear both beside it and in it. */
export interface AgentView {
  readonly schemaVersion: '1.0';
  readonly agent: Omit<Agent, 'hands'> & {
    readonly schemaVersion: '1.0';
    readonly permissions: PermissionsView;
  };
  readonly permissions: PermissionsView;
  /** The record's part of the ETag. */
  readonly tag: string;
}

export const agentView = (
  { principal }: CallContext,
  stored: Stored<Agent>,
  { fourEyes }: Pick<Settings, 'fourEyes'>,
): AgentView => {
  const { hands: _, ...agent } = stored.record;
  const allowed = agentAllowedActions(principal, stored.record, { fourEyes });
  const permissions = permissionsView('agent', agent.agentId, allowed);
  return {
    schemaVersion: '1.0',
    agent: { ...agent, schemaVersion: '1.0', permissions },
    permissions,
    tag: recordTag(stored),
  };
};
