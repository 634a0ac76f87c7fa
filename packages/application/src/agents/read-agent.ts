import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type AgentRef, agentAccess } from './agent-access.js';
import { type AgentView, agentView } from './agent-view.js';

/** Reads an agent's registry record (docs/spec/agents.md#record). */
export const makeReadAgent =
  ({ records, settings }: Pick<Ports, 'records' | 'settings'>): UseCase<AgentRef, AgentView> =>
  async (context, ref) => {
    const loaded = await loadRecord(records, context, agentAccess(ref, 'agent.read'));
    return loaded.ok ? ok(agentView(context, loaded.value.stored, settings)) : loaded;
  };
