import type { Permission, Scope } from '@govgate/domain';
import { coverageOf } from '@govgate/domain/internal';
import {
  type AnyKind,
  agentKind,
  clientSurfaceKind,
  dataPlaneKind,
  destinationKind,
  mcpServerKind,
  policyVersionKind,
  type ScopeOfKind,
  type Where,
} from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';

/** What makes an empty environment one that governs calls, in the order in which it is done. */
export const FIRST_STEPS = [
  'connect_data_plane',
  'approve_mcp_server',
  'approve_client_surface',
  'register_agent',
  'publish_policy',
  'enable_destination',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export interface FirstStepState {
  readonly step: FirstStep;
  readonly done: boolean;
}

type Deps = Pick<Ports, 'records'>;

interface StepRow {
  /** Reading all records of its kind in the environment. */
  readonly permission: Permission;
  readonly isDone: (deps: Deps, scope: Scope) => Promise<boolean>;
}

const STEPS: Readonly<Record<FirstStep, StepRow>> = {
  connect_data_plane: {
    permission: 'data_plane.read',
    isDone: (deps, scope) => isAny(deps, dataPlaneKind, scope),
  },
  approve_mcp_server: {
    permission: 'mcp_server.read',
    isDone: (deps, scope) =>
      isAny(deps, mcpServerKind, scope, { is: { registrationStatus: ['active', 'deprecated'] } }),
  },
  approve_client_surface: {
    permission: 'client_surface.read',
    isDone: (deps, { tenantId, environmentId }) =>
      isAny(
        deps,
        clientSurfaceKind,
        { tenantId },
        { is: { lifecycleState: 'active' }, has: { environment: environmentId } },
      ),
  },
  register_agent: {
    permission: 'agent.read',
    isDone: (deps, scope) => isAny(deps, agentKind, scope, { is: { lifecycleState: 'active' } }),
  },
  publish_policy: {
    permission: 'policy.read',
    isDone: (deps, scope) => isAny(deps, policyVersionKind, scope, { is: { status: 'active' } }),
  },
  enable_destination: {
    permission: 'siem_webhook.read',
    isDone: (deps, scope) => isAny(deps, destinationKind, scope, { is: { status: 'enabled' } }),
  },
};

/** Whether there is any such record, without counting them. */
const isAny = async <K extends AnyKind>(
  { records }: Deps,
  kind: K,
  scope: ScopeOfKind<K>,
  where: Where<K> = {},
): Promise<boolean> => (await records.page(kind, scope, { where, limit: 1 })).items.length > 0;

/** Which of the first steps are done; those whose records the caller may not read are left out. */
export const firstSteps = async (
  deps: Deps,
  { principal }: CallContext,
  scope: Scope,
): Promise<readonly FirstStepState[]> => {
  const readable = FIRST_STEPS.filter((step) => coverageOf(principal, STEPS[step].permission, scope)?.all);
  return Promise.all(readable.map(async (step) => ({ step, done: await STEPS[step].isDone(deps, scope) })));
};
