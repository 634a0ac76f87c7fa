import { accessReviewMachine } from './access-review/access-review.machine.js';
import { agentApprovalMachine, agentLifecycleMachine } from './agent/agent.machine.js';
import { callApprovalMachine } from './approval/call-approval.machine.js';
import { clientSessionMachine } from './client-session/client-session.machine.js';
import { surfaceApprovalMachine, surfaceLifecycleMachine } from './client-surface/client-surface.machine.js';
import {
  credentialApprovalMachine,
  credentialLifecycleMachine,
} from './credential-binding/credential-binding.machine.js';
import { drainMachine, upgradeMachine } from './data-plane/data-plane.machine.js';
import { deliveryStatusMachine, destinationMachine } from './destination/destination.machine.js';
import { accountMachine } from './identity/account.machine.js';
import { apiTokenMachine } from './identity/api-token.machine.js';
import type { Machine } from './machine/machine.js';
import {
  registrationMachine,
  serverSwitchMachine,
  submissionMachine,
} from './mcp-server/mcp-server.machine.js';
import { policyVersionMachine } from './policy/policy-version.machine.js';
import { roleBindingMachine } from './role-binding/role-binding.machine.js';

/** Every state machine of the domain, as the generated documentation draws them. */
export const ALL_MACHINES: readonly Machine[] = [
  policyVersionMachine,
  credentialApprovalMachine,
  credentialLifecycleMachine,
  clientSessionMachine,
  surfaceLifecycleMachine,
  surfaceApprovalMachine,
  agentLifecycleMachine,
  agentApprovalMachine,
  drainMachine,
  upgradeMachine,
  submissionMachine,
  registrationMachine,
  serverSwitchMachine,
  destinationMachine,
  deliveryStatusMachine,
  roleBindingMachine,
  accountMachine,
  apiTokenMachine,
  callApprovalMachine,
  accessReviewMachine,
];
