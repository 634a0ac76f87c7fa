import type { Permission, Scope } from '@govgate/domain';
import { coverageOf } from '@govgate/domain/internal';
import {
  agentKind,
  clientSurfaceKind,
  dataPlaneKind,
  destinationKind,
  mcpServerKind,
  policyVersionKind,
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
  readonly count: (deps: Deps, scope: Scope) => Promise<number>;
}

const STEPS: Readonly<Record<FirstStep, StepRow>> = {
  connect_data_plane: {
    permission: 'data_plane.read',
    count: ({ records }, scope) => records.count(dataPlaneKind, scope),
  },
  approve_mcp_server: {
    permission: 'mcp_server.read',
    count: ({ records }, scope) =>
      records.count(mcpServerKind, scope, { is: { registrationStatus: ['active', 'deprecated'] } }),
  },
  approve_client_surface: {
    permission: 'client_surface.read',
    count: ({ records }, { tenantId, environmentId }) =>
      records.count(
        clientSurfaceKind,
        { tenantId },
        { is: { lifecycleState: 'active' }, has: { environment: environmentId } },
      ),
  },
  register_agent: {
    permission: 'agent.read',
    count: ({ records }, scope) => records.count(agentKind, scope, { is: { lifecycleState: 'active' } }),
  },
  publish_policy: {
    permission: 'policy.read',
    count: ({ records }, scope) => records.count(policyVersionKind, scope, { is: { status: 'active' } }),
  },
  enable_destination: {
    permission: 'siem_webhook.read',
    count: ({ records }, scope) => records.count(destinationKind, scope, { is: { status: 'enabled' } }),
  },
};

/** Which of the first steps are done; those whose records the caller may not read are left out. */
export const firstSteps = async (
  deps: Deps,
  { principal }: CallContext,
  scope: Scope,
): Promise<readonly FirstStepState[]> => {
  const readable = FIRST_STEPS.filter((step) => coverageOf(principal, STEPS[step].permission, scope)?.all);
  return Promise.all(
    readable.map(async (step) => ({ step, done: (await STEPS[step].count(deps, scope)) > 0 })),
  );
};
