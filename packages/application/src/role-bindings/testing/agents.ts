import type { Agent } from '@govgate/domain';
import { agentOf } from '@govgate/domain/testing';

/** A registered agent of an environment. */
export const agentIn = (environmentId: string, agentId: string): Agent =>
  agentOf({ agentId, environmentId, allowedEnvironments: [environmentId] });
