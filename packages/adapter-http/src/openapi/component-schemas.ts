import type { AnySchema } from '../operation/schema-shape.js';
import { AgentAnswer, AgentRecord, RegisterAgentBody } from '../wire/agent.js';
import { AuditEventAnswer, VerifyAnswer } from '../wire/audit.js';
import {
  ClientSurfaceAnswer,
  ClientSurfacesAnswer,
  CreateClientSurfaceBody,
  UpdateClientSurfaceBody,
} from '../wire/client-surface.js';
import {
  ApprovalAnswer,
  ApprovalBody,
  CreateCredentialBindingBody,
  CredentialBindingAnswer,
  CredentialBindingDetailAnswer,
  CredentialBindingsAnswer,
} from '../wire/credential-binding.js';
import {
  DataPlaneAnswer,
  DataPlaneItemAnswer,
  DataPlanesAnswer,
  HeartbeatBody,
  RegisterDataPlaneBody,
} from '../wire/data-plane.js';
import { TestResultAnswer } from '../wire/delivery-test.js';
import { AddMemberBody, GroupAnswer } from '../wire/group.js';
import { GrantScopeAnswer, IdentityAnswer } from '../wire/identity.js';
import { JsonValue } from '../wire/json-value.js';
import {
  ActivityAnswer,
  DeprecationAnswer,
  HealthAnswer,
  ManifestAnswer,
  McpServerAnswer,
  McpServerDetailAnswer,
  SubmissionAnswer,
  SubmissionDiffAnswer,
  SubmissionSummaryAnswer,
} from '../wire/mcp-server.js';
import {
  ApproveSubmissionBody,
  RegisterMcpServerBody,
  SubmitManifestBody,
} from '../wire/mcp-server-input.js';
import {
  CreatePolicyBody,
  DiffAnswer,
  Permissions,
  PolicyVersionAnswer,
  PublishAnswer,
  PublishBody,
  SimulateBody,
  SimulationAnswer,
  UpdatePolicyBody,
  Validation,
} from '../wire/policy.js';
import {
  GrantScopeBody,
  RoleBindingAnswer,
  RoleBindingBody,
  RoleBindingPreviewAnswer,
} from '../wire/role-binding.js';
import {
  ReportSessionBody,
  RevocationsAnswer,
  SessionAnswer,
  TerminateSessionBody,
  TerminationAnswer,
} from '../wire/session.js';
import {
  CreateDestinationBody,
  DeliveryStatusAnswer,
  DestinationAnswer,
  DestinationsAnswer,
  UpdateDestinationBody,
} from '../wire/siem-webhook.js';

/** The schemas that have a name in the document, and in clients that are made of it. */
export const COMPONENT_SCHEMAS: Readonly<Record<string, AnySchema>> = {
  ActivityFeed: ActivityAnswer,
  AddGroupMember: AddMemberBody,
  Agent: AgentRecord,
  AgentRegistryRecord: AgentAnswer,
  ApprovalResult: ApprovalAnswer,
  ApproveSubmission: ApproveSubmissionBody,
  AuditEvent: AuditEventAnswer,
  AuditVerification: VerifyAnswer,
  ChangeApproval: ApprovalBody,
  ClientSession: SessionAnswer,
  ClientSurface: ClientSurfaceAnswer,
  ClientSurfaceList: ClientSurfacesAnswer,
  CreateClientSurface: CreateClientSurfaceBody,
  CreateCredentialBinding: CreateCredentialBindingBody,
  CreateDestination: CreateDestinationBody,
  CreatePolicy: CreatePolicyBody,
  CredentialBinding: CredentialBindingAnswer,
  CredentialBindingDetail: CredentialBindingDetailAnswer,
  CredentialBindingList: CredentialBindingsAnswer,
  DataPlane: DataPlaneAnswer,
  DataPlaneItem: DataPlaneItemAnswer,
  DataPlaneList: DataPlanesAnswer,
  DeliveryStatus: DeliveryStatusAnswer,
  DeliveryTestResult: TestResultAnswer,
  DeprecationResult: DeprecationAnswer,
  Destination: DestinationAnswer,
  DestinationList: DestinationsAnswer,
  GrantRole: RoleBindingBody,
  GrantScope: GrantScopeAnswer,
  GrantScopeInput: GrantScopeBody,
  Group: GroupAnswer,
  Heartbeat: HeartbeatBody,
  Identity: IdentityAnswer,
  JsonValue,
  McpServer: McpServerAnswer,
  McpServerDetail: McpServerDetailAnswer,
  McpServerHealth: HealthAnswer,
  McpServerManifest: ManifestAnswer,
  Permissions: Permissions,
  PolicyDiff: DiffAnswer,
  PolicySimulation: SimulationAnswer,
  PolicyValidation: Validation,
  PolicyVersion: PolicyVersionAnswer,
  PublishPolicy: PublishBody,
  PublishResult: PublishAnswer,
  RegisterAgent: RegisterAgentBody,
  RegisterDataPlane: RegisterDataPlaneBody,
  RegisterMcpServer: RegisterMcpServerBody,
  ReportSession: ReportSessionBody,
  RevocationFeed: RevocationsAnswer,
  RoleBinding: RoleBindingAnswer,
  RoleBindingPreview: RoleBindingPreviewAnswer,
  SimulatePolicy: SimulateBody,
  Submission: SubmissionAnswer,
  SubmissionDiff: SubmissionDiffAnswer,
  SubmissionSummary: SubmissionSummaryAnswer,
  SubmitManifest: SubmitManifestBody,
  TerminateSession: TerminateSessionBody,
  TerminationResult: TerminationAnswer,
  UpdateClientSurface: UpdateClientSurfaceBody,
  UpdateDestination: UpdateDestinationBody,
  UpdatePolicy: UpdatePolicyBody,
};
