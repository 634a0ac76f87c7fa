// Generated from the OpenAPI document: npm run docs:generate
import type { CallOptions, ChangeOptions, CreateOptions, GuardedOptions, ReadOptions } from '../client-options.js';
import type { ListMethod, Query, StreamMethod } from '../methods.js';
import type {
  AddGroupMemberData,
  AddGroupMemberResponse,
  ApproveCallData,
  ApproveCallResponse,
  ApproveClientSurfaceData,
  ApproveClientSurfaceResponse,
  ApproveMcpSubmissionData,
  ApproveMcpSubmissionResponse,
  ArchiveAgentData,
  ArchiveAgentResponse,
  ArchiveClientSurfaceData,
  ArchiveClientSurfaceResponse,
  ArchivePolicyData,
  ArchivePolicyResponse,
  ChangeCredentialApprovalData,
  ChangeCredentialApprovalResponse,
  ConfigureEnvironmentData,
  ConfigureEnvironmentResponse,
  CreateApiTokenData,
  CreateApiTokenResponse,
  CreateClientSurfaceData,
  CreateClientSurfaceResponse,
  CreateCredentialBindingData,
  CreateCredentialBindingResponse,
  CreateDestinationData,
  CreateDestinationResponse,
  CreateEnvironmentData,
  CreateEnvironmentResponse,
  CreateGroupData,
  CreateGroupResponse,
  CreatePolicyData,
  CreatePolicyResponse,
  CreateRoleBindingData,
  CreateRoleBindingResponse,
  CreateServiceAccountData,
  CreateServiceAccountResponse,
  CreateUserData,
  CreateUserResponse,
  DenyCallData,
  DenyCallResponse,
  DeprecateMcpServerData,
  DeprecateMcpServerResponse,
  DeregisterDataPlaneData,
  DeregisterDataPlaneResponse,
  DiffMcpSubmissionsData,
  DiffMcpSubmissionsResponse,
  DiffPoliciesData,
  DiffPoliciesResponse,
  DisableAgentData,
  DisableAgentResponse,
  DisableClientSurfaceData,
  DisableClientSurfaceResponse,
  DisableCredentialBindingData,
  DisableCredentialBindingResponse,
  DisableDestinationData,
  DisableDestinationResponse,
  DisableMcpServerData,
  DisableMcpServerResponse,
  DisableRoleBindingData,
  DisableRoleBindingResponse,
  DisableServiceAccountData,
  DisableServiceAccountResponse,
  DisableUserData,
  DisableUserResponse,
  DrainDataPlaneData,
  DrainDataPlaneResponse,
  EnableAgentData,
  EnableAgentResponse,
  EnableClientSurfaceData,
  EnableClientSurfaceResponse,
  EnableCredentialBindingData,
  EnableCredentialBindingResponse,
  EnableDestinationData,
  EnableDestinationResponse,
  EnableMcpServerData,
  EnableMcpServerResponse,
  EnableServiceAccountData,
  EnableServiceAccountResponse,
  EnableUserData,
  EnableUserResponse,
  EvaluateAccessData,
  EvaluateAccessResponse,
  EvaluateAccessesData,
  EvaluateAccessesResponse,
  ExplainAccessData,
  ExplainAccessResponse,
  ExportAuditEventsData,
  ExportAuditEventsResponse,
  HealthzResponse,
  ListAgentsData,
  ListAgentsResponse,
  ListApiTokensData,
  ListApiTokensResponse,
  ListApprovalsData,
  ListApprovalsResponse,
  ListAuditEventsData,
  ListAuditEventsResponse,
  ListCheckpointsData,
  ListCheckpointsResponse,
  ListClientSurfacesData,
  ListClientSurfacesResponse,
  ListCredentialBindingsData,
  ListCredentialBindingsResponse,
  ListDataPlanesData,
  ListDataPlanesResponse,
  ListDeadLettersData,
  ListDeadLettersResponse,
  ListDeliveriesData,
  ListDeliveriesResponse,
  ListDestinationsData,
  ListDestinationsResponse,
  ListEnvironmentsData,
  ListEnvironmentsResponse,
  ListGroupsData,
  ListGroupsResponse,
  ListMcpServersData,
  ListMcpServersResponse,
  ListMcpSubmissionsData,
  ListMcpSubmissionsResponse,
  ListPoliciesData,
  ListPoliciesResponse,
  ListRoleBindingsData,
  ListRoleBindingsResponse,
  ListServiceAccountsData,
  ListServiceAccountsResponse,
  ListSessionsData,
  ListSessionsResponse,
  ListUserGroupsData,
  ListUserGroupsResponse,
  ListUsersData,
  ListUsersResponse,
  PreviewPublishData,
  PreviewPublishResponse,
  PreviewRoleBindingData,
  PreviewRoleBindingResponse,
  ProveAuditEventData,
  ProveAuditEventResponse,
  ProveConsistencyData,
  ProveConsistencyResponse,
  PublishPolicyData,
  PublishPolicyResponse,
  ReadAccessMetadataData,
  ReadAccessMetadataResponse,
  ReadActivePolicyData,
  ReadActivePolicyResponse,
  ReadAgentData,
  ReadAgentResponse,
  ReadApiTokenData,
  ReadApiTokenResponse,
  ReadAppliedSetData,
  ReadAppliedSetResponse,
  ReadApprovalData,
  ReadApprovalResponse,
  ReadAuditEventData,
  ReadAuditEventResponse,
  ReadClientSurfaceData,
  ReadClientSurfaceResponse,
  ReadCredentialBindingData,
  ReadCredentialBindingResponse,
  ReadDataPlaneData,
  ReadDataPlaneResponse,
  ReadDestinationData,
  ReadDestinationResponse,
  ReadEnvironmentData,
  ReadEnvironmentResponse,
  ReadExportStatusData,
  ReadExportStatusResponse,
  ReadGroupData,
  ReadGroupResponse,
  ReadIdentityResponse,
  ReadMcpServerActivityData,
  ReadMcpServerActivityResponse,
  ReadMcpServerData,
  ReadMcpServerHealthData,
  ReadMcpServerHealthResponse,
  ReadMcpServerResponse,
  ReadMcpSubmissionData,
  ReadMcpSubmissionResponse,
  ReadMcpToolsData,
  ReadMcpToolsResponse,
  ReadOpenApiResponse,
  ReadPolicyData,
  ReadPolicyResponse,
  ReadPolicyTestsData,
  ReadPolicyTestsResponse,
  ReadReachData,
  ReadReachResponse,
  ReadRevocationData,
  ReadRevocationResponse,
  ReadRevocationsData,
  ReadRevocationsResponse,
  ReadRoleBindingData,
  ReadRoleBindingResponse,
  ReadServiceAccountData,
  ReadServiceAccountResponse,
  ReadSessionData,
  ReadSessionResponse,
  ReadUserData,
  ReadUserResponse,
  ReadyzResponse,
  RecordAppliedSetData,
  RecordAppliedSetResponse,
  RegisterAgentData,
  RegisterAgentResponse,
  RegisterDataPlaneData,
  RegisterDataPlaneResponse,
  RegisterMcpServerData,
  RegisterMcpServerResponse,
  RejectClientSurfaceData,
  RejectClientSurfaceResponse,
  RejectMcpSubmissionData,
  RejectMcpSubmissionResponse,
  RemoveGroupMemberData,
  RemoveGroupMemberResponse,
  ReplacePolicyTestsData,
  ReplacePolicyTestsResponse,
  ReplayDestinationData,
  ReplayDestinationResponse,
  ReportHeartbeatData,
  ReportHeartbeatResponse,
  ReportSessionData,
  ReportSessionResponse,
  RequestApprovalData,
  RequestApprovalResponse,
  ResumeDataPlaneData,
  ResumeDataPlaneResponse,
  ResyncDataPlaneData,
  ResyncDataPlaneResponse,
  ReviewAgentData,
  ReviewAgentResponse,
  ReviewMcpDefinitionsData,
  ReviewMcpDefinitionsResponse,
  RevokeAgentData,
  RevokeAgentResponse,
  RevokeApiTokenData,
  RevokeApiTokenResponse,
  RevokeClientSurfaceData,
  RevokeClientSurfaceResponse,
  RevokeCredentialBindingData,
  RevokeCredentialBindingResponse,
  RotateCredentialBindingData,
  RotateCredentialBindingResponse,
  SearchActionsData,
  SearchActionsResponse,
  SearchResourcesData,
  SearchResourcesResponse,
  SearchSubjectsData,
  SearchSubjectsResponse,
  SimulatePolicyData,
  SimulatePolicyResponse,
  SubmitCredentialBindingData,
  SubmitCredentialBindingResponse,
  SubmitMcpManifestData,
  SubmitMcpManifestResponse,
  TerminateSessionData,
  TerminateSessionResponse,
  TestDestinationData,
  TestDestinationResponse,
  UpdateClientSurfaceData,
  UpdateClientSurfaceResponse,
  UpdateDestinationData,
  UpdateDestinationResponse,
  UpdateGroupData,
  UpdateGroupResponse,
  UpdatePolicyData,
  UpdatePolicyResponse,
  UpdateServiceAccountData,
  UpdateServiceAccountResponse,
  UpdateUserData,
  UpdateUserResponse,
  UpgradeDataPlaneData,
  UpgradeDataPlaneResponse,
  UseApprovalData,
  UseApprovalResponse,
  ValidatePolicyData,
  ValidatePolicyResponse,
  VerifyAuditTrailData,
  VerifyAuditTrailResponse,
  WhoCanData,
  WhoCanResponse,
  WithdrawMcpSubmissionData,
  WithdrawMcpSubmissionResponse,
} from './types.gen.js';

/** What `addGroupMember` is asked. */
export interface AddGroupMemberInput {
  /** The local group. */
  readonly group_id: AddGroupMemberData['path']['group_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<AddGroupMemberData>['tenant_id'] | undefined;
  readonly body: AddGroupMemberData['body'];
}

/** What `approveCall` is asked. */
export interface ApproveCallInput {
  /** The approval of a call. */
  readonly approval_id: ApproveCallData['path']['approval_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ApproveCallData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ApproveCallData>['environment_id'] | undefined;
  readonly body: ApproveCallData['body'];
}

/** What `approveClientSurface` is asked. */
export interface ApproveClientSurfaceInput {
  /** The client surface. */
  readonly client_surface_id: ApproveClientSurfaceData['path']['client_surface_id'];
  /** The environment. */
  readonly environment_id?: Query<ApproveClientSurfaceData>['environment_id'] | undefined;
  readonly body: ApproveClientSurfaceData['body'];
}

/** What `approveMcpSubmission` is asked. */
export interface ApproveMcpSubmissionInput {
  /** The MCP server. */
  readonly server_id: ApproveMcpSubmissionData['path']['server_id'];
  /** The submission. */
  readonly submission_id: ApproveMcpSubmissionData['path']['submission_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ApproveMcpSubmissionData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ApproveMcpSubmissionData>['environment_id'] | undefined;
  readonly body: ApproveMcpSubmissionData['body'];
}

/** What `archiveAgent` is asked. */
export interface ArchiveAgentInput {
  /** The agent. */
  readonly agent_id: ArchiveAgentData['path']['agent_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ArchiveAgentData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ArchiveAgentData>['environment_id'] | undefined;
  readonly body: ArchiveAgentData['body'];
}

/** What `archiveClientSurface` is asked. */
export interface ArchiveClientSurfaceInput {
  /** The client surface. */
  readonly client_surface_id: ArchiveClientSurfaceData['path']['client_surface_id'];
  /** The environment. */
  readonly environment_id?: Query<ArchiveClientSurfaceData>['environment_id'] | undefined;
  readonly body: ArchiveClientSurfaceData['body'];
}

/** What `archivePolicy` is asked. */
export interface ArchivePolicyInput {
  /** The policy version. */
  readonly policy_version: ArchivePolicyData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ArchivePolicyData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ArchivePolicyData>['environment_id'] | undefined;
  readonly body: ArchivePolicyData['body'];
}

/** What `changeCredentialApproval` is asked. */
export interface ChangeCredentialApprovalInput {
  /** The credential binding. */
  readonly credential_binding_id: ChangeCredentialApprovalData['path']['credential_binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ChangeCredentialApprovalData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ChangeCredentialApprovalData>['environment_id'] | undefined;
  readonly body: ChangeCredentialApprovalData['body'];
}

/** What `configureEnvironment` is asked. */
export interface ConfigureEnvironmentInput {
  /** The environment. */
  readonly environment_id?: ConfigureEnvironmentData['path']['environment_id'] | undefined;
  readonly body?: ConfigureEnvironmentData['body'] | undefined;
}

/** What `createApiToken` is asked. */
export interface CreateApiTokenInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreateApiTokenData>['tenant_id'] | undefined;
  readonly body: CreateApiTokenData['body'];
}

/** What `createClientSurface` is asked. */
export interface CreateClientSurfaceInput {
  /** The environment. */
  readonly environment_id?: Query<CreateClientSurfaceData>['environment_id'] | undefined;
  readonly body: CreateClientSurfaceData['body'];
}

/** What `createCredentialBinding` is asked. */
export interface CreateCredentialBindingInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreateCredentialBindingData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<CreateCredentialBindingData>['environment_id'] | undefined;
  readonly body: CreateCredentialBindingData['body'];
}

/** What `createDestination` is asked. */
export interface CreateDestinationInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreateDestinationData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<CreateDestinationData>['environment_id'] | undefined;
  readonly body: CreateDestinationData['body'];
}

/** What `createEnvironment` is asked. */
export interface CreateEnvironmentInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreateEnvironmentData>['tenant_id'] | undefined;
  readonly body: CreateEnvironmentData['body'];
}

/** What `createGroup` is asked. */
export interface CreateGroupInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreateGroupData>['tenant_id'] | undefined;
  readonly body: CreateGroupData['body'];
}

/** What `createPolicy` is asked. */
export interface CreatePolicyInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreatePolicyData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<CreatePolicyData>['environment_id'] | undefined;
  readonly body: CreatePolicyData['body'];
}

/** What `createRoleBinding` is asked. */
export interface CreateRoleBindingInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreateRoleBindingData>['tenant_id'] | undefined;
  readonly body: CreateRoleBindingData['body'];
}

/** What `createServiceAccount` is asked. */
export interface CreateServiceAccountInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreateServiceAccountData>['tenant_id'] | undefined;
  readonly body: CreateServiceAccountData['body'];
}

/** What `createUser` is asked. */
export interface CreateUserInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<CreateUserData>['tenant_id'] | undefined;
  readonly body: CreateUserData['body'];
}

/** What `denyCall` is asked. */
export interface DenyCallInput {
  /** The approval of a call. */
  readonly approval_id: DenyCallData['path']['approval_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DenyCallData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DenyCallData>['environment_id'] | undefined;
  readonly body: DenyCallData['body'];
}

/** What `deprecateMcpServer` is asked. */
export interface DeprecateMcpServerInput {
  /** The MCP server. */
  readonly server_id: DeprecateMcpServerData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DeprecateMcpServerData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DeprecateMcpServerData>['environment_id'] | undefined;
  readonly body: DeprecateMcpServerData['body'];
}

/** What `deregisterDataPlane` is asked. */
export interface DeregisterDataPlaneInput {
  /** The data plane. */
  readonly data_plane_id: DeregisterDataPlaneData['path']['data_plane_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DeregisterDataPlaneData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DeregisterDataPlaneData>['environment_id'] | undefined;
  readonly body: DeregisterDataPlaneData['body'];
}

/** What `diffMcpSubmissions` is asked. */
export interface DiffMcpSubmissionsInput {
  /** The MCP server. */
  readonly server_id: DiffMcpSubmissionsData['path']['server_id'];
  /** The submission. */
  readonly submission_id: DiffMcpSubmissionsData['path']['submission_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DiffMcpSubmissionsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DiffMcpSubmissionsData>['environment_id'] | undefined;
  /** The version or submission to compare with. */
  readonly against: Query<DiffMcpSubmissionsData>['against'];
}

/** What `diffPolicies` is asked. */
export interface DiffPoliciesInput {
  /** The policy version. */
  readonly policy_version: DiffPoliciesData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DiffPoliciesData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DiffPoliciesData>['environment_id'] | undefined;
  /** The version or submission to compare with. */
  readonly against: Query<DiffPoliciesData>['against'];
}

/** What `disableAgent` is asked. */
export interface DisableAgentInput {
  /** The agent. */
  readonly agent_id: DisableAgentData['path']['agent_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DisableAgentData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DisableAgentData>['environment_id'] | undefined;
  readonly body: DisableAgentData['body'];
}

/** What `disableClientSurface` is asked. */
export interface DisableClientSurfaceInput {
  /** The client surface. */
  readonly client_surface_id: DisableClientSurfaceData['path']['client_surface_id'];
  /** The environment. */
  readonly environment_id?: Query<DisableClientSurfaceData>['environment_id'] | undefined;
  readonly body: DisableClientSurfaceData['body'];
}

/** What `disableCredentialBinding` is asked. */
export interface DisableCredentialBindingInput {
  /** The credential binding. */
  readonly credential_binding_id: DisableCredentialBindingData['path']['credential_binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DisableCredentialBindingData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DisableCredentialBindingData>['environment_id'] | undefined;
  readonly body?: DisableCredentialBindingData['body'] | undefined;
}

/** What `disableDestination` is asked. */
export interface DisableDestinationInput {
  /** The destination. */
  readonly destination_id: DisableDestinationData['path']['destination_id'];
  readonly body: DisableDestinationData['body'];
}

/** What `disableMcpServer` is asked. */
export interface DisableMcpServerInput {
  /** The MCP server. */
  readonly server_id: DisableMcpServerData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DisableMcpServerData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DisableMcpServerData>['environment_id'] | undefined;
  readonly body: DisableMcpServerData['body'];
}

/** What `disableRoleBinding` is asked. */
export interface DisableRoleBindingInput {
  /** The role binding. */
  readonly binding_id: DisableRoleBindingData['path']['binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DisableRoleBindingData>['tenant_id'] | undefined;
  readonly body: DisableRoleBindingData['body'];
}

/** What `disableServiceAccount` is asked. */
export interface DisableServiceAccountInput {
  /** The service account. */
  readonly service_account_id: DisableServiceAccountData['path']['service_account_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DisableServiceAccountData>['tenant_id'] | undefined;
  readonly body: DisableServiceAccountData['body'];
}

/** What `disableUser` is asked. */
export interface DisableUserInput {
  /** The user. */
  readonly user_id: DisableUserData['path']['user_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DisableUserData>['tenant_id'] | undefined;
  readonly body: DisableUserData['body'];
}

/** What `drainDataPlane` is asked. */
export interface DrainDataPlaneInput {
  /** The data plane. */
  readonly data_plane_id: DrainDataPlaneData['path']['data_plane_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<DrainDataPlaneData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<DrainDataPlaneData>['environment_id'] | undefined;
  readonly body: DrainDataPlaneData['body'];
}

/** What `enableAgent` is asked. */
export interface EnableAgentInput {
  /** The agent. */
  readonly agent_id: EnableAgentData['path']['agent_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<EnableAgentData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<EnableAgentData>['environment_id'] | undefined;
  readonly body: EnableAgentData['body'];
}

/** What `enableClientSurface` is asked. */
export interface EnableClientSurfaceInput {
  /** The client surface. */
  readonly client_surface_id: EnableClientSurfaceData['path']['client_surface_id'];
  /** The environment. */
  readonly environment_id?: Query<EnableClientSurfaceData>['environment_id'] | undefined;
  readonly body: EnableClientSurfaceData['body'];
}

/** What `enableCredentialBinding` is asked. */
export interface EnableCredentialBindingInput {
  /** The credential binding. */
  readonly credential_binding_id: EnableCredentialBindingData['path']['credential_binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<EnableCredentialBindingData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<EnableCredentialBindingData>['environment_id'] | undefined;
  readonly body?: EnableCredentialBindingData['body'] | undefined;
}

/** What `enableDestination` is asked. */
export interface EnableDestinationInput {
  /** The destination. */
  readonly destination_id: EnableDestinationData['path']['destination_id'];
  readonly body: EnableDestinationData['body'];
}

/** What `enableMcpServer` is asked. */
export interface EnableMcpServerInput {
  /** The MCP server. */
  readonly server_id: EnableMcpServerData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<EnableMcpServerData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<EnableMcpServerData>['environment_id'] | undefined;
  readonly body: EnableMcpServerData['body'];
}

/** What `enableServiceAccount` is asked. */
export interface EnableServiceAccountInput {
  /** The service account. */
  readonly service_account_id: EnableServiceAccountData['path']['service_account_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<EnableServiceAccountData>['tenant_id'] | undefined;
  readonly body: EnableServiceAccountData['body'];
}

/** What `enableUser` is asked. */
export interface EnableUserInput {
  /** The user. */
  readonly user_id: EnableUserData['path']['user_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<EnableUserData>['tenant_id'] | undefined;
  readonly body: EnableUserData['body'];
}

/** What `evaluateAccess` is asked. */
export interface EvaluateAccessInput {
  /** The environment. */
  readonly environment_id?: EvaluateAccessData['path']['environment_id'] | undefined;
  readonly body: EvaluateAccessData['body'];
}

/** What `evaluateAccesses` is asked. */
export interface EvaluateAccessesInput {
  /** The environment. */
  readonly environment_id?: EvaluateAccessesData['path']['environment_id'] | undefined;
  readonly body?: EvaluateAccessesData['body'] | undefined;
}

/** What `explainAccess` is asked. */
export interface ExplainAccessInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ExplainAccessData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ExplainAccessData>['environment_id'] | undefined;
  /** The permission; in a refusal, the one the caller lacks. */
  readonly permission: Query<ExplainAccessData>['permission'];
  /** The record. */
  readonly resource_id?: Query<ExplainAccessData>['resource_id'] | undefined;
  /** The team that owns it. */
  readonly owner_team?: Query<ExplainAccessData>['owner_team'] | undefined;
  /** What kind of subject. */
  readonly subject_type?: Query<ExplainAccessData>['subject_type'] | undefined;
  /** The user, group or service account. */
  readonly subject_id?: Query<ExplainAccessData>['subject_id'] | undefined;
}

/** What `exportAuditEvents` is asked. */
export interface ExportAuditEventsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ExportAuditEventsData>['tenant_id'] | undefined;
  /** Inclusive start of the time range. */
  readonly from?: Query<ExportAuditEventsData>['from'] | undefined;
  /** Before this moment. */
  readonly to?: Query<ExportAuditEventsData>['to'] | undefined;
}

/** What `listAgents` is asked. */
export interface ListAgentsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListAgentsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListAgentsData>['environment_id'] | undefined;
  /** The state of its life cycle. */
  readonly lifecycle_state?: Query<ListAgentsData>['lifecycle_state'] | undefined;
  /** The state of its review. */
  readonly approval_status?: Query<ListAgentsData>['approval_status'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListAgentsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListAgentsData>['cursor'] | undefined;
}

/** What `listApiTokens` is asked. */
export interface ListApiTokensInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListApiTokensData>['tenant_id'] | undefined;
  /** The user, group or service account. */
  readonly subject_id?: Query<ListApiTokensData>['subject_id'] | undefined;
  /** Where it stands. */
  readonly status?: Query<ListApiTokensData>['status'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListApiTokensData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListApiTokensData>['cursor'] | undefined;
}

/** What `listApprovals` is asked. */
export interface ListApprovalsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListApprovalsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListApprovalsData>['environment_id'] | undefined;
  /** Where it stands. */
  readonly status?: Query<ListApprovalsData>['status'] | undefined;
  /** The client session. */
  readonly client_session_id?: Query<ListApprovalsData>['client_session_id'] | undefined;
  /** The policy version. */
  readonly policy_version?: Query<ListApprovalsData>['policy_version'] | undefined;
  /** The role that may decide, besides holders of `approval.decide`. */
  readonly approver_role?: Query<ListApprovalsData>['approver_role'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListApprovalsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListApprovalsData>['cursor'] | undefined;
}

/** What `listAuditEvents` is asked. */
export interface ListAuditEventsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListAuditEventsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListAuditEventsData>['environment_id'] | undefined;
  /** Who acts. Taken from the token; if sent, it must match. */
  readonly actor_id?: Query<ListAuditEventsData>['actor_id'] | undefined;
  /** The kind of record. */
  readonly resource_type?: Query<ListAuditEventsData>['resource_type'] | undefined;
  /** The record. */
  readonly resource_id?: Query<ListAuditEventsData>['resource_id'] | undefined;
  /** What happened, as `<resource>.<past verb>`. */
  readonly event_type?: Query<ListAuditEventsData>['event_type'] | undefined;
  /** How it ended. */
  readonly outcome?: Query<ListAuditEventsData>['outcome'] | undefined;
  /** Inclusive start of the time range. */
  readonly from?: Query<ListAuditEventsData>['from'] | undefined;
  /** Before this moment. */
  readonly to?: Query<ListAuditEventsData>['to'] | undefined;
  /** Groups events that belong together. */
  readonly correlation_id?: Query<ListAuditEventsData>['correlation_id'] | undefined;
  /** Newest (`desc`) or oldest (`asc`) first. */
  readonly order?: Query<ListAuditEventsData>['order'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListAuditEventsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListAuditEventsData>['cursor'] | undefined;
}

/** What `listCheckpoints` is asked. */
export interface ListCheckpointsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListCheckpointsData>['tenant_id'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListCheckpointsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListCheckpointsData>['cursor'] | undefined;
}

/** What `listClientSurfaces` is asked. */
export interface ListClientSurfacesInput {
  /** The environment. */
  readonly environment_id?: Query<ListClientSurfacesData>['environment_id'] | undefined;
  /** The state of its life cycle. */
  readonly lifecycle_state?: Query<ListClientSurfacesData>['lifecycle_state'] | undefined;
  /** The kind of client. */
  readonly client_type?: Query<ListClientSurfacesData>['client_type'] | undefined;
  /** The team that owns it. */
  readonly owner_team?: Query<ListClientSurfacesData>['owner_team'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListClientSurfacesData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListClientSurfacesData>['cursor'] | undefined;
  /** The sort order; `-` reverses it. Ties are ordered by id. */
  readonly sort?: Query<ListClientSurfacesData>['sort'] | undefined;
}

/** What `listCredentialBindings` is asked. */
export interface ListCredentialBindingsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListCredentialBindingsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListCredentialBindingsData>['environment_id'] | undefined;
  /** The state of its review. */
  readonly approval_status?: Query<ListCredentialBindingsData>['approval_status'] | undefined;
  /** The state of its life cycle. */
  readonly lifecycle_state?: Query<ListCredentialBindingsData>['lifecycle_state'] | undefined;
  /** The MCP server or API source. */
  readonly source_id?: Query<ListCredentialBindingsData>['source_id'] | undefined;
  /** The team that owns it. */
  readonly owner_team?: Query<ListCredentialBindingsData>['owner_team'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListCredentialBindingsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListCredentialBindingsData>['cursor'] | undefined;
}

/** What `listDataPlanes` is asked. */
export interface ListDataPlanesInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListDataPlanesData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListDataPlanesData>['environment_id'] | undefined;
  /** Where it stands. */
  readonly status?: Query<ListDataPlanesData>['status'] | undefined;
  /** Who runs it, and where. */
  readonly deployment_mode?: Query<ListDataPlanesData>['deployment_mode'] | undefined;
  /** The region. */
  readonly region?: Query<ListDataPlanesData>['region'] | undefined;
  /** Rollout state of the desired policy. */
  readonly policy_sync_status?: Query<ListDataPlanesData>['policy_sync_status'] | undefined;
  /** Maximum number of records on the page. */
  readonly page_size?: Query<ListDataPlanesData>['page_size'] | undefined;
  /** Start of the page: `nextPageToken` of the previous page, with the same filters, within 24 hours. */
  readonly page_token?: Query<ListDataPlanesData>['page_token'] | undefined;
  /** The sort order; `-` reverses it. Ties are ordered by id. */
  readonly sort?: Query<ListDataPlanesData>['sort'] | undefined;
}

/** What `listDeadLetters` is asked. */
export interface ListDeadLettersInput {
  /** The destination. */
  readonly destination_id: ListDeadLettersData['path']['destination_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListDeadLettersData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListDeadLettersData>['environment_id'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListDeadLettersData>['limit'] | undefined;
}

/** What `listDeliveries` is asked. */
export interface ListDeliveriesInput {
  /** The destination. */
  readonly destination_id: ListDeliveriesData['path']['destination_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListDeliveriesData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListDeliveriesData>['environment_id'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListDeliveriesData>['limit'] | undefined;
}

/** What `listDestinations` is asked. */
export interface ListDestinationsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListDestinationsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListDestinationsData>['environment_id'] | undefined;
  /** What kind it is. */
  readonly kind?: Query<ListDestinationsData>['kind'] | undefined;
  /** Whether it is enabled. */
  readonly enabled?: Query<ListDestinationsData>['enabled'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListDestinationsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListDestinationsData>['cursor'] | undefined;
}

/** What `listEnvironments` is asked. */
export interface ListEnvironmentsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListEnvironmentsData>['tenant_id'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListEnvironmentsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListEnvironmentsData>['cursor'] | undefined;
}

/** What `listGroups` is asked. */
export interface ListGroupsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListGroupsData>['tenant_id'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListGroupsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListGroupsData>['cursor'] | undefined;
}

/** What `listMcpServers` is asked. */
export interface ListMcpServersInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListMcpServersData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListMcpServersData>['environment_id'] | undefined;
  /** The state of its registration. */
  readonly registration_status?: Query<ListMcpServersData>['registration_status'] | undefined;
  /** The team that owns it. */
  readonly owner_team?: Query<ListMcpServersData>['owner_team'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListMcpServersData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListMcpServersData>['cursor'] | undefined;
}

/** What `listMcpSubmissions` is asked. */
export interface ListMcpSubmissionsInput {
  /** The MCP server. */
  readonly server_id: ListMcpSubmissionsData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListMcpSubmissionsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListMcpSubmissionsData>['environment_id'] | undefined;
  /** Where it stands. */
  readonly status?: Query<ListMcpSubmissionsData>['status'] | undefined;
}

/** What `listPolicies` is asked. */
export interface ListPoliciesInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListPoliciesData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListPoliciesData>['environment_id'] | undefined;
  /** Where it stands. */
  readonly status?: Query<ListPoliciesData>['status'] | undefined;
  /** `body`: the manifests too. */
  readonly include?: Query<ListPoliciesData>['include'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListPoliciesData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListPoliciesData>['cursor'] | undefined;
}

/** What `listRoleBindings` is asked. */
export interface ListRoleBindingsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListRoleBindingsData>['tenant_id'] | undefined;
  /** The user, group or service account. */
  readonly subject_id?: Query<ListRoleBindingsData>['subject_id'] | undefined;
  /** The role. */
  readonly role?: Query<ListRoleBindingsData>['role'] | undefined;
  /** How far the grant reaches. */
  readonly scope_type?: Query<ListRoleBindingsData>['scope_type'] | undefined;
  /** Where it stands. */
  readonly status?: Query<ListRoleBindingsData>['status'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListRoleBindingsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListRoleBindingsData>['cursor'] | undefined;
}

/** What `listServiceAccounts` is asked. */
export interface ListServiceAccountsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListServiceAccountsData>['tenant_id'] | undefined;
  /** Where it stands. */
  readonly status?: Query<ListServiceAccountsData>['status'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListServiceAccountsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListServiceAccountsData>['cursor'] | undefined;
}

/** What `listSessions` is asked. */
export interface ListSessionsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListSessionsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ListSessionsData>['environment_id'] | undefined;
  /** Where it stands. */
  readonly state?: Query<ListSessionsData>['state'] | undefined;
  /** The user. */
  readonly user_id?: Query<ListSessionsData>['user_id'] | undefined;
  /** The agent. */
  readonly agent_id?: Query<ListSessionsData>['agent_id'] | undefined;
  /** The client surface. */
  readonly client_surface_id?: Query<ListSessionsData>['client_surface_id'] | undefined;
  /** The credential binding. */
  readonly credential_binding_id?: Query<ListSessionsData>['credential_binding_id'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListSessionsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListSessionsData>['cursor'] | undefined;
}

/** What `listUserGroups` is asked. */
export interface ListUserGroupsInput {
  /** The user. */
  readonly user_id: ListUserGroupsData['path']['user_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListUserGroupsData>['tenant_id'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListUserGroupsData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListUserGroupsData>['cursor'] | undefined;
}

/** What `listUsers` is asked. */
export interface ListUsersInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ListUsersData>['tenant_id'] | undefined;
  /** Where it stands. */
  readonly status?: Query<ListUsersData>['status'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<ListUsersData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<ListUsersData>['cursor'] | undefined;
}

/** What `previewPublish` is asked. */
export interface PreviewPublishInput {
  /** The policy version. */
  readonly policy_version: PreviewPublishData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<PreviewPublishData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<PreviewPublishData>['environment_id'] | undefined;
  readonly body?: PreviewPublishData['body'] | undefined;
}

/** What `previewRoleBinding` is asked. */
export interface PreviewRoleBindingInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<PreviewRoleBindingData>['tenant_id'] | undefined;
  readonly body: PreviewRoleBindingData['body'];
}

/** What `proveAuditEvent` is asked. */
export interface ProveAuditEventInput {
  /** The audit event of the change; null where nothing changed. */
  readonly audit_event_id: ProveAuditEventData['path']['audit_event_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ProveAuditEventData>['tenant_id'] | undefined;
}

/** What `proveConsistency` is asked. */
export interface ProveConsistencyInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ProveConsistencyData>['tenant_id'] | undefined;
  /** Inclusive start of the time range. */
  readonly from: Query<ProveConsistencyData>['from'];
  /** Before this moment. */
  readonly to: Query<ProveConsistencyData>['to'];
}

/** What `publishPolicy` is asked. */
export interface PublishPolicyInput {
  /** The policy version. */
  readonly policy_version: PublishPolicyData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<PublishPolicyData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<PublishPolicyData>['environment_id'] | undefined;
  readonly body: PublishPolicyData['body'];
}

/** What `readAccessMetadata` is asked. */
export interface ReadAccessMetadataInput {
  /** The environment. */
  readonly environment_id?: ReadAccessMetadataData['path']['environment_id'] | undefined;
}

/** What `readActivePolicy` is asked. */
export interface ReadActivePolicyInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadActivePolicyData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadActivePolicyData>['environment_id'] | undefined;
}

/** What `readAgent` is asked. */
export interface ReadAgentInput {
  /** The agent. */
  readonly agent_id: ReadAgentData['path']['agent_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadAgentData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadAgentData>['environment_id'] | undefined;
}

/** What `readApiToken` is asked. */
export interface ReadApiTokenInput {
  /** The 12 characters after `ggw_`. */
  readonly token_id: ReadApiTokenData['path']['token_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadApiTokenData>['tenant_id'] | undefined;
}

/** What `readAppliedSet` is asked. */
export interface ReadAppliedSetInput {
  /** The set of files; a service may have many. */
  readonly set_id: ReadAppliedSetData['path']['set_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadAppliedSetData>['tenant_id'] | undefined;
}

/** What `readApproval` is asked. */
export interface ReadApprovalInput {
  /** The approval of a call. */
  readonly approval_id: ReadApprovalData['path']['approval_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadApprovalData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadApprovalData>['environment_id'] | undefined;
  /** Seconds to wait for more. */
  readonly wait?: Query<ReadApprovalData>['wait'] | undefined;
}

/** What `readAuditEvent` is asked. */
export interface ReadAuditEventInput {
  /** The audit event of the change; null where nothing changed. */
  readonly audit_event_id: ReadAuditEventData['path']['audit_event_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadAuditEventData>['tenant_id'] | undefined;
}

/** What `readClientSurface` is asked. */
export interface ReadClientSurfaceInput {
  /** The client surface. */
  readonly client_surface_id: ReadClientSurfaceData['path']['client_surface_id'];
  /** The environment. */
  readonly environment_id?: Query<ReadClientSurfaceData>['environment_id'] | undefined;
}

/** What `readCredentialBinding` is asked. */
export interface ReadCredentialBindingInput {
  /** The credential binding. */
  readonly credential_binding_id: ReadCredentialBindingData['path']['credential_binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadCredentialBindingData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadCredentialBindingData>['environment_id'] | undefined;
}

/** What `readDataPlane` is asked. */
export interface ReadDataPlaneInput {
  /** The data plane. */
  readonly data_plane_id: ReadDataPlaneData['path']['data_plane_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadDataPlaneData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadDataPlaneData>['environment_id'] | undefined;
}

/** What `readDestination` is asked. */
export interface ReadDestinationInput {
  /** The destination. */
  readonly destination_id: ReadDestinationData['path']['destination_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadDestinationData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadDestinationData>['environment_id'] | undefined;
}

/** What `readEnvironment` is asked. */
export interface ReadEnvironmentInput {
  /** The environment. */
  readonly environment_id?: ReadEnvironmentData['path']['environment_id'] | undefined;
}

/** What `readExportStatus` is asked. */
export interface ReadExportStatusInput {
  /** The destination. */
  readonly destination_id: ReadExportStatusData['path']['destination_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadExportStatusData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadExportStatusData>['environment_id'] | undefined;
}

/** What `readGroup` is asked. */
export interface ReadGroupInput {
  /** The local group. */
  readonly group_id: ReadGroupData['path']['group_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadGroupData>['tenant_id'] | undefined;
}

/** What `readMcpServer` is asked. */
export interface ReadMcpServerInput {
  /** The MCP server. */
  readonly server_id: ReadMcpServerData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadMcpServerData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadMcpServerData>['environment_id'] | undefined;
}

/** What `readMcpServerActivity` is asked. */
export interface ReadMcpServerActivityInput {
  /** The MCP server. */
  readonly server_id: ReadMcpServerActivityData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadMcpServerActivityData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadMcpServerActivityData>['environment_id'] | undefined;
}

/** What `readMcpServerHealth` is asked. */
export interface ReadMcpServerHealthInput {
  /** The MCP server. */
  readonly server_id: ReadMcpServerHealthData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadMcpServerHealthData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadMcpServerHealthData>['environment_id'] | undefined;
}

/** What `readMcpSubmission` is asked. */
export interface ReadMcpSubmissionInput {
  /** The MCP server. */
  readonly server_id: ReadMcpSubmissionData['path']['server_id'];
  /** The submission. */
  readonly submission_id: ReadMcpSubmissionData['path']['submission_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadMcpSubmissionData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadMcpSubmissionData>['environment_id'] | undefined;
}

/** What `readMcpTools` is asked. */
export interface ReadMcpToolsInput {
  /** The MCP server. */
  readonly server_id: ReadMcpToolsData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadMcpToolsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadMcpToolsData>['environment_id'] | undefined;
  readonly body?: ReadMcpToolsData['body'] | undefined;
}

/** What `readPolicy` is asked. */
export interface ReadPolicyInput {
  /** The policy version. */
  readonly policy_version: ReadPolicyData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadPolicyData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadPolicyData>['environment_id'] | undefined;
}

/** What `readPolicyTests` is asked. */
export interface ReadPolicyTestsInput {
  /** The policy version. */
  readonly policy_version: ReadPolicyTestsData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadPolicyTestsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadPolicyTestsData>['environment_id'] | undefined;
}

/** What `readReach` is asked. */
export interface ReadReachInput {
  /** The environment. */
  readonly environment_id?: Query<ReadReachData>['environment_id'] | undefined;
}

/** What `readRevocation` is asked. */
export interface ReadRevocationInput {
  /** The revocation belonging to the change. */
  readonly revocation_id: ReadRevocationData['path']['revocation_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadRevocationData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadRevocationData>['environment_id'] | undefined;
  /** Seconds to wait for more. */
  readonly wait?: Query<ReadRevocationData>['wait'] | undefined;
}

/** What `readRevocations` is asked. */
export interface ReadRevocationsInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadRevocationsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadRevocationsData>['environment_id'] | undefined;
  /** Only what follows this sequence. */
  readonly after?: Query<ReadRevocationsData>['after'] | undefined;
  /** Seconds to wait for more. */
  readonly wait?: Query<ReadRevocationsData>['wait'] | undefined;
  /** `body`: the manifests too. */
  readonly include?: Query<ReadRevocationsData>['include'] | undefined;
}

/** What `readRoleBinding` is asked. */
export interface ReadRoleBindingInput {
  /** The role binding. */
  readonly binding_id: ReadRoleBindingData['path']['binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadRoleBindingData>['tenant_id'] | undefined;
}

/** What `readServiceAccount` is asked. */
export interface ReadServiceAccountInput {
  /** The service account. */
  readonly service_account_id: ReadServiceAccountData['path']['service_account_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadServiceAccountData>['tenant_id'] | undefined;
}

/** What `readSession` is asked. */
export interface ReadSessionInput {
  /** The client session. */
  readonly client_session_id: ReadSessionData['path']['client_session_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadSessionData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReadSessionData>['environment_id'] | undefined;
}

/** What `readUser` is asked. */
export interface ReadUserInput {
  /** The user. */
  readonly user_id: ReadUserData['path']['user_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReadUserData>['tenant_id'] | undefined;
}

/** What `recordAppliedSet` is asked. */
export interface RecordAppliedSetInput {
  /** The set of files; a service may have many. */
  readonly set_id: RecordAppliedSetData['path']['set_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RecordAppliedSetData>['tenant_id'] | undefined;
  readonly body: RecordAppliedSetData['body'];
}

/** What `registerAgent` is asked. */
export interface RegisterAgentInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RegisterAgentData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<RegisterAgentData>['environment_id'] | undefined;
  readonly body: RegisterAgentData['body'];
}

/** What `registerDataPlane` is asked. */
export interface RegisterDataPlaneInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RegisterDataPlaneData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<RegisterDataPlaneData>['environment_id'] | undefined;
  readonly body: RegisterDataPlaneData['body'];
}

/** What `registerMcpServer` is asked. */
export interface RegisterMcpServerInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RegisterMcpServerData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<RegisterMcpServerData>['environment_id'] | undefined;
  readonly body: RegisterMcpServerData['body'];
}

/** What `rejectClientSurface` is asked. */
export interface RejectClientSurfaceInput {
  /** The client surface. */
  readonly client_surface_id: RejectClientSurfaceData['path']['client_surface_id'];
  /** The environment. */
  readonly environment_id?: Query<RejectClientSurfaceData>['environment_id'] | undefined;
  readonly body: RejectClientSurfaceData['body'];
}

/** What `rejectMcpSubmission` is asked. */
export interface RejectMcpSubmissionInput {
  /** The MCP server. */
  readonly server_id: RejectMcpSubmissionData['path']['server_id'];
  /** The submission. */
  readonly submission_id: RejectMcpSubmissionData['path']['submission_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RejectMcpSubmissionData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<RejectMcpSubmissionData>['environment_id'] | undefined;
  readonly body: RejectMcpSubmissionData['body'];
}

/** What `removeGroupMember` is asked. */
export interface RemoveGroupMemberInput {
  /** The local group. */
  readonly group_id: RemoveGroupMemberData['path']['group_id'];
  /** The user. */
  readonly user_id: RemoveGroupMemberData['path']['user_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RemoveGroupMemberData>['tenant_id'] | undefined;
  readonly body: RemoveGroupMemberData['body'];
}

/** What `replacePolicyTests` is asked. */
export interface ReplacePolicyTestsInput {
  /** The policy version. */
  readonly policy_version: ReplacePolicyTestsData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReplacePolicyTestsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReplacePolicyTestsData>['environment_id'] | undefined;
  readonly body: ReplacePolicyTestsData['body'];
}

/** What `replayDestination` is asked. */
export interface ReplayDestinationInput {
  /** The destination. */
  readonly destination_id: ReplayDestinationData['path']['destination_id'];
  readonly body: ReplayDestinationData['body'];
}

/** What `reportHeartbeat` is asked. */
export interface ReportHeartbeatInput {
  /** The data plane. */
  readonly data_plane_id: ReportHeartbeatData['path']['data_plane_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReportHeartbeatData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReportHeartbeatData>['environment_id'] | undefined;
  readonly body?: ReportHeartbeatData['body'] | undefined;
}

/** What `reportSession` is asked. */
export interface ReportSessionInput {
  /** The client session. */
  readonly client_session_id: ReportSessionData['path']['client_session_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReportSessionData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReportSessionData>['environment_id'] | undefined;
  readonly body: ReportSessionData['body'];
}

/** What `requestApproval` is asked. */
export interface RequestApprovalInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RequestApprovalData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<RequestApprovalData>['environment_id'] | undefined;
  readonly body?: RequestApprovalData['body'] | undefined;
}

/** What `resumeDataPlane` is asked. */
export interface ResumeDataPlaneInput {
  /** The data plane. */
  readonly data_plane_id: ResumeDataPlaneData['path']['data_plane_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ResumeDataPlaneData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ResumeDataPlaneData>['environment_id'] | undefined;
  readonly body: ResumeDataPlaneData['body'];
}

/** What `resyncDataPlane` is asked. */
export interface ResyncDataPlaneInput {
  /** The data plane. */
  readonly data_plane_id: ResyncDataPlaneData['path']['data_plane_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ResyncDataPlaneData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ResyncDataPlaneData>['environment_id'] | undefined;
  readonly body: ResyncDataPlaneData['body'];
}

/** What `reviewAgent` is asked. */
export interface ReviewAgentInput {
  /** The agent. */
  readonly agent_id: ReviewAgentData['path']['agent_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReviewAgentData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReviewAgentData>['environment_id'] | undefined;
  readonly body: ReviewAgentData['body'];
}

/** What `reviewMcpDefinitions` is asked. */
export interface ReviewMcpDefinitionsInput {
  /** The MCP server. */
  readonly server_id: ReviewMcpDefinitionsData['path']['server_id'];
  /** The submission. */
  readonly submission_id: ReviewMcpDefinitionsData['path']['submission_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ReviewMcpDefinitionsData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ReviewMcpDefinitionsData>['environment_id'] | undefined;
}

/** What `revokeAgent` is asked. */
export interface RevokeAgentInput {
  /** The agent. */
  readonly agent_id: RevokeAgentData['path']['agent_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RevokeAgentData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<RevokeAgentData>['environment_id'] | undefined;
  readonly body: RevokeAgentData['body'];
}

/** What `revokeApiToken` is asked. */
export interface RevokeApiTokenInput {
  /** The 12 characters after `ggw_`. */
  readonly token_id: RevokeApiTokenData['path']['token_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RevokeApiTokenData>['tenant_id'] | undefined;
  readonly body: RevokeApiTokenData['body'];
}

/** What `revokeClientSurface` is asked. */
export interface RevokeClientSurfaceInput {
  /** The client surface. */
  readonly client_surface_id: RevokeClientSurfaceData['path']['client_surface_id'];
  /** The environment. */
  readonly environment_id?: Query<RevokeClientSurfaceData>['environment_id'] | undefined;
  readonly body: RevokeClientSurfaceData['body'];
}

/** What `revokeCredentialBinding` is asked. */
export interface RevokeCredentialBindingInput {
  /** The credential binding. */
  readonly credential_binding_id: RevokeCredentialBindingData['path']['credential_binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RevokeCredentialBindingData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<RevokeCredentialBindingData>['environment_id'] | undefined;
  readonly body?: RevokeCredentialBindingData['body'] | undefined;
}

/** What `rotateCredentialBinding` is asked. */
export interface RotateCredentialBindingInput {
  /** The credential binding. */
  readonly credential_binding_id: RotateCredentialBindingData['path']['credential_binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<RotateCredentialBindingData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<RotateCredentialBindingData>['environment_id'] | undefined;
  readonly body: RotateCredentialBindingData['body'];
}

/** What `searchActions` is asked. */
export interface SearchActionsInput {
  /** The environment. */
  readonly environment_id?: SearchActionsData['path']['environment_id'] | undefined;
  readonly body: SearchActionsData['body'];
}

/** What `searchResources` is asked. */
export interface SearchResourcesInput {
  /** The environment. */
  readonly environment_id?: SearchResourcesData['path']['environment_id'] | undefined;
  readonly body: SearchResourcesData['body'];
}

/** What `searchSubjects` is asked. */
export interface SearchSubjectsInput {
  /** The environment. */
  readonly environment_id?: SearchSubjectsData['path']['environment_id'] | undefined;
  readonly body: SearchSubjectsData['body'];
}

/** What `simulatePolicy` is asked. */
export interface SimulatePolicyInput {
  /** The policy version. */
  readonly policy_version: SimulatePolicyData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<SimulatePolicyData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<SimulatePolicyData>['environment_id'] | undefined;
  readonly body: SimulatePolicyData['body'];
}

/** What `submitCredentialBinding` is asked. */
export interface SubmitCredentialBindingInput {
  /** The credential binding. */
  readonly credential_binding_id: SubmitCredentialBindingData['path']['credential_binding_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<SubmitCredentialBindingData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<SubmitCredentialBindingData>['environment_id'] | undefined;
  readonly body?: SubmitCredentialBindingData['body'] | undefined;
}

/** What `submitMcpManifest` is asked. */
export interface SubmitMcpManifestInput {
  /** The MCP server. */
  readonly server_id: SubmitMcpManifestData['path']['server_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<SubmitMcpManifestData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<SubmitMcpManifestData>['environment_id'] | undefined;
  readonly body: SubmitMcpManifestData['body'];
}

/** What `terminateSession` is asked. */
export interface TerminateSessionInput {
  /** The client session. */
  readonly client_session_id: TerminateSessionData['path']['client_session_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<TerminateSessionData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<TerminateSessionData>['environment_id'] | undefined;
  readonly body: TerminateSessionData['body'];
}

/** What `testDestination` is asked. */
export interface TestDestinationInput {
  /** The destination. */
  readonly destination_id: TestDestinationData['path']['destination_id'];
  readonly body: TestDestinationData['body'];
}

/** What `updateClientSurface` is asked. */
export interface UpdateClientSurfaceInput {
  /** The client surface. */
  readonly client_surface_id: UpdateClientSurfaceData['path']['client_surface_id'];
  /** The environment. */
  readonly environment_id?: Query<UpdateClientSurfaceData>['environment_id'] | undefined;
  readonly body: UpdateClientSurfaceData['body'];
}

/** What `updateDestination` is asked. */
export interface UpdateDestinationInput {
  /** The destination. */
  readonly destination_id: UpdateDestinationData['path']['destination_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<UpdateDestinationData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<UpdateDestinationData>['environment_id'] | undefined;
  readonly body: UpdateDestinationData['body'];
}

/** What `updateGroup` is asked. */
export interface UpdateGroupInput {
  /** The local group. */
  readonly group_id: UpdateGroupData['path']['group_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<UpdateGroupData>['tenant_id'] | undefined;
  readonly body?: UpdateGroupData['body'] | undefined;
}

/** What `updatePolicy` is asked. */
export interface UpdatePolicyInput {
  /** The policy version. */
  readonly policy_version: UpdatePolicyData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<UpdatePolicyData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<UpdatePolicyData>['environment_id'] | undefined;
  readonly body: UpdatePolicyData['body'];
}

/** What `updateServiceAccount` is asked. */
export interface UpdateServiceAccountInput {
  /** The service account. */
  readonly service_account_id: UpdateServiceAccountData['path']['service_account_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<UpdateServiceAccountData>['tenant_id'] | undefined;
  readonly body: UpdateServiceAccountData['body'];
}

/** What `updateUser` is asked. */
export interface UpdateUserInput {
  /** The user. */
  readonly user_id: UpdateUserData['path']['user_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<UpdateUserData>['tenant_id'] | undefined;
  readonly body: UpdateUserData['body'];
}

/** What `upgradeDataPlane` is asked. */
export interface UpgradeDataPlaneInput {
  /** The data plane. */
  readonly data_plane_id: UpgradeDataPlaneData['path']['data_plane_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<UpgradeDataPlaneData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<UpgradeDataPlaneData>['environment_id'] | undefined;
  readonly body: UpgradeDataPlaneData['body'];
}

/** What `useApproval` is asked. */
export interface UseApprovalInput {
  /** The approval of a call. */
  readonly approval_id: UseApprovalData['path']['approval_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<UseApprovalData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<UseApprovalData>['environment_id'] | undefined;
  readonly body: UseApprovalData['body'];
}

/** What `validatePolicy` is asked. */
export interface ValidatePolicyInput {
  /** The policy version. */
  readonly policy_version: ValidatePolicyData['path']['policy_version'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<ValidatePolicyData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<ValidatePolicyData>['environment_id'] | undefined;
  readonly body?: ValidatePolicyData['body'] | undefined;
}

/** What `verifyAuditTrail` is asked. */
export interface VerifyAuditTrailInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<VerifyAuditTrailData>['tenant_id'] | undefined;
  /** Inclusive start of the time range. */
  readonly from?: Query<VerifyAuditTrailData>['from'] | undefined;
}

/** What `whoCan` is asked. */
export interface WhoCanInput {
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<WhoCanData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<WhoCanData>['environment_id'] | undefined;
  /** The permission; in a refusal, the one the caller lacks. */
  readonly permission: Query<WhoCanData>['permission'];
  /** The record. */
  readonly resource_id?: Query<WhoCanData>['resource_id'] | undefined;
  /** The team that owns it. */
  readonly owner_team?: Query<WhoCanData>['owner_team'] | undefined;
  /** Maximum number of records on the page. */
  readonly limit?: Query<WhoCanData>['limit'] | undefined;
  /** Start of the page: `next_cursor` of the previous page, with the same filters, within 24 hours. */
  readonly cursor?: Query<WhoCanData>['cursor'] | undefined;
}

/** What `withdrawMcpSubmission` is asked. */
export interface WithdrawMcpSubmissionInput {
  /** The MCP server. */
  readonly server_id: WithdrawMcpSubmissionData['path']['server_id'];
  /** The submission. */
  readonly submission_id: WithdrawMcpSubmissionData['path']['submission_id'];
  /** The tenant; where optional, defaults to the caller's own. */
  readonly tenant_id?: Query<WithdrawMcpSubmissionData>['tenant_id'] | undefined;
  /** The environment. */
  readonly environment_id?: Query<WithdrawMcpSubmissionData>['environment_id'] | undefined;
  readonly body: WithdrawMcpSubmissionData['body'];
}

/** Every operation of the API, by its id. */
export interface GovgateClient {
  /** Adds a user to a local group */
  addGroupMember(input: AddGroupMemberInput, options?: ChangeOptions): Promise<AddGroupMemberResponse>;
  /** Approves a call */
  approveCall(input: ApproveCallInput, options?: ChangeOptions): Promise<ApproveCallResponse>;
  /** Approves a client surface; a draft becomes active */
  approveClientSurface(input: ApproveClientSurfaceInput, options?: ChangeOptions): Promise<ApproveClientSurfaceResponse>;
  /** Approves a submission by the hash of its manifest; it becomes the live snapshot */
  approveMcpSubmission(input: ApproveMcpSubmissionInput, options?: ChangeOptions): Promise<ApproveMcpSubmissionResponse>;
  /** Archives a draft or disabled agent */
  archiveAgent(input: ArchiveAgentInput, options?: ChangeOptions): Promise<ArchiveAgentResponse>;
  /** Archives a draft or disabled client surface */
  archiveClientSurface(input: ArchiveClientSurfaceInput, options?: ChangeOptions): Promise<ArchiveClientSurfaceResponse>;
  /** Archives a draft or superseded version permanently */
  archivePolicy(input: ArchivePolicyInput, options?: ChangeOptions): Promise<ArchivePolicyResponse>;
  /** Moves a credential binding through its approval states */
  changeCredentialApproval(input: ChangeCredentialApprovalInput, options?: ChangeOptions): Promise<ChangeCredentialApprovalResponse>;
  /** Changes the settings of an environment */
  configureEnvironment(input?: ConfigureEnvironmentInput, options?: ChangeOptions): Promise<ConfigureEnvironmentResponse>;
  /** Creates an API token and returns it once */
  createApiToken(input: CreateApiTokenInput, options?: CreateOptions): Promise<CreateApiTokenResponse>;
  /** Creates a client surface, pending approval */
  createClientSurface(input: CreateClientSurfaceInput, options?: CreateOptions): Promise<CreateClientSurfaceResponse>;
  /** Creates a draft credential binding; the reference to its secret is not stored */
  createCredentialBinding(input: CreateCredentialBindingInput, options?: CreateOptions): Promise<CreateCredentialBindingResponse>;
  /** Creates a destination; real endpoints and tokens are named by write-only references */
  createDestination(input: CreateDestinationInput, options?: CreateOptions): Promise<CreateDestinationResponse>;
  /** Creates an environment of the tenant */
  createEnvironment(input: CreateEnvironmentInput, options?: CreateOptions): Promise<CreateEnvironmentResponse>;
  /** Creates an empty local group */
  createGroup(input: CreateGroupInput, options?: CreateOptions): Promise<CreateGroupResponse>;
  /** Creates a draft version from JSON, or from text in JSON or YAML */
  createPolicy(input: CreatePolicyInput, options?: CreateOptions): Promise<CreatePolicyResponse>;
  /** Grants a role to a user, group or service account within a scope */
  createRoleBinding(input: CreateRoleBindingInput, options?: CreateOptions): Promise<CreateRoleBindingResponse>;
  /** Creates a service account, which may do nothing until it is granted a role */
  createServiceAccount(input: CreateServiceAccountInput, options?: CreateOptions): Promise<CreateServiceAccountResponse>;
  /** Creates a user, who may do nothing until granted a role */
  createUser(input: CreateUserInput, options?: CreateOptions): Promise<CreateUserResponse>;
  /** Denies a call */
  denyCall(input: DenyCallInput, options?: ChangeOptions): Promise<DenyCallResponse>;
  /** Submits the live manifest of an MCP server as deprecated, for review */
  deprecateMcpServer(input: DeprecateMcpServerInput, options?: ChangeOptions): Promise<DeprecateMcpServerResponse>;
  /** Deregisters a data plane */
  deregisterDataPlane(input: DeregisterDataPlaneInput, options?: ChangeOptions): Promise<DeregisterDataPlaneResponse>;
  /** Compares a submission with another of the same server */
  diffMcpSubmissions(input: DiffMcpSubmissionsInput, options?: CallOptions): Promise<DiffMcpSubmissionsResponse>;
  /** Compares a policy version with another, rule by rule */
  diffPolicies(input: DiffPoliciesInput, options?: CallOptions): Promise<DiffPoliciesResponse>;
  /** Disables an agent and fences its live sessions */
  disableAgent(input: DisableAgentInput, options?: ChangeOptions): Promise<DisableAgentResponse>;
  /** Disables a client surface and fences its live sessions */
  disableClientSurface(input: DisableClientSurfaceInput, options?: ChangeOptions): Promise<DisableClientSurfaceResponse>;
  /** Disables a credential binding; its live sessions stop at once */
  disableCredentialBinding(input: DisableCredentialBindingInput, options?: ChangeOptions): Promise<DisableCredentialBindingResponse>;
  /** Disables a destination without deleting audit-export history */
  disableDestination(input: DisableDestinationInput, options?: ChangeOptions): Promise<DisableDestinationResponse>;
  /** Stops all calls to an MCP server */
  disableMcpServer(input: DisableMcpServerInput, options?: ChangeOptions): Promise<DisableMcpServerResponse>;
  /** Disables a role binding without deleting it */
  disableRoleBinding(input: DisableRoleBindingInput, options?: ChangeOptions): Promise<DisableRoleBindingResponse>;
  /** Disables a service account and revokes its API tokens */
  disableServiceAccount(input: DisableServiceAccountInput, options?: ChangeOptions): Promise<DisableServiceAccountResponse>;
  /** Disables a user, ends their live sessions and revokes their API tokens */
  disableUser(input: DisableUserInput, options?: ChangeOptions): Promise<DisableUserResponse>;
  /** Orders a data plane out of service */
  drainDataPlane(input: DrainDataPlaneInput, options?: ChangeOptions): Promise<DrainDataPlaneResponse>;
  /** Makes an approved agent active */
  enableAgent(input: EnableAgentInput, options?: ChangeOptions): Promise<EnableAgentResponse>;
  /** Makes an approved client surface active */
  enableClientSurface(input: EnableClientSurfaceInput, options?: ChangeOptions): Promise<EnableClientSurfaceResponse>;
  /** Enables a disabled credential binding */
  enableCredentialBinding(input: EnableCredentialBindingInput, options?: ChangeOptions): Promise<EnableCredentialBindingResponse>;
  /** Enables a destination; its count of failures restarts */
  enableDestination(input: EnableDestinationInput, options?: ChangeOptions): Promise<EnableDestinationResponse>;
  /** Allows calls to an MCP server again */
  enableMcpServer(input: EnableMcpServerInput, options?: ChangeOptions): Promise<EnableMcpServerResponse>;
  /** Enables a service account; its revoked tokens stay revoked */
  enableServiceAccount(input: EnableServiceAccountInput, options?: ChangeOptions): Promise<EnableServiceAccountResponse>;
  /** Enables a user; their ended sessions and revoked tokens stay so */
  enableUser(input: EnableUserInput, options?: ChangeOptions): Promise<EnableUserResponse>;
  /** Decides a question by the active policy (AuthZEN, Access Evaluation) */
  evaluateAccess(input: EvaluateAccessInput, options?: CallOptions): Promise<EvaluateAccessResponse>;
  /** Decides a batch of questions by the active policy (AuthZEN, Access Evaluations) */
  evaluateAccesses(input?: EvaluateAccessesInput, options?: CallOptions): Promise<EvaluateAccessesResponse>;
  /** Explains why somebody may or may not do something */
  explainAccess(input: ExplainAccessInput, options?: CallOptions): Promise<ExplainAccessResponse>;
  /** Streams the tenant's audit trail as NDJSON, oldest first, followed by the checkpoint that covers it */
  readonly exportAuditEvents: StreamMethod<[input?: ExportAuditEventsInput, options?: CallOptions], ExportAuditEventsResponse>;
  /** Reports that the process is alive */
  healthz(input?: Record<string, never>, options?: CallOptions): Promise<HealthzResponse>;
  /** Lists the agents of an environment */
  readonly listAgents: ListMethod<[input?: ListAgentsInput, options?: CallOptions], ListAgentsResponse>;
  /** Lists the API tokens of the tenant, never their text */
  readonly listApiTokens: ListMethod<[input?: ListApiTokensInput, options?: CallOptions], ListApiTokensResponse>;
  /** Lists approvals of calls: an approver's queue */
  readonly listApprovals: ListMethod<[input?: ListApprovalsInput, options?: CallOptions], ListApprovalsResponse>;
  /** Lists the tenant's audit events, by default newest first */
  readonly listAuditEvents: ListMethod<[input?: ListAuditEventsInput, options?: CallOptions], ListAuditEventsResponse>;
  /** Lists the signed checkpoints of the tenant's audit trail, newest first */
  readonly listCheckpoints: ListMethod<[input?: ListCheckpointsInput, options?: CallOptions], ListCheckpointsResponse>;
  /** Lists the client surfaces available in an environment */
  readonly listClientSurfaces: ListMethod<[input?: ListClientSurfacesInput, options?: CallOptions], ListClientSurfacesResponse>;
  /** Lists the credential bindings of an environment */
  readonly listCredentialBindings: ListMethod<[input?: ListCredentialBindingsInput, options?: CallOptions], ListCredentialBindingsResponse>;
  /** Lists topology and health of the data planes of an environment */
  readonly listDataPlanes: ListMethod<[input?: ListDataPlanesInput, options?: CallOptions], ListDataPlanesResponse>;
  /** Lists the events a destination rejected individually, newest first */
  listDeadLetters(input: ListDeadLettersInput, options?: CallOptions): Promise<ListDeadLettersResponse>;
  /** Lists the latest delivery attempts, without contents, newest first */
  listDeliveries(input: ListDeliveriesInput, options?: CallOptions): Promise<ListDeliveriesResponse>;
  /** Lists the destinations of an environment */
  readonly listDestinations: ListMethod<[input?: ListDestinationsInput, options?: CallOptions], ListDestinationsResponse>;
  /** Lists the environments of the tenant */
  readonly listEnvironments: ListMethod<[input?: ListEnvironmentsInput, options?: CallOptions], ListEnvironmentsResponse>;
  /** Lists the local groups of the tenant */
  readonly listGroups: ListMethod<[input?: ListGroupsInput, options?: CallOptions], ListGroupsResponse>;
  /** Lists the MCP servers of an environment */
  readonly listMcpServers: ListMethod<[input?: ListMcpServersInput, options?: CallOptions], ListMcpServersResponse>;
  /** Lists the submissions of an MCP server, newest first */
  listMcpSubmissions(input: ListMcpSubmissionsInput, options?: CallOptions): Promise<ListMcpSubmissionsResponse>;
  /** Lists the policy versions of an environment; their manifests with include=body */
  readonly listPolicies: ListMethod<[input?: ListPoliciesInput, options?: CallOptions], ListPoliciesResponse>;
  /** Lists the role bindings that the caller may read */
  readonly listRoleBindings: ListMethod<[input?: ListRoleBindingsInput, options?: CallOptions], ListRoleBindingsResponse>;
  /** Lists the service accounts of the tenant */
  readonly listServiceAccounts: ListMethod<[input?: ListServiceAccountsInput, options?: CallOptions], ListServiceAccountsResponse>;
  /** Lists the client sessions of an environment */
  readonly listSessions: ListMethod<[input?: ListSessionsInput, options?: CallOptions], ListSessionsResponse>;
  /** Lists the local groups of a user */
  readonly listUserGroups: ListMethod<[input: ListUserGroupsInput, options?: CallOptions], ListUserGroupsResponse>;
  /** Lists the users of the tenant */
  readonly listUsers: ListMethod<[input?: ListUsersInput, options?: CallOptions], ListUsersResponse>;
  /** Previews publishing a policy version: validation, tests, and the effect on calls; changes nothing */
  previewPublish(input: PreviewPublishInput, options?: CallOptions): Promise<PreviewPublishResponse>;
  /** Previews the effect of a role binding; changes nothing */
  previewRoleBinding(input: PreviewRoleBindingInput, options?: CallOptions): Promise<PreviewRoleBindingResponse>;
  /** Proves that an event is in the tree of a signed checkpoint */
  proveAuditEvent(input: ProveAuditEventInput, options?: CallOptions): Promise<ProveAuditEventResponse>;
  /** Proves that one signed checkpoint continues an earlier one */
  proveConsistency(input: ProveConsistencyInput, options?: CallOptions): Promise<ProveConsistencyResponse>;
  /** Publishes a policy version and makes it active for the environment */
  publishPolicy(input: PublishPolicyInput, options?: ChangeOptions): Promise<PublishPolicyResponse>;
  /** Describes the decision point of an environment (AuthZEN, PDP metadata) */
  readAccessMetadata(input?: ReadAccessMetadataInput, options?: CallOptions): Promise<ReadAccessMetadataResponse>;
  /** Reads the policy version in force with its manifest, or null where none is; made to be polled with If-None-Match */
  readActivePolicy(input?: ReadActivePolicyInput, options?: ReadOptions): Promise<ReadActivePolicyResponse>;
  /** Reads the registry record of an agent */
  readAgent(input: ReadAgentInput, options?: ReadOptions): Promise<ReadAgentResponse>;
  /** Reads an API token, never its text */
  readApiToken(input: ReadApiTokenInput, options?: ReadOptions): Promise<ReadApiTokenResponse>;
  /** Reads what was last applied from a set of files */
  readAppliedSet(input: ReadAppliedSetInput, options?: ReadOptions): Promise<ReadAppliedSetResponse>;
  /** Reads the approval of a call, optionally waiting for the decision */
  readApproval(input: ReadApprovalInput, options?: ReadOptions): Promise<ReadApprovalResponse>;
  /** Reads an audit event */
  readAuditEvent(input: ReadAuditEventInput, options?: CallOptions): Promise<ReadAuditEventResponse>;
  /** Reads a client surface */
  readClientSurface(input: ReadClientSurfaceInput, options?: ReadOptions): Promise<ReadClientSurfaceResponse>;
  /** Reads a credential binding with its projection, sessions and newest events */
  readCredentialBinding(input: ReadCredentialBindingInput, options?: ReadOptions): Promise<ReadCredentialBindingResponse>;
  /** Reads a data plane */
  readDataPlane(input: ReadDataPlaneInput, options?: ReadOptions): Promise<ReadDataPlaneResponse>;
  /** Reads a destination with the state of its deliveries */
  readDestination(input: ReadDestinationInput, options?: ReadOptions): Promise<ReadDestinationResponse>;
  /** Reads an environment with its settings */
  readEnvironment(input?: ReadEnvironmentInput, options?: ReadOptions): Promise<ReadEnvironmentResponse>;
  /** Reads the progress of continuous export at a destination */
  readExportStatus(input: ReadExportStatusInput, options?: CallOptions): Promise<ReadExportStatusResponse>;
  /** Reads a local group with its members */
  readGroup(input: ReadGroupInput, options?: ReadOptions): Promise<ReadGroupResponse>;
  /** Describes the caller and what they may do */
  readIdentity(input?: Record<string, never>, options?: CallOptions): Promise<ReadIdentityResponse>;
  /** Reads an MCP server with its live manifest */
  readMcpServer(input: ReadMcpServerInput, options?: ReadOptions): Promise<ReadMcpServerResponse>;
  /** Lists the activity of an MCP server, newest first */
  readMcpServerActivity(input: ReadMcpServerActivityInput, options?: CallOptions): Promise<ReadMcpServerActivityResponse>;
  /** Reads the stored health of an MCP server; never probes */
  readMcpServerHealth(input: ReadMcpServerHealthInput, options?: ReadOptions): Promise<ReadMcpServerHealthResponse>;
  /** Reads one submission with its manifest */
  readMcpSubmission(input: ReadMcpSubmissionInput, options?: ReadOptions): Promise<ReadMcpSubmissionResponse>;
  /** Reads a live MCP server and submits its description for review */
  readMcpTools(input: ReadMcpToolsInput, options?: ChangeOptions): Promise<ReadMcpToolsResponse>;
  /** The OpenAPI 3.1 document of this service */
  readOpenApi(input?: Record<string, never>, options?: CallOptions): Promise<ReadOpenApiResponse>;
  /** Reads a policy version with body, validation, usage, hash and permissions */
  readPolicy(input: ReadPolicyInput, options?: ReadOptions): Promise<ReadPolicyResponse>;
  /** Reads the tests of a policy version */
  readPolicyTests(input: ReadPolicyTestsInput, options?: ReadOptions): Promise<ReadPolicyTestsResponse>;
  /** Describes what the caller may do in an environment */
  readReach(input?: ReadReachInput, options?: CallOptions): Promise<ReadReachResponse>;
  /** Reads a revocation with the planes that have applied it, optionally waiting until all have */
  readRevocation(input: ReadRevocationInput, options?: CallOptions): Promise<ReadRevocationResponse>;
  /** Reads on in the revocation feed, optionally waiting for more */
  readRevocations(input?: ReadRevocationsInput, options?: CallOptions): Promise<ReadRevocationsResponse>;
  /** Reads a role binding */
  readRoleBinding(input: ReadRoleBindingInput, options?: ReadOptions): Promise<ReadRoleBindingResponse>;
  /** Reads a service account */
  readServiceAccount(input: ReadServiceAccountInput, options?: ReadOptions): Promise<ReadServiceAccountResponse>;
  /** Reads a client session */
  readSession(input: ReadSessionInput, options?: ReadOptions): Promise<ReadSessionResponse>;
  /** Reads a user */
  readUser(input: ReadUserInput, options?: ReadOptions): Promise<ReadUserResponse>;
  /** Reports whether the service is ready, part by part */
  readyz(input?: Record<string, never>, options?: CallOptions): Promise<ReadyzResponse>;
  /** Records what was applied from a set of files */
  recordAppliedSet(input: RecordAppliedSetInput, options?: ChangeOptions): Promise<RecordAppliedSetResponse>;
  /** Registers an agent for review */
  registerAgent(input: RegisterAgentInput, options?: CreateOptions): Promise<RegisterAgentResponse>;
  /** Registers a data plane */
  registerDataPlane(input: RegisterDataPlaneInput, options?: CreateOptions): Promise<RegisterDataPlaneResponse>;
  /** Registers an MCP server with its first submission, pending review */
  registerMcpServer(input: RegisterMcpServerInput, options?: CreateOptions): Promise<RegisterMcpServerResponse>;
  /** Rejects a client surface pending approval */
  rejectClientSurface(input: RejectClientSurfaceInput, options?: ChangeOptions): Promise<RejectClientSurfaceResponse>;
  /** Rejects a pending submission */
  rejectMcpSubmission(input: RejectMcpSubmissionInput, options?: ChangeOptions): Promise<RejectMcpSubmissionResponse>;
  /** Removes a user from a local group */
  removeGroupMember(input: RemoveGroupMemberInput, options?: ChangeOptions): Promise<RemoveGroupMemberResponse>;
  /** Replaces the tests of a draft, or takes them away with null; If-Match is required */
  replacePolicyTests(input: ReplacePolicyTestsInput, options: GuardedOptions): Promise<ReplacePolicyTestsResponse>;
  /** Replays a range of the trail, alongside continuous export */
  replayDestination(input: ReplayDestinationInput, options?: ChangeOptions): Promise<ReplayDestinationResponse>;
  /** Accepts a data plane's heartbeat and returns its orders */
  reportHeartbeat(input: ReportHeartbeatInput, options?: ChangeOptions): Promise<ReportHeartbeatResponse>;
  /** Accepts a data plane's report of a client session */
  reportSession(input: ReportSessionInput, options?: ChangeOptions): Promise<ReportSessionResponse>;
  /** Requests approval of a call for which a rule requires it */
  requestApproval(input?: RequestApprovalInput, options?: CreateOptions): Promise<RequestApprovalResponse>;
  /** Orders a data plane back into service */
  resumeDataPlane(input: ResumeDataPlaneInput, options?: ChangeOptions): Promise<ResumeDataPlaneResponse>;
  /** Orders a data plane to fetch its policy again */
  resyncDataPlane(input: ResyncDataPlaneInput, options?: ChangeOptions): Promise<ResyncDataPlaneResponse>;
  /** Approves or rejects an agent */
  reviewAgent(input: ReviewAgentInput, options?: ChangeOptions): Promise<ReviewAgentResponse>;
  /** Compares a submission's tool descriptions with the approved ones, as untrusted text */
  reviewMcpDefinitions(input: ReviewMcpDefinitionsInput, options?: CallOptions): Promise<ReviewMcpDefinitionsResponse>;
  /** Revokes an agent permanently and fences its sessions */
  revokeAgent(input: RevokeAgentInput, options?: ChangeOptions): Promise<RevokeAgentResponse>;
  /** Revokes an API token and those made with it, effective with the next call */
  revokeApiToken(input: RevokeApiTokenInput, options?: ChangeOptions): Promise<RevokeApiTokenResponse>;
  /** Revokes a client surface permanently and fences its sessions */
  revokeClientSurface(input: RevokeClientSurfaceInput, options?: ChangeOptions): Promise<RevokeClientSurfaceResponse>;
  /** Revokes a credential binding permanently; its live sessions stop at once */
  revokeCredentialBinding(input: RevokeCredentialBindingInput, options?: ChangeOptions): Promise<RevokeCredentialBindingResponse>;
  /** Rotates a credential binding to another version of its credential */
  rotateCredentialBinding(input: RotateCredentialBindingInput, options?: ChangeOptions): Promise<RotateCredentialBindingResponse>;
  /** Finds what somebody may do to a resource (AuthZEN, Action Search) */
  searchActions(input: SearchActionsInput, options?: CallOptions): Promise<SearchActionsResponse>;
  /** Finds what somebody may do something to (AuthZEN, Resource Search) */
  searchResources(input: SearchResourcesInput, options?: CallOptions): Promise<SearchResourcesResponse>;
  /** Finds who may do something to a resource (AuthZEN, Subject Search) */
  searchSubjects(input: SearchSubjectsInput, options?: CallOptions): Promise<SearchSubjectsResponse>;
  /** Decides a request by a policy version, with a trace of every rule; changes nothing */
  simulatePolicy(input: SimulatePolicyInput, options?: CallOptions): Promise<SimulatePolicyResponse>;
  /** Submits a credential binding for review */
  submitCredentialBinding(input: SubmitCredentialBindingInput, options?: ChangeOptions): Promise<SubmitCredentialBindingResponse>;
  /** Submits an edit of an MCP server for review, superseding a pending one */
  submitMcpManifest(input: SubmitMcpManifestInput, options?: ChangeOptions): Promise<SubmitMcpManifestResponse>;
  /** Ends a client session; future calls on it fail closed */
  terminateSession(input: TerminateSessionInput, options?: ChangeOptions): Promise<TerminateSessionResponse>;
  /** Runs a metadata-only delivery check; 202 while its outcome is not there yet */
  testDestination(input: TestDestinationInput, options?: ChangeOptions): Promise<TestDestinationResponse>;
  /** Replaces the editable fields of a client surface */
  updateClientSurface(input: UpdateClientSurfaceInput, options?: ChangeOptions): Promise<UpdateClientSurfaceResponse>;
  /** Changes a destination; If-Match is required, and omitted fields keep their value */
  updateDestination(input: UpdateDestinationInput, options: GuardedOptions): Promise<UpdateDestinationResponse>;
  /** Changes the name and the external ids of a local group */
  updateGroup(input: UpdateGroupInput, options?: ChangeOptions): Promise<UpdateGroupResponse>;
  /** Replaces the content of a draft; If-Match is required */
  updatePolicy(input: UpdatePolicyInput, options: GuardedOptions): Promise<UpdatePolicyResponse>;
  /** Changes the display name of a service account */
  updateServiceAccount(input: UpdateServiceAccountInput, options?: ChangeOptions): Promise<UpdateServiceAccountResponse>;
  /** Changes the display name of a user */
  updateUser(input: UpdateUserInput, options?: ChangeOptions): Promise<UpdateUserResponse>;
  /** Orders the upgrade that a data plane has offered */
  upgradeDataPlane(input: UpgradeDataPlaneInput, options?: ChangeOptions): Promise<UpgradeDataPlaneResponse>;
  /** Uses an approval, once, before the call is made */
  useApproval(input: UseApprovalInput, options?: ChangeOptions): Promise<UseApprovalResponse>;
  /** Validates a policy version again and stores the findings */
  validatePolicy(input: ValidatePolicyInput, options?: ChangeOptions): Promise<ValidatePolicyResponse>;
  /** Verifies the tenant's audit trail from its last signed checkpoint, or the whole of it */
  verifyAuditTrail(input?: VerifyAuditTrailInput, options?: CallOptions): Promise<VerifyAuditTrailResponse>;
  /** Lists everybody who holds a permission, and by which grants */
  readonly whoCan: ListMethod<[input: WhoCanInput, options?: CallOptions], WhoCanResponse>;
  /** Withdraws a pending submission */
  withdrawMcpSubmission(input: WithdrawMcpSubmissionInput, options?: ChangeOptions): Promise<WithdrawMcpSubmissionResponse>;
}
