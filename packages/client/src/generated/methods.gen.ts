// Generated from the OpenAPI document: npm run docs:generate
import type { CallOptions, ChangeOptions, CreateOptions, GuardedOptions, ReadOptions } from '../client-options.js';
import type { ListMethod, Query, StreamMethod } from '../methods.js';
import type {
  AddGroupMemberData,
  AddGroupMemberResponse,
  ApproveAgentData,
  ApproveAgentResponse,
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
  CancelAccessReviewData,
  CancelAccessReviewResponse,
  ChangeCredentialApprovalData,
  ChangeCredentialApprovalResponse,
  CheckCallData,
  CheckCallResponse,
  CheckPolicyTextData,
  CheckPolicyTextResponse,
  ConfigureEnvironmentData,
  ConfigureEnvironmentResponse,
  CountAuditEventsData,
  CountAuditEventsResponse,
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
  DecideReviewItemsData,
  DecideReviewItemsResponse,
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
  ListAccessReviewsData,
  ListAccessReviewsResponse,
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
  ListReviewItemsData,
  ListReviewItemsResponse,
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
  OpenAccessReviewData,
  OpenAccessReviewResponse,
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
  ReadAccessReviewData,
  ReadAccessReviewResponse,
  ReadActivePolicyData,
  ReadActivePolicyResponse,
  ReadAgentData,
  ReadAgentResponse,
  ReadAllowlistData,
  ReadAllowlistResponse,
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
  ReadDataPlaneHealthHistoryData,
  ReadDataPlaneHealthHistoryResponse,
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
  ReadOverviewData,
  ReadOverviewResponse,
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
  RejectAgentData,
  RejectAgentResponse,
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
  ReportAccessReviewData,
  ReportAccessReviewResponse,
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
  /** Names the local group; unique in its tenant. */
  readonly group_id: AddGroupMemberData['path']['group_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<AddGroupMemberData>['tenant_id'] | undefined;
  readonly body: AddGroupMemberData['body'];
}

/** What `approveAgent` is asked. */
export interface ApproveAgentInput {
  /** Names the agent; unique in its environment. */
  readonly agent_id: ApproveAgentData['path']['agent_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ApproveAgentData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ApproveAgentData>['environment_id'] | undefined;
  readonly body: ApproveAgentData['body'];
}

/** What `approveCall` is asked. */
export interface ApproveCallInput {
  /** Names one request for approval; made by the service. */
  readonly approval_id: ApproveCallData['path']['approval_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ApproveCallData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ApproveCallData>['environment_id'] | undefined;
  readonly body: ApproveCallData['body'];
}

/** What `approveClientSurface` is asked. */
export interface ApproveClientSurfaceInput {
  /** Names the surface; unique in its tenant. */
  readonly client_surface_id: ApproveClientSurfaceData['path']['client_surface_id'];
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<ApproveClientSurfaceData>['environment_id'] | undefined;
  readonly body: ApproveClientSurfaceData['body'];
}

/** What `approveMcpSubmission` is asked. */
export interface ApproveMcpSubmissionInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: ApproveMcpSubmissionData['path']['server_id'];
  /** Names one submission of a server for review; made by the service. */
  readonly submission_id: ApproveMcpSubmissionData['path']['submission_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ApproveMcpSubmissionData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ApproveMcpSubmissionData>['environment_id'] | undefined;
  readonly body: ApproveMcpSubmissionData['body'];
}

/** What `archiveAgent` is asked. */
export interface ArchiveAgentInput {
  /** Names the agent; unique in its environment. */
  readonly agent_id: ArchiveAgentData['path']['agent_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ArchiveAgentData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ArchiveAgentData>['environment_id'] | undefined;
  readonly body: ArchiveAgentData['body'];
}

/** What `archiveClientSurface` is asked. */
export interface ArchiveClientSurfaceInput {
  /** Names the surface; unique in its tenant. */
  readonly client_surface_id: ArchiveClientSurfaceData['path']['client_surface_id'];
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<ArchiveClientSurfaceData>['environment_id'] | undefined;
  readonly body: ArchiveClientSurfaceData['body'];
}

/** What `archivePolicy` is asked. */
export interface ArchivePolicyInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: ArchivePolicyData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ArchivePolicyData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ArchivePolicyData>['environment_id'] | undefined;
  readonly body: ArchivePolicyData['body'];
}

/** What `cancelAccessReview` is asked. */
export interface CancelAccessReviewInput {
  /** Names one access review; made by the service. */
  readonly access_review_id: CancelAccessReviewData['path']['access_review_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CancelAccessReviewData>['tenant_id'] | undefined;
  readonly body: CancelAccessReviewData['body'];
}

/** What `changeCredentialApproval` is asked. */
export interface ChangeCredentialApprovalInput {
  /** Names the binding; unique in its environment. */
  readonly credential_binding_id: ChangeCredentialApprovalData['path']['credential_binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ChangeCredentialApprovalData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ChangeCredentialApprovalData>['environment_id'] | undefined;
  readonly body: ChangeCredentialApprovalData['body'];
}

/** What `checkCall` is asked. */
export interface CheckCallInput {
  /** The environment whose policy decides. */
  readonly environment_id?: CheckCallData['path']['environment_id'] | undefined;
  /** The path that a proxy was asked for; it has no influence on the decision. */
  readonly path?: Query<CheckCallData>['path'] | undefined;
  readonly body?: CheckCallData['body'] | undefined;
}

/** What `checkPolicyText` is asked. */
export interface CheckPolicyTextInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: CheckPolicyTextData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CheckPolicyTextData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<CheckPolicyTextData>['environment_id'] | undefined;
  readonly body: CheckPolicyTextData['body'];
}

/** What `configureEnvironment` is asked. */
export interface ConfigureEnvironmentInput {
  /** Names the environment; unique in its tenant. */
  readonly environment_id?: ConfigureEnvironmentData['path']['environment_id'] | undefined;
  readonly body?: ConfigureEnvironmentData['body'] | undefined;
}

/** What `countAuditEvents` is asked. */
export interface CountAuditEventsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CountAuditEventsData>['tenant_id'] | undefined;
  /** Only events of this environment; of the whole tenant if omitted. */
  readonly environment_id?: Query<CountAuditEventsData>['environment_id'] | undefined;
  /** Only what this user or service account did. */
  readonly actor_id?: Query<CountAuditEventsData>['actor_id'] | undefined;
  /** Only events about records of this kind. */
  readonly resource_type?: Query<CountAuditEventsData>['resource_type'] | undefined;
  /** Only events about this record. */
  readonly resource_id?: Query<CountAuditEventsData>['resource_id'] | undefined;
  /** Only events of this type. */
  readonly event_type?: Query<CountAuditEventsData>['event_type'] | undefined;
  /** Only events that ended so. */
  readonly outcome?: Query<CountAuditEventsData>['outcome'] | undefined;
  /** Only events of this group. */
  readonly correlation_id?: Query<CountAuditEventsData>['correlation_id'] | undefined;
  /** Count events at or after this moment. */
  readonly from: Query<CountAuditEventsData>['from'];
  /** Count events before this moment. */
  readonly to: Query<CountAuditEventsData>['to'];
  /** How much time a bucket covers. */
  readonly interval: Query<CountAuditEventsData>['interval'];
}

/** What `createApiToken` is asked. */
export interface CreateApiTokenInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreateApiTokenData>['tenant_id'] | undefined;
  readonly body: CreateApiTokenData['body'];
}

/** What `createClientSurface` is asked. */
export interface CreateClientSurfaceInput {
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<CreateClientSurfaceData>['environment_id'] | undefined;
  readonly body: CreateClientSurfaceData['body'];
}

/** What `createCredentialBinding` is asked. */
export interface CreateCredentialBindingInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreateCredentialBindingData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<CreateCredentialBindingData>['environment_id'] | undefined;
  readonly body: CreateCredentialBindingData['body'];
}

/** What `createDestination` is asked. */
export interface CreateDestinationInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreateDestinationData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<CreateDestinationData>['environment_id'] | undefined;
  readonly body: CreateDestinationData['body'];
}

/** What `createEnvironment` is asked. */
export interface CreateEnvironmentInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreateEnvironmentData>['tenant_id'] | undefined;
  readonly body: CreateEnvironmentData['body'];
}

/** What `createGroup` is asked. */
export interface CreateGroupInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreateGroupData>['tenant_id'] | undefined;
  readonly body: CreateGroupData['body'];
}

/** What `createPolicy` is asked. */
export interface CreatePolicyInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreatePolicyData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<CreatePolicyData>['environment_id'] | undefined;
  readonly body: CreatePolicyData['body'];
}

/** What `createRoleBinding` is asked. */
export interface CreateRoleBindingInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreateRoleBindingData>['tenant_id'] | undefined;
  readonly body: CreateRoleBindingData['body'];
}

/** What `createServiceAccount` is asked. */
export interface CreateServiceAccountInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreateServiceAccountData>['tenant_id'] | undefined;
  readonly body: CreateServiceAccountData['body'];
}

/** What `createUser` is asked. */
export interface CreateUserInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<CreateUserData>['tenant_id'] | undefined;
  readonly body: CreateUserData['body'];
}

/** What `decideReviewItems` is asked. */
export interface DecideReviewItemsInput {
  /** Names one access review; made by the service. */
  readonly access_review_id: DecideReviewItemsData['path']['access_review_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DecideReviewItemsData>['tenant_id'] | undefined;
  readonly body: DecideReviewItemsData['body'];
}

/** What `denyCall` is asked. */
export interface DenyCallInput {
  /** Names one request for approval; made by the service. */
  readonly approval_id: DenyCallData['path']['approval_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DenyCallData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DenyCallData>['environment_id'] | undefined;
  readonly body: DenyCallData['body'];
}

/** What `deprecateMcpServer` is asked. */
export interface DeprecateMcpServerInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: DeprecateMcpServerData['path']['server_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DeprecateMcpServerData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DeprecateMcpServerData>['environment_id'] | undefined;
  readonly body: DeprecateMcpServerData['body'];
}

/** What `deregisterDataPlane` is asked. */
export interface DeregisterDataPlaneInput {
  /** Names the plane; unique in its environment. */
  readonly data_plane_id: DeregisterDataPlaneData['path']['data_plane_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DeregisterDataPlaneData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DeregisterDataPlaneData>['environment_id'] | undefined;
  readonly body: DeregisterDataPlaneData['body'];
}

/** What `diffMcpSubmissions` is asked. */
export interface DiffMcpSubmissionsInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: DiffMcpSubmissionsData['path']['server_id'];
  /** Names one submission of a server for review; made by the service. */
  readonly submission_id: DiffMcpSubmissionsData['path']['submission_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DiffMcpSubmissionsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DiffMcpSubmissionsData>['environment_id'] | undefined;
  /** The submission to compare with. */
  readonly against: Query<DiffMcpSubmissionsData>['against'];
}

/** What `diffPolicies` is asked. */
export interface DiffPoliciesInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: DiffPoliciesData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DiffPoliciesData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DiffPoliciesData>['environment_id'] | undefined;
  /** The version to compare with. */
  readonly against: Query<DiffPoliciesData>['against'];
}

/** What `disableAgent` is asked. */
export interface DisableAgentInput {
  /** Names the agent; unique in its environment. */
  readonly agent_id: DisableAgentData['path']['agent_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DisableAgentData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DisableAgentData>['environment_id'] | undefined;
  readonly body: DisableAgentData['body'];
}

/** What `disableClientSurface` is asked. */
export interface DisableClientSurfaceInput {
  /** Names the surface; unique in its tenant. */
  readonly client_surface_id: DisableClientSurfaceData['path']['client_surface_id'];
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<DisableClientSurfaceData>['environment_id'] | undefined;
  readonly body: DisableClientSurfaceData['body'];
}

/** What `disableCredentialBinding` is asked. */
export interface DisableCredentialBindingInput {
  /** Names the binding; unique in its environment. */
  readonly credential_binding_id: DisableCredentialBindingData['path']['credential_binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DisableCredentialBindingData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DisableCredentialBindingData>['environment_id'] | undefined;
  readonly body?: DisableCredentialBindingData['body'] | undefined;
}

/** What `disableDestination` is asked. */
export interface DisableDestinationInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: DisableDestinationData['path']['destination_id'];
  readonly body: DisableDestinationData['body'];
}

/** What `disableMcpServer` is asked. */
export interface DisableMcpServerInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: DisableMcpServerData['path']['server_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DisableMcpServerData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DisableMcpServerData>['environment_id'] | undefined;
  readonly body: DisableMcpServerData['body'];
}

/** What `disableRoleBinding` is asked. */
export interface DisableRoleBindingInput {
  /** Names one grant of a role; made by the service. */
  readonly binding_id: DisableRoleBindingData['path']['binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DisableRoleBindingData>['tenant_id'] | undefined;
  readonly body: DisableRoleBindingData['body'];
}

/** What `disableServiceAccount` is asked. */
export interface DisableServiceAccountInput {
  /** Names the account, as in the `sub` of its tokens. */
  readonly service_account_id: DisableServiceAccountData['path']['service_account_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DisableServiceAccountData>['tenant_id'] | undefined;
  readonly body: DisableServiceAccountData['body'];
}

/** What `disableUser` is asked. */
export interface DisableUserInput {
  /** Names the user, as in the `sub` of their tokens. */
  readonly user_id: DisableUserData['path']['user_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DisableUserData>['tenant_id'] | undefined;
  readonly body: DisableUserData['body'];
}

/** What `drainDataPlane` is asked. */
export interface DrainDataPlaneInput {
  /** Names the plane; unique in its environment. */
  readonly data_plane_id: DrainDataPlaneData['path']['data_plane_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<DrainDataPlaneData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<DrainDataPlaneData>['environment_id'] | undefined;
  readonly body: DrainDataPlaneData['body'];
}

/** What `enableAgent` is asked. */
export interface EnableAgentInput {
  /** Names the agent; unique in its environment. */
  readonly agent_id: EnableAgentData['path']['agent_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<EnableAgentData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<EnableAgentData>['environment_id'] | undefined;
  readonly body: EnableAgentData['body'];
}

/** What `enableClientSurface` is asked. */
export interface EnableClientSurfaceInput {
  /** Names the surface; unique in its tenant. */
  readonly client_surface_id: EnableClientSurfaceData['path']['client_surface_id'];
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<EnableClientSurfaceData>['environment_id'] | undefined;
  readonly body: EnableClientSurfaceData['body'];
}

/** What `enableCredentialBinding` is asked. */
export interface EnableCredentialBindingInput {
  /** Names the binding; unique in its environment. */
  readonly credential_binding_id: EnableCredentialBindingData['path']['credential_binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<EnableCredentialBindingData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<EnableCredentialBindingData>['environment_id'] | undefined;
  readonly body?: EnableCredentialBindingData['body'] | undefined;
}

/** What `enableDestination` is asked. */
export interface EnableDestinationInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: EnableDestinationData['path']['destination_id'];
  readonly body: EnableDestinationData['body'];
}

/** What `enableMcpServer` is asked. */
export interface EnableMcpServerInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: EnableMcpServerData['path']['server_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<EnableMcpServerData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<EnableMcpServerData>['environment_id'] | undefined;
  readonly body: EnableMcpServerData['body'];
}

/** What `enableServiceAccount` is asked. */
export interface EnableServiceAccountInput {
  /** Names the account, as in the `sub` of its tokens. */
  readonly service_account_id: EnableServiceAccountData['path']['service_account_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<EnableServiceAccountData>['tenant_id'] | undefined;
  readonly body: EnableServiceAccountData['body'];
}

/** What `enableUser` is asked. */
export interface EnableUserInput {
  /** Names the user, as in the `sub` of their tokens. */
  readonly user_id: EnableUserData['path']['user_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<EnableUserData>['tenant_id'] | undefined;
  readonly body: EnableUserData['body'];
}

/** What `evaluateAccess` is asked. */
export interface EvaluateAccessInput {
  /** The environment whose policy decides. */
  readonly environment_id?: EvaluateAccessData['path']['environment_id'] | undefined;
  readonly body: EvaluateAccessData['body'];
}

/** What `evaluateAccesses` is asked. */
export interface EvaluateAccessesInput {
  /** The environment whose policy decides. */
  readonly environment_id?: EvaluateAccessesData['path']['environment_id'] | undefined;
  readonly body?: EvaluateAccessesData['body'] | undefined;
}

/** What `explainAccess` is asked. */
export interface ExplainAccessInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ExplainAccessData>['tenant_id'] | undefined;
  /** Explain access in this environment; in the tenant itself if omitted. */
  readonly environment_id?: Query<ExplainAccessData>['environment_id'] | undefined;
  /** A permission, as `<area>.<verb>`. */
  readonly permission: Query<ExplainAccessData>['permission'];
  /** Explain access to this record alone. */
  readonly resource_id?: Query<ExplainAccessData>['resource_id'] | undefined;
  /** Explain access to the records of this team. */
  readonly owner_team?: Query<ExplainAccessData>['owner_team'] | undefined;
  /** Says of whom `subject_id` speaks; needed with it. */
  readonly subject_type?: Query<ExplainAccessData>['subject_type'] | undefined;
  /** Whose access to explain; the caller's own if omitted. */
  readonly subject_id?: Query<ExplainAccessData>['subject_id'] | undefined;
}

/** What `exportAuditEvents` is asked. */
export interface ExportAuditEventsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ExportAuditEventsData>['tenant_id'] | undefined;
  /** Export events at or after this moment; from the first if omitted. */
  readonly from?: Query<ExportAuditEventsData>['from'] | undefined;
  /** Export events before this moment; to the last if omitted. */
  readonly to?: Query<ExportAuditEventsData>['to'] | undefined;
}

/** What `listAccessReviews` is asked. */
export interface ListAccessReviewsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListAccessReviewsData>['tenant_id'] | undefined;
  /** Only reviews in this state. */
  readonly status?: Query<ListAccessReviewsData>['status'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListAccessReviewsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListAccessReviewsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListAccessReviewsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListAccessReviewsData>['cursor'] | undefined;
}

/** What `listAgents` is asked. */
export interface ListAgentsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListAgentsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListAgentsData>['environment_id'] | undefined;
  /** Only agents in this state. */
  readonly lifecycle_state?: Query<ListAgentsData>['lifecycle_state'] | undefined;
  /** Only agents whose review is here. */
  readonly approval_status?: Query<ListAgentsData>['approval_status'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListAgentsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListAgentsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListAgentsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListAgentsData>['cursor'] | undefined;
}

/** What `listApiTokens` is asked. */
export interface ListApiTokensInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListApiTokensData>['tenant_id'] | undefined;
  /** Only tokens of this user or service account. */
  readonly subject_id?: Query<ListApiTokensData>['subject_id'] | undefined;
  /** Only tokens in this state. */
  readonly status?: Query<ListApiTokensData>['status'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListApiTokensData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListApiTokensData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListApiTokensData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListApiTokensData>['cursor'] | undefined;
}

/** What `listApprovals` is asked. */
export interface ListApprovalsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListApprovalsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListApprovalsData>['environment_id'] | undefined;
  /** Only requests in this state. */
  readonly status?: Query<ListApprovalsData>['status'] | undefined;
  /** Only requests of this session. */
  readonly client_session_id?: Query<ListApprovalsData>['client_session_id'] | undefined;
  /** Only requests of this policy version. */
  readonly policy_version?: Query<ListApprovalsData>['policy_version'] | undefined;
  /** Only requests that this role may decide. */
  readonly approver_role?: Query<ListApprovalsData>['approver_role'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListApprovalsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListApprovalsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListApprovalsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListApprovalsData>['cursor'] | undefined;
}

/** What `listAuditEvents` is asked. */
export interface ListAuditEventsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListAuditEventsData>['tenant_id'] | undefined;
  /** Only events of this environment; of the whole tenant if omitted. */
  readonly environment_id?: Query<ListAuditEventsData>['environment_id'] | undefined;
  /** Only what this user or service account did. */
  readonly actor_id?: Query<ListAuditEventsData>['actor_id'] | undefined;
  /** Only events about records of this kind. */
  readonly resource_type?: Query<ListAuditEventsData>['resource_type'] | undefined;
  /** Only events about this record. */
  readonly resource_id?: Query<ListAuditEventsData>['resource_id'] | undefined;
  /** Only events of this type. */
  readonly event_type?: Query<ListAuditEventsData>['event_type'] | undefined;
  /** Only events that ended so. */
  readonly outcome?: Query<ListAuditEventsData>['outcome'] | undefined;
  /** Only events of this group. */
  readonly correlation_id?: Query<ListAuditEventsData>['correlation_id'] | undefined;
  /** Only events at or after this moment. */
  readonly from?: Query<ListAuditEventsData>['from'] | undefined;
  /** Only events before this moment. */
  readonly to?: Query<ListAuditEventsData>['to'] | undefined;
  /** Newest (`desc`, the default) or oldest (`asc`) first. */
  readonly order?: Query<ListAuditEventsData>['order'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListAuditEventsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListAuditEventsData>['cursor'] | undefined;
}

/** What `listCheckpoints` is asked. */
export interface ListCheckpointsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListCheckpointsData>['tenant_id'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListCheckpointsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListCheckpointsData>['cursor'] | undefined;
}

/** What `listClientSurfaces` is asked. */
export interface ListClientSurfacesInput {
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<ListClientSurfacesData>['environment_id'] | undefined;
  /** Only surfaces in this state. */
  readonly lifecycle_state?: Query<ListClientSurfacesData>['lifecycle_state'] | undefined;
  /** Only applications of this kind. */
  readonly client_type?: Query<ListClientSurfacesData>['client_type'] | undefined;
  /** Only surfaces of this team. */
  readonly owner_team?: Query<ListClientSurfacesData>['owner_team'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListClientSurfacesData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListClientSurfacesData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListClientSurfacesData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListClientSurfacesData>['cursor'] | undefined;
}

/** What `listCredentialBindings` is asked. */
export interface ListCredentialBindingsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListCredentialBindingsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListCredentialBindingsData>['environment_id'] | undefined;
  /** Only bindings whose review is here. */
  readonly approval_status?: Query<ListCredentialBindingsData>['approval_status'] | undefined;
  /** Only bindings in this state. */
  readonly lifecycle_state?: Query<ListCredentialBindingsData>['lifecycle_state'] | undefined;
  /** Only bindings for this MCP server or API source. */
  readonly source_id?: Query<ListCredentialBindingsData>['source_id'] | undefined;
  /** Only bindings of this team. */
  readonly owner_team?: Query<ListCredentialBindingsData>['owner_team'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListCredentialBindingsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListCredentialBindingsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListCredentialBindingsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListCredentialBindingsData>['cursor'] | undefined;
}

/** What `listDataPlanes` is asked. */
export interface ListDataPlanesInput {
  /** The tenant whose planes are listed. */
  readonly tenant_id?: Query<ListDataPlanesData>['tenant_id'] | undefined;
  /** The environment whose planes are listed. */
  readonly environment_id?: Query<ListDataPlanesData>['environment_id'] | undefined;
  /** Only planes with this status over all. */
  readonly status?: Query<ListDataPlanesData>['status'] | undefined;
  /** Only planes that are operated so. */
  readonly deployment_mode?: Query<ListDataPlanesData>['deployment_mode'] | undefined;
  /** Only planes in this region. */
  readonly region?: Query<ListDataPlanesData>['region'] | undefined;
  /** Only planes whose policy is in this state. */
  readonly policy_sync_status?: Query<ListDataPlanesData>['policy_sync_status'] | undefined;
  /** The most records on one page. */
  readonly page_size?: Query<ListDataPlanesData>['page_size'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly page_token?: Query<ListDataPlanesData>['page_token'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListDataPlanesData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListDataPlanesData>['sort'] | undefined;
}

/** What `listDeadLetters` is asked. */
export interface ListDeadLettersInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: ListDeadLettersData['path']['destination_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListDeadLettersData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListDeadLettersData>['environment_id'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListDeadLettersData>['limit'] | undefined;
}

/** What `listDeliveries` is asked. */
export interface ListDeliveriesInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: ListDeliveriesData['path']['destination_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListDeliveriesData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListDeliveriesData>['environment_id'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListDeliveriesData>['limit'] | undefined;
}

/** What `listDestinations` is asked. */
export interface ListDestinationsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListDestinationsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListDestinationsData>['environment_id'] | undefined;
  /** Only receivers of this protocol. */
  readonly kind?: Query<ListDestinationsData>['kind'] | undefined;
  /** Only destinations that are enabled (`true`) or disabled (`false`). */
  readonly enabled?: Query<ListDestinationsData>['enabled'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListDestinationsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListDestinationsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListDestinationsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListDestinationsData>['cursor'] | undefined;
}

/** What `listEnvironments` is asked. */
export interface ListEnvironmentsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListEnvironmentsData>['tenant_id'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListEnvironmentsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListEnvironmentsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListEnvironmentsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListEnvironmentsData>['cursor'] | undefined;
}

/** What `listGroups` is asked. */
export interface ListGroupsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListGroupsData>['tenant_id'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListGroupsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListGroupsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListGroupsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListGroupsData>['cursor'] | undefined;
}

/** What `listMcpServers` is asked. */
export interface ListMcpServersInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListMcpServersData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListMcpServersData>['environment_id'] | undefined;
  /** Only servers in this state. */
  readonly registration_status?: Query<ListMcpServersData>['registration_status'] | undefined;
  /** Only servers of this team. */
  readonly owner_team?: Query<ListMcpServersData>['owner_team'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListMcpServersData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListMcpServersData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListMcpServersData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListMcpServersData>['cursor'] | undefined;
}

/** What `listMcpSubmissions` is asked. */
export interface ListMcpSubmissionsInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: ListMcpSubmissionsData['path']['server_id'];
  /** The tenant of the server. */
  readonly tenant_id?: Query<ListMcpSubmissionsData>['tenant_id'] | undefined;
  /** The environment of the server. */
  readonly environment_id?: Query<ListMcpSubmissionsData>['environment_id'] | undefined;
  /** Only submissions in this state. */
  readonly status?: Query<ListMcpSubmissionsData>['status'] | undefined;
}

/** What `listPolicies` is asked. */
export interface ListPoliciesInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListPoliciesData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListPoliciesData>['environment_id'] | undefined;
  /** Only versions in this state. */
  readonly status?: Query<ListPoliciesData>['status'] | undefined;
  /** `body` adds the manifests. */
  readonly include?: Query<ListPoliciesData>['include'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListPoliciesData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListPoliciesData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListPoliciesData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListPoliciesData>['cursor'] | undefined;
}

/** What `listReviewItems` is asked. */
export interface ListReviewItemsInput {
  /** Names one access review; made by the service. */
  readonly access_review_id: ListReviewItemsData['path']['access_review_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListReviewItemsData>['tenant_id'] | undefined;
  /** Only items decided so; `none` for those to decide. */
  readonly decision?: Query<ListReviewItemsData>['decision'] | undefined;
  /** Only grants of this kind. */
  readonly kind?: Query<ListReviewItemsData>['kind'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListReviewItemsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListReviewItemsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListReviewItemsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListReviewItemsData>['cursor'] | undefined;
}

/** What `listRoleBindings` is asked. */
export interface ListRoleBindingsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListRoleBindingsData>['tenant_id'] | undefined;
  /** Only grants to this user, group or service account. */
  readonly subject_id?: Query<ListRoleBindingsData>['subject_id'] | undefined;
  /** Only grants of this role. */
  readonly role?: Query<ListRoleBindingsData>['role'] | undefined;
  /** Only grants of this reach. */
  readonly scope_type?: Query<ListRoleBindingsData>['scope_type'] | undefined;
  /** Only grants in this state. */
  readonly status?: Query<ListRoleBindingsData>['status'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListRoleBindingsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListRoleBindingsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListRoleBindingsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListRoleBindingsData>['cursor'] | undefined;
}

/** What `listServiceAccounts` is asked. */
export interface ListServiceAccountsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListServiceAccountsData>['tenant_id'] | undefined;
  /** Only accounts in this state. */
  readonly status?: Query<ListServiceAccountsData>['status'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListServiceAccountsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListServiceAccountsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListServiceAccountsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListServiceAccountsData>['cursor'] | undefined;
}

/** What `listSessions` is asked. */
export interface ListSessionsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListSessionsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ListSessionsData>['environment_id'] | undefined;
  /** Only sessions in this state. */
  readonly state?: Query<ListSessionsData>['state'] | undefined;
  /** Only sessions of this user. */
  readonly user_id?: Query<ListSessionsData>['user_id'] | undefined;
  /** Only sessions with this agent. */
  readonly agent_id?: Query<ListSessionsData>['agent_id'] | undefined;
  /** Only sessions from this surface. */
  readonly client_surface_id?: Query<ListSessionsData>['client_surface_id'] | undefined;
  /** Only sessions that use this credential binding. */
  readonly credential_binding_id?: Query<ListSessionsData>['credential_binding_id'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListSessionsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListSessionsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListSessionsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListSessionsData>['cursor'] | undefined;
}

/** What `listUserGroups` is asked. */
export interface ListUserGroupsInput {
  /** Names the user, as in the `sub` of their tokens. */
  readonly user_id: ListUserGroupsData['path']['user_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListUserGroupsData>['tenant_id'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListUserGroupsData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListUserGroupsData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListUserGroupsData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListUserGroupsData>['cursor'] | undefined;
}

/** What `listUsers` is asked. */
export interface ListUsersInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ListUsersData>['tenant_id'] | undefined;
  /** Only accounts in this state. */
  readonly status?: Query<ListUsersData>['status'] | undefined;
  /** Only records with this in their id or name, whatever its case and accents. */
  readonly q?: Query<ListUsersData>['q'] | undefined;
  /** What the list is ordered by; `-` reverses. Ties are ordered by id. */
  readonly sort?: Query<ListUsersData>['sort'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ListUsersData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<ListUsersData>['cursor'] | undefined;
}

/** What `openAccessReview` is asked. */
export interface OpenAccessReviewInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<OpenAccessReviewData>['tenant_id'] | undefined;
  readonly body: OpenAccessReviewData['body'];
}

/** What `previewPublish` is asked. */
export interface PreviewPublishInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: PreviewPublishData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<PreviewPublishData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<PreviewPublishData>['environment_id'] | undefined;
  readonly body?: PreviewPublishData['body'] | undefined;
}

/** What `previewRoleBinding` is asked. */
export interface PreviewRoleBindingInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<PreviewRoleBindingData>['tenant_id'] | undefined;
  readonly body: PreviewRoleBindingData['body'];
}

/** What `proveAuditEvent` is asked. */
export interface ProveAuditEventInput {
  /** Names one event of the trail; made by the service. */
  readonly audit_event_id: ProveAuditEventData['path']['audit_event_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ProveAuditEventData>['tenant_id'] | undefined;
}

/** What `proveConsistency` is asked. */
export interface ProveConsistencyInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ProveConsistencyData>['tenant_id'] | undefined;
  /** How many events the older tree holds. */
  readonly from: Query<ProveConsistencyData>['from'];
  /** How many events the newer tree holds. */
  readonly to: Query<ProveConsistencyData>['to'];
}

/** What `publishPolicy` is asked. */
export interface PublishPolicyInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: PublishPolicyData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<PublishPolicyData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<PublishPolicyData>['environment_id'] | undefined;
  readonly body: PublishPolicyData['body'];
}

/** What `readAccessMetadata` is asked. */
export interface ReadAccessMetadataInput {
  /** The environment whose policy decides. */
  readonly environment_id?: ReadAccessMetadataData['path']['environment_id'] | undefined;
}

/** What `readAccessReview` is asked. */
export interface ReadAccessReviewInput {
  /** Names one access review; made by the service. */
  readonly access_review_id: ReadAccessReviewData['path']['access_review_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadAccessReviewData>['tenant_id'] | undefined;
}

/** What `readActivePolicy` is asked. */
export interface ReadActivePolicyInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadActivePolicyData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadActivePolicyData>['environment_id'] | undefined;
}

/** What `readAgent` is asked. */
export interface ReadAgentInput {
  /** Names the agent; unique in its environment. */
  readonly agent_id: ReadAgentData['path']['agent_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadAgentData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadAgentData>['environment_id'] | undefined;
}

/** What `readAllowlist` is asked. */
export interface ReadAllowlistInput {
  /** Whose allow-list it is. */
  readonly format: ReadAllowlistData['path']['format'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadAllowlistData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadAllowlistData>['environment_id'] | undefined;
}

/** What `readApiToken` is asked. */
export interface ReadApiTokenInput {
  /** The 12 characters of the token after `ggw_`, which are no secret. */
  readonly token_id: ReadApiTokenData['path']['token_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadApiTokenData>['tenant_id'] | undefined;
}

/** What `readAppliedSet` is asked. */
export interface ReadAppliedSetInput {
  /** Names the set of files; a service may have many. */
  readonly set_id: ReadAppliedSetData['path']['set_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadAppliedSetData>['tenant_id'] | undefined;
}

/** What `readApproval` is asked. */
export interface ReadApprovalInput {
  /** Names one request for approval; made by the service. */
  readonly approval_id: ReadApprovalData['path']['approval_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadApprovalData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadApprovalData>['environment_id'] | undefined;
  /** How many seconds to wait for news before answering. */
  readonly wait?: Query<ReadApprovalData>['wait'] | undefined;
}

/** What `readAuditEvent` is asked. */
export interface ReadAuditEventInput {
  /** Names one event of the trail; made by the service. */
  readonly audit_event_id: ReadAuditEventData['path']['audit_event_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadAuditEventData>['tenant_id'] | undefined;
}

/** What `readClientSurface` is asked. */
export interface ReadClientSurfaceInput {
  /** Names the surface; unique in its tenant. */
  readonly client_surface_id: ReadClientSurfaceData['path']['client_surface_id'];
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<ReadClientSurfaceData>['environment_id'] | undefined;
}

/** What `readCredentialBinding` is asked. */
export interface ReadCredentialBindingInput {
  /** Names the binding; unique in its environment. */
  readonly credential_binding_id: ReadCredentialBindingData['path']['credential_binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadCredentialBindingData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadCredentialBindingData>['environment_id'] | undefined;
}

/** What `readDataPlane` is asked. */
export interface ReadDataPlaneInput {
  /** Names the plane; unique in its environment. */
  readonly data_plane_id: ReadDataPlaneData['path']['data_plane_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadDataPlaneData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadDataPlaneData>['environment_id'] | undefined;
}

/** What `readDataPlaneHealthHistory` is asked. */
export interface ReadDataPlaneHealthHistoryInput {
  /** Names the plane; unique in its environment. */
  readonly data_plane_id: ReadDataPlaneHealthHistoryData['path']['data_plane_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadDataPlaneHealthHistoryData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadDataPlaneHealthHistoryData>['environment_id'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<ReadDataPlaneHealthHistoryData>['limit'] | undefined;
}

/** What `readDestination` is asked. */
export interface ReadDestinationInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: ReadDestinationData['path']['destination_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadDestinationData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadDestinationData>['environment_id'] | undefined;
}

/** What `readEnvironment` is asked. */
export interface ReadEnvironmentInput {
  /** Names the environment; unique in its tenant. */
  readonly environment_id?: ReadEnvironmentData['path']['environment_id'] | undefined;
}

/** What `readExportStatus` is asked. */
export interface ReadExportStatusInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: ReadExportStatusData['path']['destination_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadExportStatusData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadExportStatusData>['environment_id'] | undefined;
}

/** What `readGroup` is asked. */
export interface ReadGroupInput {
  /** Names the local group; unique in its tenant. */
  readonly group_id: ReadGroupData['path']['group_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadGroupData>['tenant_id'] | undefined;
}

/** What `readMcpServer` is asked. */
export interface ReadMcpServerInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: ReadMcpServerData['path']['server_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadMcpServerData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadMcpServerData>['environment_id'] | undefined;
}

/** What `readMcpServerActivity` is asked. */
export interface ReadMcpServerActivityInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: ReadMcpServerActivityData['path']['server_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadMcpServerActivityData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadMcpServerActivityData>['environment_id'] | undefined;
}

/** What `readMcpServerHealth` is asked. */
export interface ReadMcpServerHealthInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: ReadMcpServerHealthData['path']['server_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadMcpServerHealthData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadMcpServerHealthData>['environment_id'] | undefined;
}

/** What `readMcpSubmission` is asked. */
export interface ReadMcpSubmissionInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: ReadMcpSubmissionData['path']['server_id'];
  /** Names one submission of a server for review; made by the service. */
  readonly submission_id: ReadMcpSubmissionData['path']['submission_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadMcpSubmissionData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadMcpSubmissionData>['environment_id'] | undefined;
}

/** What `readMcpTools` is asked. */
export interface ReadMcpToolsInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: ReadMcpToolsData['path']['server_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadMcpToolsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadMcpToolsData>['environment_id'] | undefined;
  readonly body?: ReadMcpToolsData['body'] | undefined;
}

/** What `readOverview` is asked. */
export interface ReadOverviewInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadOverviewData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadOverviewData>['environment_id'] | undefined;
}

/** What `readPolicy` is asked. */
export interface ReadPolicyInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: ReadPolicyData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadPolicyData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadPolicyData>['environment_id'] | undefined;
  /** `text` adds the text that the manifest was written as. */
  readonly include?: Query<ReadPolicyData>['include'] | undefined;
}

/** What `readPolicyTests` is asked. */
export interface ReadPolicyTestsInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: ReadPolicyTestsData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadPolicyTestsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadPolicyTestsData>['environment_id'] | undefined;
}

/** What `readReach` is asked. */
export interface ReadReachInput {
  /** The environment to explain reach in. */
  readonly environment_id?: Query<ReadReachData>['environment_id'] | undefined;
}

/** What `readRevocation` is asked. */
export interface ReadRevocationInput {
  /** Names one entry of the revocation feed; made by the service. */
  readonly revocation_id: ReadRevocationData['path']['revocation_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadRevocationData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadRevocationData>['environment_id'] | undefined;
  /** How many seconds to wait for news before answering. */
  readonly wait?: Query<ReadRevocationData>['wait'] | undefined;
}

/** What `readRevocations` is asked. */
export interface ReadRevocationsInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadRevocationsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadRevocationsData>['environment_id'] | undefined;
  /** Only what follows this sequence. */
  readonly after?: Query<ReadRevocationsData>['after'] | undefined;
  /** How many seconds to wait for news before answering. */
  readonly wait?: Query<ReadRevocationsData>['wait'] | undefined;
  /** `planes` adds to each revocation which data planes have applied it. */
  readonly include?: Query<ReadRevocationsData>['include'] | undefined;
}

/** What `readRoleBinding` is asked. */
export interface ReadRoleBindingInput {
  /** Names one grant of a role; made by the service. */
  readonly binding_id: ReadRoleBindingData['path']['binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadRoleBindingData>['tenant_id'] | undefined;
}

/** What `readServiceAccount` is asked. */
export interface ReadServiceAccountInput {
  /** Names the account, as in the `sub` of its tokens. */
  readonly service_account_id: ReadServiceAccountData['path']['service_account_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadServiceAccountData>['tenant_id'] | undefined;
}

/** What `readSession` is asked. */
export interface ReadSessionInput {
  /** Names the session, as its gateway reported it. */
  readonly client_session_id: ReadSessionData['path']['client_session_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadSessionData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReadSessionData>['environment_id'] | undefined;
}

/** What `readUser` is asked. */
export interface ReadUserInput {
  /** Names the user, as in the `sub` of their tokens. */
  readonly user_id: ReadUserData['path']['user_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReadUserData>['tenant_id'] | undefined;
}

/** What `recordAppliedSet` is asked. */
export interface RecordAppliedSetInput {
  /** Names the set of files; a service may have many. */
  readonly set_id: RecordAppliedSetData['path']['set_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RecordAppliedSetData>['tenant_id'] | undefined;
  readonly body: RecordAppliedSetData['body'];
}

/** What `registerAgent` is asked. */
export interface RegisterAgentInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RegisterAgentData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RegisterAgentData>['environment_id'] | undefined;
  readonly body: RegisterAgentData['body'];
}

/** What `registerDataPlane` is asked. */
export interface RegisterDataPlaneInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RegisterDataPlaneData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RegisterDataPlaneData>['environment_id'] | undefined;
  readonly body: RegisterDataPlaneData['body'];
}

/** What `registerMcpServer` is asked. */
export interface RegisterMcpServerInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RegisterMcpServerData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RegisterMcpServerData>['environment_id'] | undefined;
  readonly body: RegisterMcpServerData['body'];
}

/** What `rejectAgent` is asked. */
export interface RejectAgentInput {
  /** Names the agent; unique in its environment. */
  readonly agent_id: RejectAgentData['path']['agent_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RejectAgentData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RejectAgentData>['environment_id'] | undefined;
  readonly body: RejectAgentData['body'];
}

/** What `rejectClientSurface` is asked. */
export interface RejectClientSurfaceInput {
  /** Names the surface; unique in its tenant. */
  readonly client_surface_id: RejectClientSurfaceData['path']['client_surface_id'];
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<RejectClientSurfaceData>['environment_id'] | undefined;
  readonly body: RejectClientSurfaceData['body'];
}

/** What `rejectMcpSubmission` is asked. */
export interface RejectMcpSubmissionInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: RejectMcpSubmissionData['path']['server_id'];
  /** Names one submission of a server for review; made by the service. */
  readonly submission_id: RejectMcpSubmissionData['path']['submission_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RejectMcpSubmissionData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RejectMcpSubmissionData>['environment_id'] | undefined;
  readonly body: RejectMcpSubmissionData['body'];
}

/** What `removeGroupMember` is asked. */
export interface RemoveGroupMemberInput {
  /** Names the local group; unique in its tenant. */
  readonly group_id: RemoveGroupMemberData['path']['group_id'];
  /** Names the user, as in the `sub` of their tokens. */
  readonly user_id: RemoveGroupMemberData['path']['user_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RemoveGroupMemberData>['tenant_id'] | undefined;
  readonly body: RemoveGroupMemberData['body'];
}

/** What `replacePolicyTests` is asked. */
export interface ReplacePolicyTestsInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: ReplacePolicyTestsData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReplacePolicyTestsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReplacePolicyTestsData>['environment_id'] | undefined;
  readonly body: ReplacePolicyTestsData['body'];
}

/** What `replayDestination` is asked. */
export interface ReplayDestinationInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: ReplayDestinationData['path']['destination_id'];
  readonly body: ReplayDestinationData['body'];
}

/** What `reportAccessReview` is asked. */
export interface ReportAccessReviewInput {
  /** Names one access review; made by the service. */
  readonly access_review_id: ReportAccessReviewData['path']['access_review_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReportAccessReviewData>['tenant_id'] | undefined;
  /** The format; `markdown` if omitted. */
  readonly format?: Query<ReportAccessReviewData>['format'] | undefined;
}

/** What `reportHeartbeat` is asked. */
export interface ReportHeartbeatInput {
  /** Names the plane; unique in its environment. */
  readonly data_plane_id: ReportHeartbeatData['path']['data_plane_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReportHeartbeatData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReportHeartbeatData>['environment_id'] | undefined;
  readonly body?: ReportHeartbeatData['body'] | undefined;
}

/** What `reportSession` is asked. */
export interface ReportSessionInput {
  /** Names the session, as its gateway reported it. */
  readonly client_session_id: ReportSessionData['path']['client_session_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReportSessionData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReportSessionData>['environment_id'] | undefined;
  readonly body: ReportSessionData['body'];
}

/** What `requestApproval` is asked. */
export interface RequestApprovalInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RequestApprovalData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RequestApprovalData>['environment_id'] | undefined;
  readonly body?: RequestApprovalData['body'] | undefined;
}

/** What `resumeDataPlane` is asked. */
export interface ResumeDataPlaneInput {
  /** Names the plane; unique in its environment. */
  readonly data_plane_id: ResumeDataPlaneData['path']['data_plane_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ResumeDataPlaneData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ResumeDataPlaneData>['environment_id'] | undefined;
  readonly body: ResumeDataPlaneData['body'];
}

/** What `resyncDataPlane` is asked. */
export interface ResyncDataPlaneInput {
  /** Names the plane; unique in its environment. */
  readonly data_plane_id: ResyncDataPlaneData['path']['data_plane_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ResyncDataPlaneData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ResyncDataPlaneData>['environment_id'] | undefined;
  readonly body: ResyncDataPlaneData['body'];
}

/** What `reviewMcpDefinitions` is asked. */
export interface ReviewMcpDefinitionsInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: ReviewMcpDefinitionsData['path']['server_id'];
  /** Names one submission of a server for review; made by the service. */
  readonly submission_id: ReviewMcpDefinitionsData['path']['submission_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ReviewMcpDefinitionsData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ReviewMcpDefinitionsData>['environment_id'] | undefined;
}

/** What `revokeAgent` is asked. */
export interface RevokeAgentInput {
  /** Names the agent; unique in its environment. */
  readonly agent_id: RevokeAgentData['path']['agent_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RevokeAgentData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RevokeAgentData>['environment_id'] | undefined;
  readonly body: RevokeAgentData['body'];
}

/** What `revokeApiToken` is asked. */
export interface RevokeApiTokenInput {
  /** The 12 characters of the token after `ggw_`, which are no secret. */
  readonly token_id: RevokeApiTokenData['path']['token_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RevokeApiTokenData>['tenant_id'] | undefined;
  readonly body: RevokeApiTokenData['body'];
}

/** What `revokeClientSurface` is asked. */
export interface RevokeClientSurfaceInput {
  /** Names the surface; unique in its tenant. */
  readonly client_surface_id: RevokeClientSurfaceData['path']['client_surface_id'];
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<RevokeClientSurfaceData>['environment_id'] | undefined;
  readonly body: RevokeClientSurfaceData['body'];
}

/** What `revokeCredentialBinding` is asked. */
export interface RevokeCredentialBindingInput {
  /** Names the binding; unique in its environment. */
  readonly credential_binding_id: RevokeCredentialBindingData['path']['credential_binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RevokeCredentialBindingData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RevokeCredentialBindingData>['environment_id'] | undefined;
  readonly body?: RevokeCredentialBindingData['body'] | undefined;
}

/** What `rotateCredentialBinding` is asked. */
export interface RotateCredentialBindingInput {
  /** Names the binding; unique in its environment. */
  readonly credential_binding_id: RotateCredentialBindingData['path']['credential_binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<RotateCredentialBindingData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<RotateCredentialBindingData>['environment_id'] | undefined;
  readonly body: RotateCredentialBindingData['body'];
}

/** What `searchActions` is asked. */
export interface SearchActionsInput {
  /** The environment whose policy decides. */
  readonly environment_id?: SearchActionsData['path']['environment_id'] | undefined;
  readonly body: SearchActionsData['body'];
}

/** What `searchResources` is asked. */
export interface SearchResourcesInput {
  /** The environment whose policy decides. */
  readonly environment_id?: SearchResourcesData['path']['environment_id'] | undefined;
  readonly body: SearchResourcesData['body'];
}

/** What `searchSubjects` is asked. */
export interface SearchSubjectsInput {
  /** The environment whose policy decides. */
  readonly environment_id?: SearchSubjectsData['path']['environment_id'] | undefined;
  readonly body: SearchSubjectsData['body'];
}

/** What `simulatePolicy` is asked. */
export interface SimulatePolicyInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: SimulatePolicyData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<SimulatePolicyData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<SimulatePolicyData>['environment_id'] | undefined;
  readonly body: SimulatePolicyData['body'];
}

/** What `submitCredentialBinding` is asked. */
export interface SubmitCredentialBindingInput {
  /** Names the binding; unique in its environment. */
  readonly credential_binding_id: SubmitCredentialBindingData['path']['credential_binding_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<SubmitCredentialBindingData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<SubmitCredentialBindingData>['environment_id'] | undefined;
  readonly body?: SubmitCredentialBindingData['body'] | undefined;
}

/** What `submitMcpManifest` is asked. */
export interface SubmitMcpManifestInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: SubmitMcpManifestData['path']['server_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<SubmitMcpManifestData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<SubmitMcpManifestData>['environment_id'] | undefined;
  readonly body: SubmitMcpManifestData['body'];
}

/** What `terminateSession` is asked. */
export interface TerminateSessionInput {
  /** Names the session, as its gateway reported it. */
  readonly client_session_id: TerminateSessionData['path']['client_session_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<TerminateSessionData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<TerminateSessionData>['environment_id'] | undefined;
  readonly body: TerminateSessionData['body'];
}

/** What `testDestination` is asked. */
export interface TestDestinationInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: TestDestinationData['path']['destination_id'];
  readonly body: TestDestinationData['body'];
}

/** What `updateClientSurface` is asked. */
export interface UpdateClientSurfaceInput {
  /** Names the surface; unique in its tenant. */
  readonly client_surface_id: UpdateClientSurfaceData['path']['client_surface_id'];
  /** The environment that the surface is seen from. */
  readonly environment_id?: Query<UpdateClientSurfaceData>['environment_id'] | undefined;
  readonly body: UpdateClientSurfaceData['body'];
}

/** What `updateDestination` is asked. */
export interface UpdateDestinationInput {
  /** Names where events go; unique in its environment. */
  readonly destination_id: UpdateDestinationData['path']['destination_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<UpdateDestinationData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<UpdateDestinationData>['environment_id'] | undefined;
  readonly body: UpdateDestinationData['body'];
}

/** What `updateGroup` is asked. */
export interface UpdateGroupInput {
  /** Names the local group; unique in its tenant. */
  readonly group_id: UpdateGroupData['path']['group_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<UpdateGroupData>['tenant_id'] | undefined;
  readonly body?: UpdateGroupData['body'] | undefined;
}

/** What `updatePolicy` is asked. */
export interface UpdatePolicyInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: UpdatePolicyData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<UpdatePolicyData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<UpdatePolicyData>['environment_id'] | undefined;
  readonly body: UpdatePolicyData['body'];
}

/** What `updateServiceAccount` is asked. */
export interface UpdateServiceAccountInput {
  /** Names the account, as in the `sub` of its tokens. */
  readonly service_account_id: UpdateServiceAccountData['path']['service_account_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<UpdateServiceAccountData>['tenant_id'] | undefined;
  readonly body: UpdateServiceAccountData['body'];
}

/** What `updateUser` is asked. */
export interface UpdateUserInput {
  /** Names the user, as in the `sub` of their tokens. */
  readonly user_id: UpdateUserData['path']['user_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<UpdateUserData>['tenant_id'] | undefined;
  readonly body: UpdateUserData['body'];
}

/** What `upgradeDataPlane` is asked. */
export interface UpgradeDataPlaneInput {
  /** Names the plane; unique in its environment. */
  readonly data_plane_id: UpgradeDataPlaneData['path']['data_plane_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<UpgradeDataPlaneData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<UpgradeDataPlaneData>['environment_id'] | undefined;
  readonly body: UpgradeDataPlaneData['body'];
}

/** What `useApproval` is asked. */
export interface UseApprovalInput {
  /** Names one request for approval; made by the service. */
  readonly approval_id: UseApprovalData['path']['approval_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<UseApprovalData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<UseApprovalData>['environment_id'] | undefined;
  readonly body: UseApprovalData['body'];
}

/** What `validatePolicy` is asked. */
export interface ValidatePolicyInput {
  /** Names the version; unique in its environment. */
  readonly policy_version: ValidatePolicyData['path']['policy_version'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<ValidatePolicyData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<ValidatePolicyData>['environment_id'] | undefined;
  readonly body?: ValidatePolicyData['body'] | undefined;
}

/** What `verifyAuditTrail` is asked. */
export interface VerifyAuditTrailInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<VerifyAuditTrailData>['tenant_id'] | undefined;
  /** `0` verifies the whole trail instead of what follows the last checkpoint. */
  readonly from?: Query<VerifyAuditTrailData>['from'] | undefined;
}

/** What `whoCan` is asked. */
export interface WhoCanInput {
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<WhoCanData>['tenant_id'] | undefined;
  /** Who holds it in this environment; in the tenant itself if omitted. */
  readonly environment_id?: Query<WhoCanData>['environment_id'] | undefined;
  /** A permission, as `<area>.<verb>`. */
  readonly permission: Query<WhoCanData>['permission'];
  /** Who holds it for this record alone. */
  readonly resource_id?: Query<WhoCanData>['resource_id'] | undefined;
  /** Who holds it for the records of this team. */
  readonly owner_team?: Query<WhoCanData>['owner_team'] | undefined;
  /** The most records on one page. */
  readonly limit?: Query<WhoCanData>['limit'] | undefined;
  /** Where to continue: the cursor of the previous page. Accepted for 24 hours, with the same filters. */
  readonly cursor?: Query<WhoCanData>['cursor'] | undefined;
}

/** What `withdrawMcpSubmission` is asked. */
export interface WithdrawMcpSubmissionInput {
  /** Names the MCP server; unique in its environment. */
  readonly server_id: WithdrawMcpSubmissionData['path']['server_id'];
  /** Names one submission of a server for review; made by the service. */
  readonly submission_id: WithdrawMcpSubmissionData['path']['submission_id'];
  /** The tenant to act in; the caller's own if omitted. */
  readonly tenant_id?: Query<WithdrawMcpSubmissionData>['tenant_id'] | undefined;
  /** The environment to act in. May be omitted by callers whose grants are all in one. */
  readonly environment_id?: Query<WithdrawMcpSubmissionData>['environment_id'] | undefined;
  readonly body: WithdrawMcpSubmissionData['body'];
}

/** Every operation of the API, by its id. */
export interface GovgateClient {
  /** Adds a user to a local group */
  addGroupMember(input: AddGroupMemberInput, options?: ChangeOptions): Promise<AddGroupMemberResponse>;
  /** Approves an agent; a draft becomes active */
  approveAgent(input: ApproveAgentInput, options?: ChangeOptions): Promise<ApproveAgentResponse>;
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
  /** Cancels an access review; what was decided stays */
  cancelAccessReview(input: CancelAccessReviewInput, options?: ChangeOptions): Promise<CancelAccessReviewResponse>;
  /** Moves a credential binding through its approval states */
  changeCredentialApproval(input: ChangeCredentialApprovalInput, options?: ChangeOptions): Promise<ChangeCredentialApprovalResponse>;
  /** Decides a call by the active policy and answers with status 200 or 403 */
  checkCall(input?: CheckCallInput, options?: CallOptions): Promise<CheckCallResponse>;
  /** Checks a text as a draft's new one, with its tests; changes nothing */
  checkPolicyText(input: CheckPolicyTextInput, options?: CallOptions): Promise<CheckPolicyTextResponse>;
  /** Changes the settings of an environment */
  configureEnvironment(input?: ConfigureEnvironmentInput, options?: ChangeOptions): Promise<ConfigureEnvironmentResponse>;
  /** Counts the tenant's audit events by minute, hour or day */
  countAuditEvents(input: CountAuditEventsInput, options?: CallOptions): Promise<CountAuditEventsResponse>;
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
  /** Keeps or revokes grants under review; a revoked one ends with the decision */
  decideReviewItems(input: DecideReviewItemsInput, options?: ChangeOptions): Promise<DecideReviewItemsResponse>;
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
  /** Disables an agent and revokes its live sessions */
  disableAgent(input: DisableAgentInput, options?: ChangeOptions): Promise<DisableAgentResponse>;
  /** Disables a client surface and revokes its live sessions */
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
  /** Enables a destination; its failures are counted anew */
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
  /** Lists access reviews */
  readonly listAccessReviews: ListMethod<[input?: ListAccessReviewsInput, options?: CallOptions], ListAccessReviewsResponse>;
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
  /** Lists the grants under review, with what was decided on each */
  readonly listReviewItems: ListMethod<[input: ListReviewItemsInput, options?: CallOptions], ListReviewItemsResponse>;
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
  /** Opens a review of the grants in the tenant or an environment */
  openAccessReview(input: OpenAccessReviewInput, options?: CreateOptions): Promise<OpenAccessReviewResponse>;
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
  /** Reads an access review and how far its decisions are */
  readAccessReview(input: ReadAccessReviewInput, options?: ReadOptions): Promise<ReadAccessReviewResponse>;
  /** Reads the policy version in force with its manifest, or null where none is; made to be polled with If-None-Match */
  readActivePolicy(input?: ReadActivePolicyInput, options?: ReadOptions): Promise<ReadActivePolicyResponse>;
  /** Reads the registry record of an agent */
  readAgent(input: ReadAgentInput, options?: ReadOptions): Promise<ReadAgentResponse>;
  /** Reads the approved MCP servers as the managed allow-list of a product */
  readAllowlist(input: ReadAllowlistInput, options?: CallOptions): Promise<ReadAllowlistResponse>;
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
  /** Reads when a data plane's health changed, newest first */
  readDataPlaneHealthHistory(input: ReadDataPlaneHealthHistoryInput, options?: CallOptions): Promise<ReadDataPlaneHealthHistoryResponse>;
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
  /** Tells what waits for the caller in an environment, what fails, and what happened lately */
  readOverview(input?: ReadOverviewInput, options?: CallOptions): Promise<ReadOverviewResponse>;
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
  /** Rejects an agent */
  rejectAgent(input: RejectAgentInput, options?: ChangeOptions): Promise<RejectAgentResponse>;
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
  /** Reports an access review with all its decisions, as Markdown or CSV */
  reportAccessReview(input: ReportAccessReviewInput, options?: CallOptions): Promise<ReportAccessReviewResponse>;
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
  /** Compares a submission's tool descriptions with the approved ones, as untrusted text */
  reviewMcpDefinitions(input: ReviewMcpDefinitionsInput, options?: CallOptions): Promise<ReviewMcpDefinitionsResponse>;
  /** Revokes an agent permanently and fences its sessions */
  revokeAgent(input: RevokeAgentInput, options?: ChangeOptions): Promise<RevokeAgentResponse>;
  /** Revokes an API token and those made with it, effective with the next call */
  revokeApiToken(input: RevokeApiTokenInput, options?: ChangeOptions): Promise<RevokeApiTokenResponse>;
  /** Revokes a client surface permanently and fences its sessions */
  revokeClientSurface(input: RevokeClientSurfaceInput, options?: ChangeOptions): Promise<RevokeClientSurfaceResponse>;
  /** Revokes a credential binding for good and ends its sessions */
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
