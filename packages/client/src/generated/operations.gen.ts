// Generated from the OpenAPI document: npm run docs:generate
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
  HealthzData,
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
  ReadExportStatusData,
  ReadExportStatusResponse,
  ReadGroupData,
  ReadGroupResponse,
  ReadIdentityData,
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
  ReadOpenApiData,
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
  ReadyzData,
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
  WithdrawMcpSubmissionData,
  WithdrawMcpSubmissionResponse,
} from './types.gen.js';

/** What each operation is asked and answers. */
export interface Operations {
  /** Adds a user to a local group */
  addGroupMember: { data: AddGroupMemberData; answer: AddGroupMemberResponse; form: 'one' };
  /** Approves a call */
  approveCall: { data: ApproveCallData; answer: ApproveCallResponse; form: 'one' };
  /** Approves a client surface; a draft becomes active */
  approveClientSurface: { data: ApproveClientSurfaceData; answer: ApproveClientSurfaceResponse; form: 'one' };
  /** Approves a submission by the hash of its manifest; it becomes the live snapshot */
  approveMcpSubmission: { data: ApproveMcpSubmissionData; answer: ApproveMcpSubmissionResponse; form: 'one' };
  /** Archives a draft or disabled agent */
  archiveAgent: { data: ArchiveAgentData; answer: ArchiveAgentResponse; form: 'one' };
  /** Archives a draft or disabled client surface */
  archiveClientSurface: { data: ArchiveClientSurfaceData; answer: ArchiveClientSurfaceResponse; form: 'one' };
  /** Archives a draft or superseded version permanently */
  archivePolicy: { data: ArchivePolicyData; answer: ArchivePolicyResponse; form: 'one' };
  /** Moves a credential binding through its approval states */
  changeCredentialApproval: { data: ChangeCredentialApprovalData; answer: ChangeCredentialApprovalResponse; form: 'one' };
  /** Creates an API token and returns it once */
  createApiToken: { data: CreateApiTokenData; answer: CreateApiTokenResponse; form: 'one' };
  /** Creates a client surface, pending approval */
  createClientSurface: { data: CreateClientSurfaceData; answer: CreateClientSurfaceResponse; form: 'one' };
  /** Creates a draft credential binding; the reference to its secret is not stored */
  createCredentialBinding: { data: CreateCredentialBindingData; answer: CreateCredentialBindingResponse; form: 'one' };
  /** Creates a destination; real endpoints and tokens are named by write-only references */
  createDestination: { data: CreateDestinationData; answer: CreateDestinationResponse; form: 'one' };
  /** Creates an environment of the tenant */
  createEnvironment: { data: CreateEnvironmentData; answer: CreateEnvironmentResponse; form: 'one' };
  /** Creates an empty local group */
  createGroup: { data: CreateGroupData; answer: CreateGroupResponse; form: 'one' };
  /** Creates a draft version from JSON, or from text in JSON or YAML */
  createPolicy: { data: CreatePolicyData; answer: CreatePolicyResponse; form: 'one' };
  /** Grants a role to a user, group or service account within a scope */
  createRoleBinding: { data: CreateRoleBindingData; answer: CreateRoleBindingResponse; form: 'one' };
  /** Creates a service account, which may do nothing until it is granted a role */
  createServiceAccount: { data: CreateServiceAccountData; answer: CreateServiceAccountResponse; form: 'one' };
  /** Creates a user, who may do nothing until granted a role */
  createUser: { data: CreateUserData; answer: CreateUserResponse; form: 'one' };
  /** Denies a call */
  denyCall: { data: DenyCallData; answer: DenyCallResponse; form: 'one' };
  /** Submits the live manifest of an MCP server as deprecated, for review */
  deprecateMcpServer: { data: DeprecateMcpServerData; answer: DeprecateMcpServerResponse; form: 'one' };
  /** Deregisters a data plane */
  deregisterDataPlane: { data: DeregisterDataPlaneData; answer: DeregisterDataPlaneResponse; form: 'one' };
  /** Compares a submission with another of the same server */
  diffMcpSubmissions: { data: DiffMcpSubmissionsData; answer: DiffMcpSubmissionsResponse; form: 'one' };
  /** Compares a policy version with another, rule by rule */
  diffPolicies: { data: DiffPoliciesData; answer: DiffPoliciesResponse; form: 'one' };
  /** Disables an agent and fences its live sessions */
  disableAgent: { data: DisableAgentData; answer: DisableAgentResponse; form: 'one' };
  /** Disables a client surface and fences its live sessions */
  disableClientSurface: { data: DisableClientSurfaceData; answer: DisableClientSurfaceResponse; form: 'one' };
  /** Disables a credential binding; its live sessions stop at once */
  disableCredentialBinding: { data: DisableCredentialBindingData; answer: DisableCredentialBindingResponse; form: 'one' };
  /** Disables a destination without deleting audit-export history */
  disableDestination: { data: DisableDestinationData; answer: DisableDestinationResponse; form: 'one' };
  /** Stops all calls to an MCP server */
  disableMcpServer: { data: DisableMcpServerData; answer: DisableMcpServerResponse; form: 'one' };
  /** Disables a role binding without deleting it */
  disableRoleBinding: { data: DisableRoleBindingData; answer: DisableRoleBindingResponse; form: 'one' };
  /** Disables a service account and revokes its API tokens */
  disableServiceAccount: { data: DisableServiceAccountData; answer: DisableServiceAccountResponse; form: 'one' };
  /** Disables a user, ends their live sessions and revokes their API tokens */
  disableUser: { data: DisableUserData; answer: DisableUserResponse; form: 'one' };
  /** Orders a data plane out of service */
  drainDataPlane: { data: DrainDataPlaneData; answer: DrainDataPlaneResponse; form: 'one' };
  /** Makes an approved agent active */
  enableAgent: { data: EnableAgentData; answer: EnableAgentResponse; form: 'one' };
  /** Makes an approved client surface active */
  enableClientSurface: { data: EnableClientSurfaceData; answer: EnableClientSurfaceResponse; form: 'one' };
  /** Enables a disabled credential binding */
  enableCredentialBinding: { data: EnableCredentialBindingData; answer: EnableCredentialBindingResponse; form: 'one' };
  /** Enables a destination; its count of failures restarts */
  enableDestination: { data: EnableDestinationData; answer: EnableDestinationResponse; form: 'one' };
  /** Allows calls to an MCP server again */
  enableMcpServer: { data: EnableMcpServerData; answer: EnableMcpServerResponse; form: 'one' };
  /** Enables a service account; its revoked tokens stay revoked */
  enableServiceAccount: { data: EnableServiceAccountData; answer: EnableServiceAccountResponse; form: 'one' };
  /** Enables a user; their ended sessions and revoked tokens stay so */
  enableUser: { data: EnableUserData; answer: EnableUserResponse; form: 'one' };
  /** Decides a question by the active policy (AuthZEN, Access Evaluation) */
  evaluateAccess: { data: EvaluateAccessData; answer: EvaluateAccessResponse; form: 'one' };
  /** Decides a batch of questions by the active policy (AuthZEN, Access Evaluations) */
  evaluateAccesses: { data: EvaluateAccessesData; answer: EvaluateAccessesResponse; form: 'one' };
  /** Explains why somebody may or may not do something */
  explainAccess: { data: ExplainAccessData; answer: ExplainAccessResponse; form: 'one' };
  /** Streams the tenant's audit trail as NDJSON, oldest first, followed by the checkpoint that covers it */
  exportAuditEvents: { data: ExportAuditEventsData; answer: ExportAuditEventsResponse; form: 'stream' };
  /** Reports that the process is alive */
  healthz: { data: HealthzData; answer: HealthzResponse; form: 'one' };
  /** Lists the agents of an environment */
  listAgents: { data: ListAgentsData; answer: ListAgentsResponse; form: 'pages' };
  /** Lists the API tokens of the tenant, never their text */
  listApiTokens: { data: ListApiTokensData; answer: ListApiTokensResponse; form: 'pages' };
  /** Lists approvals of calls: an approver's queue */
  listApprovals: { data: ListApprovalsData; answer: ListApprovalsResponse; form: 'pages' };
  /** Lists the tenant's audit events, by default newest first */
  listAuditEvents: { data: ListAuditEventsData; answer: ListAuditEventsResponse; form: 'pages' };
  /** Lists the signed checkpoints of the tenant's audit trail, newest first */
  listCheckpoints: { data: ListCheckpointsData; answer: ListCheckpointsResponse; form: 'pages' };
  /** Lists the client surfaces available in an environment */
  listClientSurfaces: { data: ListClientSurfacesData; answer: ListClientSurfacesResponse; form: 'pages' };
  /** Lists the credential bindings of an environment */
  listCredentialBindings: { data: ListCredentialBindingsData; answer: ListCredentialBindingsResponse; form: 'pages' };
  /** Lists topology and health of the data planes of an environment */
  listDataPlanes: { data: ListDataPlanesData; answer: ListDataPlanesResponse; form: 'pages' };
  /** Lists the events a destination rejected individually, newest first */
  listDeadLetters: { data: ListDeadLettersData; answer: ListDeadLettersResponse; form: 'one' };
  /** Lists the latest delivery attempts, without contents, newest first */
  listDeliveries: { data: ListDeliveriesData; answer: ListDeliveriesResponse; form: 'one' };
  /** Lists the destinations of an environment */
  listDestinations: { data: ListDestinationsData; answer: ListDestinationsResponse; form: 'pages' };
  /** Lists the environments of the tenant */
  listEnvironments: { data: ListEnvironmentsData; answer: ListEnvironmentsResponse; form: 'pages' };
  /** Lists the local groups of the tenant */
  listGroups: { data: ListGroupsData; answer: ListGroupsResponse; form: 'pages' };
  /** Lists the MCP servers of an environment */
  listMcpServers: { data: ListMcpServersData; answer: ListMcpServersResponse; form: 'pages' };
  /** Lists the submissions of an MCP server, newest first */
  listMcpSubmissions: { data: ListMcpSubmissionsData; answer: ListMcpSubmissionsResponse; form: 'one' };
  /** Lists the policy versions of an environment; their manifests with include=body */
  listPolicies: { data: ListPoliciesData; answer: ListPoliciesResponse; form: 'pages' };
  /** Lists the role bindings that the caller may read */
  listRoleBindings: { data: ListRoleBindingsData; answer: ListRoleBindingsResponse; form: 'pages' };
  /** Lists the service accounts of the tenant */
  listServiceAccounts: { data: ListServiceAccountsData; answer: ListServiceAccountsResponse; form: 'pages' };
  /** Lists the client sessions of an environment */
  listSessions: { data: ListSessionsData; answer: ListSessionsResponse; form: 'pages' };
  /** Lists the local groups of a user */
  listUserGroups: { data: ListUserGroupsData; answer: ListUserGroupsResponse; form: 'pages' };
  /** Lists the users of the tenant */
  listUsers: { data: ListUsersData; answer: ListUsersResponse; form: 'pages' };
  /** Previews publishing a policy version: validation, tests, and the effect on calls; changes nothing */
  previewPublish: { data: PreviewPublishData; answer: PreviewPublishResponse; form: 'one' };
  /** Previews the effect of a role binding; changes nothing */
  previewRoleBinding: { data: PreviewRoleBindingData; answer: PreviewRoleBindingResponse; form: 'one' };
  /** Proves that an event is in the tree of a signed checkpoint */
  proveAuditEvent: { data: ProveAuditEventData; answer: ProveAuditEventResponse; form: 'one' };
  /** Proves that one signed checkpoint continues an earlier one */
  proveConsistency: { data: ProveConsistencyData; answer: ProveConsistencyResponse; form: 'one' };
  /** Publishes a policy version and makes it active for the environment */
  publishPolicy: { data: PublishPolicyData; answer: PublishPolicyResponse; form: 'one' };
  /** Describes the decision point of an environment (AuthZEN, PDP metadata) */
  readAccessMetadata: { data: ReadAccessMetadataData; answer: ReadAccessMetadataResponse; form: 'one' };
  /** Reads the registry record of an agent */
  readAgent: { data: ReadAgentData; answer: ReadAgentResponse; form: 'one' };
  /** Reads an API token, never its text */
  readApiToken: { data: ReadApiTokenData; answer: ReadApiTokenResponse; form: 'one' };
  /** Reads what was last applied from a set of files */
  readAppliedSet: { data: ReadAppliedSetData; answer: ReadAppliedSetResponse; form: 'one' };
  /** Reads the approval of a call, optionally waiting for the decision */
  readApproval: { data: ReadApprovalData; answer: ReadApprovalResponse; form: 'one' };
  /** Reads an audit event */
  readAuditEvent: { data: ReadAuditEventData; answer: ReadAuditEventResponse; form: 'one' };
  /** Reads a client surface */
  readClientSurface: { data: ReadClientSurfaceData; answer: ReadClientSurfaceResponse; form: 'one' };
  /** Reads a credential binding with its projection, sessions and newest events */
  readCredentialBinding: { data: ReadCredentialBindingData; answer: ReadCredentialBindingResponse; form: 'one' };
  /** Reads a data plane */
  readDataPlane: { data: ReadDataPlaneData; answer: ReadDataPlaneResponse; form: 'one' };
  /** Reads a destination with the state of its deliveries */
  readDestination: { data: ReadDestinationData; answer: ReadDestinationResponse; form: 'one' };
  /** Reads the progress of continuous export at a destination */
  readExportStatus: { data: ReadExportStatusData; answer: ReadExportStatusResponse; form: 'one' };
  /** Reads a local group with its members */
  readGroup: { data: ReadGroupData; answer: ReadGroupResponse; form: 'one' };
  /** Describes the caller and what they may do */
  readIdentity: { data: ReadIdentityData; answer: ReadIdentityResponse; form: 'one' };
  /** Reads an MCP server with its live manifest */
  readMcpServer: { data: ReadMcpServerData; answer: ReadMcpServerResponse; form: 'one' };
  /** Lists the activity of an MCP server, newest first */
  readMcpServerActivity: { data: ReadMcpServerActivityData; answer: ReadMcpServerActivityResponse; form: 'one' };
  /** Reads the stored health of an MCP server; never probes */
  readMcpServerHealth: { data: ReadMcpServerHealthData; answer: ReadMcpServerHealthResponse; form: 'one' };
  /** Reads one submission with its manifest */
  readMcpSubmission: { data: ReadMcpSubmissionData; answer: ReadMcpSubmissionResponse; form: 'one' };
  /** Reads a live MCP server and submits its description for review */
  readMcpTools: { data: ReadMcpToolsData; answer: ReadMcpToolsResponse; form: 'one' };
  /** The OpenAPI 3.1 document of this service */
  readOpenApi: { data: ReadOpenApiData; answer: ReadOpenApiResponse; form: 'one' };
  /** Reads a policy version with body, validation, usage, hash and permissions */
  readPolicy: { data: ReadPolicyData; answer: ReadPolicyResponse; form: 'one' };
  /** Reads the tests of a policy version */
  readPolicyTests: { data: ReadPolicyTestsData; answer: ReadPolicyTestsResponse; form: 'one' };
  /** Describes what the caller may do in an environment */
  readReach: { data: ReadReachData; answer: ReadReachResponse; form: 'one' };
  /** Reads a revocation with the planes that have applied it, optionally waiting until all have */
  readRevocation: { data: ReadRevocationData; answer: ReadRevocationResponse; form: 'one' };
  /** Reads on in the revocation feed, optionally waiting for more */
  readRevocations: { data: ReadRevocationsData; answer: ReadRevocationsResponse; form: 'one' };
  /** Reads a role binding */
  readRoleBinding: { data: ReadRoleBindingData; answer: ReadRoleBindingResponse; form: 'one' };
  /** Reads a service account */
  readServiceAccount: { data: ReadServiceAccountData; answer: ReadServiceAccountResponse; form: 'one' };
  /** Reads a client session */
  readSession: { data: ReadSessionData; answer: ReadSessionResponse; form: 'one' };
  /** Reads a user */
  readUser: { data: ReadUserData; answer: ReadUserResponse; form: 'one' };
  /** Reports whether the service is ready, part by part */
  readyz: { data: ReadyzData; answer: ReadyzResponse; form: 'one' };
  /** Records what was applied from a set of files */
  recordAppliedSet: { data: RecordAppliedSetData; answer: RecordAppliedSetResponse; form: 'one' };
  /** Registers an agent for review */
  registerAgent: { data: RegisterAgentData; answer: RegisterAgentResponse; form: 'one' };
  /** Registers a data plane */
  registerDataPlane: { data: RegisterDataPlaneData; answer: RegisterDataPlaneResponse; form: 'one' };
  /** Registers an MCP server with its first submission, pending review */
  registerMcpServer: { data: RegisterMcpServerData; answer: RegisterMcpServerResponse; form: 'one' };
  /** Rejects a client surface pending approval */
  rejectClientSurface: { data: RejectClientSurfaceData; answer: RejectClientSurfaceResponse; form: 'one' };
  /** Rejects a pending submission */
  rejectMcpSubmission: { data: RejectMcpSubmissionData; answer: RejectMcpSubmissionResponse; form: 'one' };
  /** Removes a user from a local group */
  removeGroupMember: { data: RemoveGroupMemberData; answer: RemoveGroupMemberResponse; form: 'one' };
  /** Replaces the tests of a draft, or takes them away with null; If-Match is required */
  replacePolicyTests: { data: ReplacePolicyTestsData; answer: ReplacePolicyTestsResponse; form: 'one' };
  /** Replays a range of the trail, alongside continuous export */
  replayDestination: { data: ReplayDestinationData; answer: ReplayDestinationResponse; form: 'one' };
  /** Accepts a data plane's heartbeat and returns its orders */
  reportHeartbeat: { data: ReportHeartbeatData; answer: ReportHeartbeatResponse; form: 'one' };
  /** Accepts a data plane's report of a client session */
  reportSession: { data: ReportSessionData; answer: ReportSessionResponse; form: 'one' };
  /** Requests approval of a call for which a rule requires it */
  requestApproval: { data: RequestApprovalData; answer: RequestApprovalResponse; form: 'one' };
  /** Orders a data plane back into service */
  resumeDataPlane: { data: ResumeDataPlaneData; answer: ResumeDataPlaneResponse; form: 'one' };
  /** Orders a data plane to fetch its policy again */
  resyncDataPlane: { data: ResyncDataPlaneData; answer: ResyncDataPlaneResponse; form: 'one' };
  /** Approves or rejects an agent */
  reviewAgent: { data: ReviewAgentData; answer: ReviewAgentResponse; form: 'one' };
  /** Compares a submission's tool descriptions with the approved ones, as untrusted text */
  reviewMcpDefinitions: { data: ReviewMcpDefinitionsData; answer: ReviewMcpDefinitionsResponse; form: 'one' };
  /** Revokes an agent permanently and fences its sessions */
  revokeAgent: { data: RevokeAgentData; answer: RevokeAgentResponse; form: 'one' };
  /** Revokes an API token and those made with it, effective with the next call */
  revokeApiToken: { data: RevokeApiTokenData; answer: RevokeApiTokenResponse; form: 'one' };
  /** Revokes a client surface permanently and fences its sessions */
  revokeClientSurface: { data: RevokeClientSurfaceData; answer: RevokeClientSurfaceResponse; form: 'one' };
  /** Revokes a credential binding permanently; its live sessions stop at once */
  revokeCredentialBinding: { data: RevokeCredentialBindingData; answer: RevokeCredentialBindingResponse; form: 'one' };
  /** Rotates a credential binding to another version of its credential */
  rotateCredentialBinding: { data: RotateCredentialBindingData; answer: RotateCredentialBindingResponse; form: 'one' };
  /** Finds what somebody may do to a resource (AuthZEN, Action Search) */
  searchActions: { data: SearchActionsData; answer: SearchActionsResponse; form: 'one' };
  /** Finds what somebody may do something to (AuthZEN, Resource Search) */
  searchResources: { data: SearchResourcesData; answer: SearchResourcesResponse; form: 'one' };
  /** Finds who may do something to a resource (AuthZEN, Subject Search) */
  searchSubjects: { data: SearchSubjectsData; answer: SearchSubjectsResponse; form: 'one' };
  /** Decides a request by a policy version, with a trace of every rule; changes nothing */
  simulatePolicy: { data: SimulatePolicyData; answer: SimulatePolicyResponse; form: 'one' };
  /** Submits a credential binding for review */
  submitCredentialBinding: { data: SubmitCredentialBindingData; answer: SubmitCredentialBindingResponse; form: 'one' };
  /** Submits an edit of an MCP server for review, superseding a pending one */
  submitMcpManifest: { data: SubmitMcpManifestData; answer: SubmitMcpManifestResponse; form: 'one' };
  /** Ends a client session; future calls on it fail closed */
  terminateSession: { data: TerminateSessionData; answer: TerminateSessionResponse; form: 'one' };
  /** Runs a metadata-only delivery check; 202 while its outcome is not there yet */
  testDestination: { data: TestDestinationData; answer: TestDestinationResponse; form: 'one' };
  /** Replaces the editable fields of a client surface */
  updateClientSurface: { data: UpdateClientSurfaceData; answer: UpdateClientSurfaceResponse; form: 'one' };
  /** Changes a destination; If-Match is required, and omitted fields keep their value */
  updateDestination: { data: UpdateDestinationData; answer: UpdateDestinationResponse; form: 'one' };
  /** Changes the name and the external ids of a local group */
  updateGroup: { data: UpdateGroupData; answer: UpdateGroupResponse; form: 'one' };
  /** Replaces the content of a draft; If-Match is required */
  updatePolicy: { data: UpdatePolicyData; answer: UpdatePolicyResponse; form: 'one' };
  /** Changes the display name of a service account */
  updateServiceAccount: { data: UpdateServiceAccountData; answer: UpdateServiceAccountResponse; form: 'one' };
  /** Changes the display name of a user */
  updateUser: { data: UpdateUserData; answer: UpdateUserResponse; form: 'one' };
  /** Orders the upgrade that a data plane has offered */
  upgradeDataPlane: { data: UpgradeDataPlaneData; answer: UpgradeDataPlaneResponse; form: 'one' };
  /** Uses an approval, once, before the call is made */
  useApproval: { data: UseApprovalData; answer: UseApprovalResponse; form: 'one' };
  /** Validates a policy version again and stores the findings */
  validatePolicy: { data: ValidatePolicyData; answer: ValidatePolicyResponse; form: 'one' };
  /** Verifies the tenant's audit trail from its last signed checkpoint, or the whole of it */
  verifyAuditTrail: { data: VerifyAuditTrailData; answer: VerifyAuditTrailResponse; form: 'one' };
  /** Withdraws a pending submission */
  withdrawMcpSubmission: { data: WithdrawMcpSubmissionData; answer: WithdrawMcpSubmissionResponse; form: 'one' };
}

/**
 * Method, path, and what else a call must know: `t` and `e` take tenant and environment in the query, `k` takes an Idempotency-Key, `o` is open
 * to all, `s` answers a stream, `r` may refuse in the shape of its own answer; then, of a list, the parameter of the next page and where an answer
 * names it.
 */
export const OPERATIONS = {
  addGroupMember: ['POST', '/v1/local-identity/groups/{group_id}/members', 'tk'],
  approveCall: ['POST', '/v1/approvals/{approval_id}/approve', 'tek'],
  approveClientSurface: ['POST', '/v1/client-surfaces/{client_surface_id}/approve', 'ek'],
  approveMcpSubmission: ['POST', '/v1/mcp-servers/{server_id}/submissions/{submission_id}/approve', 'tek'],
  archiveAgent: ['POST', '/v1/agents/{agent_id}/archive', 'tek'],
  archiveClientSurface: ['POST', '/v1/client-surfaces/{client_surface_id}/archive', 'ek'],
  archivePolicy: ['POST', '/v1/policies/{policy_version}/archive', 'tek'],
  changeCredentialApproval: ['POST', '/v1/credential-bindings/{credential_binding_id}/approval', 'tek'],
  createApiToken: ['POST', '/v1/api-tokens', 'tk'],
  createClientSurface: ['POST', '/v1/client-surfaces', 'ek'],
  createCredentialBinding: ['POST', '/v1/credential-bindings', 'tek'],
  createDestination: ['POST', '/v1/siem-webhooks', 'tek'],
  createEnvironment: ['POST', '/v1/environments', 'tk'],
  createGroup: ['POST', '/v1/groups', 'tk'],
  createPolicy: ['POST', '/v1/policies', 'tek'],
  createRoleBinding: ['POST', '/v1/admin/role-bindings', 'tk'],
  createServiceAccount: ['POST', '/v1/service-accounts', 'tk'],
  createUser: ['POST', '/v1/users', 'tk'],
  denyCall: ['POST', '/v1/approvals/{approval_id}/deny', 'tek'],
  deprecateMcpServer: ['POST', '/v1/mcp-servers/{server_id}/registration-status/deprecate', 'tek'],
  deregisterDataPlane: ['POST', '/v1/data-planes/{data_plane_id}/deregister', 'tek'],
  diffMcpSubmissions: ['GET', '/v1/mcp-servers/{server_id}/submissions/{submission_id}/diff', 'te'],
  diffPolicies: ['GET', '/v1/policies/{policy_version}/diff', 'te'],
  disableAgent: ['POST', '/v1/agents/{agent_id}/disable', 'tek'],
  disableClientSurface: ['POST', '/v1/client-surfaces/{client_surface_id}/disable', 'ek'],
  disableCredentialBinding: ['POST', '/v1/credential-bindings/{credential_binding_id}/disable', 'tek'],
  disableDestination: ['POST', '/v1/siem-webhooks/{destination_id}/disable', 'k'],
  disableMcpServer: ['POST', '/v1/mcp-servers/{server_id}/disable', 'tek'],
  disableRoleBinding: ['POST', '/v1/admin/role-bindings/{binding_id}/disable', 'tk'],
  disableServiceAccount: ['POST', '/v1/service-accounts/{service_account_id}/disable', 'tk'],
  disableUser: ['POST', '/v1/users/{user_id}/disable', 'tk'],
  drainDataPlane: ['POST', '/v1/data-planes/{data_plane_id}/drain', 'tek'],
  enableAgent: ['POST', '/v1/agents/{agent_id}/enable', 'tek'],
  enableClientSurface: ['POST', '/v1/client-surfaces/{client_surface_id}/enable', 'ek'],
  enableCredentialBinding: ['POST', '/v1/credential-bindings/{credential_binding_id}/enable', 'tek'],
  enableDestination: ['POST', '/v1/siem-webhooks/{destination_id}/enable', 'k'],
  enableMcpServer: ['POST', '/v1/mcp-servers/{server_id}/enable', 'tek'],
  enableServiceAccount: ['POST', '/v1/service-accounts/{service_account_id}/enable', 'tk'],
  enableUser: ['POST', '/v1/users/{user_id}/enable', 'tk'],
  evaluateAccess: ['POST', '/v1/authzen/{environment_id}/access/v1/evaluation', ''],
  evaluateAccesses: ['POST', '/v1/authzen/{environment_id}/access/v1/evaluations', ''],
  explainAccess: ['GET', '/v1/access/explain', 't'],
  exportAuditEvents: ['GET', '/v1/audit/export', 'ts'],
  healthz: ['GET', '/healthz', 'o'],
  listAgents: ['GET', '/v1/agents', 'te', 'cursor', 'page', 'next_cursor'],
  listApiTokens: ['GET', '/v1/api-tokens', 't', 'cursor', 'page', 'next_cursor'],
  listApprovals: ['GET', '/v1/approvals', 'te', 'cursor', 'page', 'next_cursor'],
  listAuditEvents: ['GET', '/v1/audit/events', 't', 'cursor', 'page', 'next_cursor'],
  listCheckpoints: ['GET', '/v1/audit/checkpoints', 't', 'cursor', 'page', 'next_cursor'],
  listClientSurfaces: ['GET', '/v1/client-surfaces', 'e', 'cursor', 'page', 'nextCursor'],
  listCredentialBindings: ['GET', '/v1/credential-bindings', 'te', 'cursor', 'page', 'nextCursor'],
  listDataPlanes: ['GET', '/v1/data-planes', 'te', 'page_token', 'pagination', 'nextPageToken'],
  listDeadLetters: ['GET', '/v1/siem-webhooks/{destination_id}/dead-letters', 'te'],
  listDeliveries: ['GET', '/v1/siem-webhooks/{destination_id}/deliveries', 'te'],
  listDestinations: ['GET', '/v1/siem-webhooks', 'te', 'cursor', 'page', 'next_cursor'],
  listEnvironments: ['GET', '/v1/environments', 't', 'cursor', 'page', 'next_cursor'],
  listGroups: ['GET', '/v1/groups', 't', 'cursor', 'page', 'next_cursor'],
  listMcpServers: ['GET', '/v1/mcp-servers', 'te', 'cursor', 'page', 'next_cursor'],
  listMcpSubmissions: ['GET', '/v1/mcp-servers/{server_id}/submissions', 'te'],
  listPolicies: ['GET', '/v1/policies', 'te', 'cursor', 'page', 'next_cursor'],
  listRoleBindings: ['GET', '/v1/admin/role-bindings', 't', 'cursor', 'page', 'next_cursor'],
  listServiceAccounts: ['GET', '/v1/service-accounts', 't', 'cursor', 'page', 'next_cursor'],
  listSessions: ['GET', '/v1/sessions', 'te', 'cursor', 'page', 'next_cursor'],
  listUserGroups: ['GET', '/v1/users/{user_id}/groups', 't', 'cursor', 'page', 'next_cursor'],
  listUsers: ['GET', '/v1/users', 't', 'cursor', 'page', 'next_cursor'],
  previewPublish: ['POST', '/v1/policies/{policy_version}/publish/preview', 'te'],
  previewRoleBinding: ['POST', '/v1/admin/role-bindings/preview', 't'],
  proveAuditEvent: ['GET', '/v1/audit/events/{audit_event_id}/proof', 't'],
  proveConsistency: ['GET', '/v1/audit/checkpoints/consistency', 't'],
  publishPolicy: ['POST', '/v1/policies/{policy_version}/publish', 'tekr'],
  readAccessMetadata: ['GET', '/.well-known/authzen-configuration/v1/authzen/{environment_id}', 'o'],
  readAgent: ['GET', '/v1/agents/{agent_id}', 'te'],
  readApiToken: ['GET', '/v1/api-tokens/{token_id}', 't'],
  readAppliedSet: ['GET', '/v1/applied/{set_id}', 't'],
  readApproval: ['GET', '/v1/approvals/{approval_id}', 'te'],
  readAuditEvent: ['GET', '/v1/audit/events/{audit_event_id}', 't'],
  readClientSurface: ['GET', '/v1/client-surfaces/{client_surface_id}', 'e'],
  readCredentialBinding: ['GET', '/v1/credential-bindings/{credential_binding_id}', 'te'],
  readDataPlane: ['GET', '/v1/data-planes/{data_plane_id}', 'te'],
  readDestination: ['GET', '/v1/siem-webhooks/{destination_id}', 'te'],
  readExportStatus: ['GET', '/v1/siem-webhooks/{destination_id}/status', 'te'],
  readGroup: ['GET', '/v1/local-identity/groups/{group_id}', 't'],
  readIdentity: ['GET', '/v1/identity/me', ''],
  readMcpServer: ['GET', '/v1/mcp-servers/{server_id}', 'te'],
  readMcpServerActivity: ['GET', '/v1/mcp-servers/{server_id}/activity', 'te'],
  readMcpServerHealth: ['GET', '/v1/mcp-servers/{server_id}/health', 'te'],
  readMcpSubmission: ['GET', '/v1/mcp-servers/{server_id}/submissions/{submission_id}', 'te'],
  readMcpTools: ['POST', '/v1/mcp-servers/{server_id}/read-tools', 'tek'],
  readOpenApi: ['GET', '/v1/openapi.json', 'o'],
  readPolicy: ['GET', '/v1/policies/{policy_version}', 'te'],
  readPolicyTests: ['GET', '/v1/policies/{policy_version}/tests', 'te'],
  readReach: ['GET', '/v1/identity/me/reach', 'e'],
  readRevocation: ['GET', '/v1/revocations/{revocation_id}', 'te'],
  readRevocations: ['GET', '/v1/revocations', 'te'],
  readRoleBinding: ['GET', '/v1/admin/role-bindings/{binding_id}', 't'],
  readServiceAccount: ['GET', '/v1/service-accounts/{service_account_id}', 't'],
  readSession: ['GET', '/v1/sessions/{client_session_id}', 'te'],
  readUser: ['GET', '/v1/users/{user_id}', 't'],
  readyz: ['GET', '/readyz', 'or'],
  recordAppliedSet: ['PUT', '/v1/applied/{set_id}', 'tk'],
  registerAgent: ['POST', '/v1/agents', 'tek'],
  registerDataPlane: ['POST', '/v1/data-planes', 'tek'],
  registerMcpServer: ['POST', '/v1/mcp-servers', 'tek'],
  rejectClientSurface: ['POST', '/v1/client-surfaces/{client_surface_id}/reject', 'ek'],
  rejectMcpSubmission: ['POST', '/v1/mcp-servers/{server_id}/submissions/{submission_id}/reject', 'tek'],
  removeGroupMember: ['POST', '/v1/groups/{group_id}/members/{user_id}/remove', 'tk'],
  replacePolicyTests: ['PUT', '/v1/policies/{policy_version}/tests', 'tek'],
  replayDestination: ['POST', '/v1/siem-webhooks/{destination_id}/replay', 'k'],
  reportHeartbeat: ['PUT', '/v1/data-planes/{data_plane_id}/heartbeat', 'tek'],
  reportSession: ['PUT', '/v1/sessions/{client_session_id}', 'tek'],
  requestApproval: ['POST', '/v1/approvals', 'tek'],
  resumeDataPlane: ['POST', '/v1/data-planes/{data_plane_id}/resume', 'tek'],
  resyncDataPlane: ['POST', '/v1/data-planes/{data_plane_id}/resync-policy', 'tek'],
  reviewAgent: ['POST', '/v1/agents/{agent_id}/review', 'tek'],
  reviewMcpDefinitions: ['GET', '/v1/mcp-servers/{server_id}/submissions/{submission_id}/definitions', 'te'],
  revokeAgent: ['POST', '/v1/agents/{agent_id}/revoke', 'tek'],
  revokeApiToken: ['POST', '/v1/api-tokens/{token_id}/revoke', 'tk'],
  revokeClientSurface: ['POST', '/v1/client-surfaces/{client_surface_id}/revoke', 'ek'],
  revokeCredentialBinding: ['POST', '/v1/credential-bindings/{credential_binding_id}/revoke', 'tek'],
  rotateCredentialBinding: ['POST', '/v1/credential-bindings/{credential_binding_id}/rotate', 'tek'],
  searchActions: ['POST', '/v1/authzen/{environment_id}/access/v1/search/action', ''],
  searchResources: ['POST', '/v1/authzen/{environment_id}/access/v1/search/resource', ''],
  searchSubjects: ['POST', '/v1/authzen/{environment_id}/access/v1/search/subject', ''],
  simulatePolicy: ['POST', '/v1/policies/{policy_version}/simulate', 'te'],
  submitCredentialBinding: ['POST', '/v1/credential-bindings/{credential_binding_id}/submit', 'tek'],
  submitMcpManifest: ['POST', '/v1/mcp-servers/{server_id}/submissions', 'tek'],
  terminateSession: ['POST', '/v1/sessions/{client_session_id}/terminate', 'tek'],
  testDestination: ['POST', '/v1/siem-webhooks/{destination_id}/test', 'k'],
  updateClientSurface: ['PUT', '/v1/client-surfaces/{client_surface_id}', 'ek'],
  updateDestination: ['PUT', '/v1/siem-webhooks/{destination_id}', 'tek'],
  updateGroup: ['PUT', '/v1/groups/{group_id}', 'tk'],
  updatePolicy: ['PUT', '/v1/policies/{policy_version}', 'tek'],
  updateServiceAccount: ['PUT', '/v1/service-accounts/{service_account_id}', 'tk'],
  updateUser: ['PUT', '/v1/users/{user_id}', 'tk'],
  upgradeDataPlane: ['POST', '/v1/data-planes/{data_plane_id}/upgrade', 'tek'],
  useApproval: ['POST', '/v1/approvals/{approval_id}/use', 'tek'],
  validatePolicy: ['POST', '/v1/policies/{policy_version}/validate', 'tek'],
  verifyAuditTrail: ['GET', '/v1/audit/verify', 't'],
  withdrawMcpSubmission: ['POST', '/v1/mcp-servers/{server_id}/submissions/{submission_id}/withdraw', 'tek'],
} as const;
