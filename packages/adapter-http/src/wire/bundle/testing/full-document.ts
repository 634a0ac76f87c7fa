const OWNER = {
  team: 'payments',
  user_id: 'usr_ada',
  escalation_contact: 'payments-lead',
  oncall_rotation: 'payments-1',
};
const CAMEL_OWNER = {
  team: 'payments',
  userId: 'usr_ada',
  escalationContact: 'payments-lead',
  oncallRotation: 'payments-1',
};
const AT = '2026-02-01T00:00:00.000Z';
const PLACE = { tenant_id: 'acme', environment_id: 'production' };
const CAMEL_PLACE = { tenantId: 'acme', environmentId: 'production' };

const rule = {
  rule_id: 'low_risk',
  effect: 'allow',
  subjects: {},
  targets: { max_risk_tier: 'low' },
  reason_code: 'low_risk',
};

/** What an export of `fullDocument` has, and the texts that it must not have. */
const exported = () => ({
  schema_version: '1.0',
  tenants: [{ tenant_id: 'acme', environments: ['production', 'staging'] }],
  environments: [
    {
      tenant_id: 'acme',
      environment_id: 'production',
      display_name: 'Production',
      registry: { enabled: true, public: false, gateway_url: 'https://mcp.example/tools' },
      definitions: 'required',
      console: { session_hours: 8 },
      sessions: { end_on_logout: true },
    },
  ],
  users: [{ user_id: 'usr_ada', tenant_id: 'acme', display_name: 'Payments owner', external_id: '00u1' }],
  service_accounts: [
    { service_account_id: 'svc_ci', tenant_id: 'acme', display_name: 'Pipeline', disabled_at: AT },
  ],
  groups: [
    {
      group_id: 'grp_1',
      tenant_id: 'acme',
      display_name: 'Payments',
      created_at: AT,
      members: ['usr_ada'],
      external_ids: ['/finance/payments'],
      external_id: '00g1',
      managed_elsewhere: true,
    },
  ],
  role_bindings: [
    {
      schema_version: '1.0',
      binding_id: 'rb_1',
      tenant_id: 'acme',
      role: 'server_owner',
      subject: { subject_type: 'group', subject_id: 'grp_1' },
      scope: {
        scope_type: 'owner_team',
        environment_id: 'production',
        owner_team: 'payments',
        resource_type: null,
        resource_id: null,
      },
      reason_code: 'onboarding',
      reason: null,
      granted_by: 'usr_root',
      created_at: AT,
      not_before: null,
      expires_at: null,
      disabled_by: null,
      disabled_at: null,
      disable_reason_code: null,
    },
  ],
  policies: [
    {
      schema_version: '1.0',
      policy_version: 'pv_1',
      status: 'active',
      ...PLACE,
      owner: { user_id: 'usr_ada', team: 'payments' },
      source: { source_type: 'gitops', source_ref: null },
      description: null,
      body_format: 'gateway_manifest_v1',
      body: { manifest_version: '1.0', default_effect: 'deny', rules: [rule] },
      tests: { tests_version: '1.0', subjects: { ada: { user_id: 'usr_ada' } }, targets: {}, cases: {} },
      validation: {
        valid: true,
        status: 'valid',
        checked_at: AT,
        checked_by: 'usr_ada',
        rule_count: 1,
        errors: [],
      },
      version_state: {
        previous_policy_version: null,
        last_published_at: AT,
        last_published_by: 'usr_ada',
        archived_at: null,
        archived_by: null,
      },
    },
  ],
  mcp_servers: [
    {
      server_id: 'srv_crm',
      ...PLACE,
      submissions: [
        {
          submission_id: 'sub_1',
          sequence: 1,
          status: 'approved',
          submitted_by: 'usr_ada',
          submitted_at: AT,
          reviewed_by: 'usr_ben',
          review_reason_code: 'reviewed',
          reviewed_at: AT,
          manifest: {
            server_id: 'srv_crm',
            name: 'CRM',
            ...PLACE,
            version: '1.0.0',
            owner: OWNER,
            endpoint: 'https://crm.invalid/mcp',
            registration_status: 'active',
            credential_mode: 'none',
            requested_approval_status: 'pending_review',
            docs_url: 'https://docs.invalid/crm',
            tools: [
              {
                tool_id: 'search',
                name: 'search',
                description: 'Finds customers',
                risk_tier: 'low',
                gateway_status: 'approved',
                input_schema_ref: 'schemas/search',
                input_schema: { type: 'object', additional_properties: false, camelCase: 1 },
                policy_refs: ['pv_1'],
                _meta: JSON.parse('{"__proto__":{"a":1},"constructor":1,"prototype":[]}'),
              },
            ],
          },
        },
      ],
      health: {
        status: 'healthy',
        routeAvailable: true,
        latencyMs: 12,
        lastCheckedAt: AT,
        checkedBy: 'worker',
        failureReason: '',
        connectorStatus: 'connected',
      },
    },
  ],
  credential_bindings: [
    {
      schemaVersion: '1.0',
      credentialBindingId: 'cb_1',
      ...CAMEL_PLACE,
      allowedEnvironmentIds: ['production'],
      owner: CAMEL_OWNER,
      source: { sourceType: 'mcp_server', sourceId: 'srv_crm' },
      createdBy: 'svc_ci',
      hands: { created: { actorType: 'service_account', actorId: 'svc_ci', persons: ['usr_ada'] } },
      secretStoreType: 'hashicorp_vault',
      secretRefSummary: 'hashicorp_vault:…/crm',
      secretRefFingerprint: '0123456789abcdef',
      credentialMode: 'shared_service',
      approvalStatus: 'approved',
      lifecycleState: 'active',
      allowedTargets: [
        {
          targetType: 'mcp_tool',
          serverId: 'srv_crm',
          toolId: 'search',
          credentialMode: 'shared_service',
          policyRefs: ['pv_1'],
        },
      ],
      rotation: {
        versionRef: 'v3',
        lastRotatedAt: AT,
        nextRotationDueAt: '',
        rotationWithoutServerChange: true,
      },
      safeStatus: { state: 'healthy', reasonCode: 'broker_ok', checkedAt: AT },
      submittedBy: 'usr_ada',
      submittedAt: AT,
      reviewedBy: 'usr_ben',
      createdAt: AT,
      updatedAt: AT,
      recentBrokerCheck: { status: 'passed', reasonCode: 'broker_ok', checkedAt: AT },
    },
  ],
  client_surfaces: [
    {
      schemaVersion: '1.0',
      clientSurfaceId: 'cs_1',
      tenantId: 'acme',
      displayName: 'Console',
      owner: CAMEL_OWNER,
      allowedEnvironmentIds: ['production'],
      authType: 'oidc',
      clientType: 'web_app',
      lifecycleState: 'active',
      approvalState: 'approved',
      configSnippet: { snippetId: 'cs_1.config', format: 'mcp_json', generatedAt: AT, versionRef: 'v1' },
      discoverability: 'team',
      updatedAt: AT,
    },
  ],
  agents: [
    {
      schema_version: '1.0',
      agent_id: 'agt_1',
      name: 'Helper',
      purpose: null,
      ...PLACE,
      lifecycle_state: 'active',
      approval_status: 'approved',
      hands: { submitted: { actor_type: 'service_account', actor_id: 'svc_ci', persons: ['usr_ada'] } },
      owner: { team: 'payments', escalation_contact: 'payments-lead' },
      allowed_surfaces: ['cs_1'],
      allowed_environments: ['production'],
      delegation_mode: 'on_behalf_of',
      credential_mode: 'per_agent',
      instance_identity: {
        required: false,
        allowed_instance_ids: [],
        allowed_instance_id_prefixes: ['helper-'],
      },
      submitted_by: 'usr_ada',
      submitted_at: AT,
      reviewed_by: null,
      review_reason_code: null,
      review_reason: null,
      reviewed_at: null,
      disabled_at: null,
      archived_at: null,
      revoked_at: null,
      revocation_id: null,
      created_at: AT,
      updated_at: AT,
    },
  ],
  sessions: [
    {
      client_session_id: 'ses_1',
      ...PLACE,
      user_id: 'usr_ada',
      agent_id: 'agt_1',
      state: 'active',
      backend_session_ids: ['bes_1'],
      credential_binding_ids: ['cb_1'],
      created_at: AT,
      last_seen_at: AT,
    },
  ],
  data_planes: [
    {
      dataPlaneId: 'dp_1',
      displayName: 'Gateway 1',
      ...CAMEL_PLACE,
      deploymentMode: 'customer_hosted',
      location: {
        region: 'eu-central',
        zone: 'a',
        cluster: 'one',
        namespace: 'gateway',
        deploymentRef: 'gateway-1',
        customerLocation: 'Site 1',
      },
      version: { controlPlane: '2.0', dataPlane: '2.0', helmChart: '2.0', config: 'cfg-1', policy: 'pv_0' },
      heartbeat: { lastSeenAt: AT },
      readiness: { status: 'ready', serving: true, reasonCodes: ['ok'], checkedAt: AT },
      policySync: {
        status: 'rejected',
        desiredVersion: 'pv_1',
        observedVersion: 'pv_0',
        lastAppliedAt: AT,
        staleSeconds: 300,
      },
      configPropagation: {
        desiredVersion: 'cfg-1',
        observedVersion: 'cfg-1',
        lastAppliedAt: AT,
        staleSeconds: 0,
      },
      activeSessions: { total: 3, stateful: 1, draining: 0, reconnectable: 2 },
      drain: { state: 'not_draining' },
      upgrade: { state: 'available' },
      backupRestore: { relevant: true, coverageStatus: 'covered', reasonCode: 'ok', lastBackupAt: AT },
      trustBoundary: {
        controlPlaneBoundary: 'vendor',
        runtimeTrafficBoundary: 'customer',
        runtimeDataBoundary: 'customer',
      },
    },
  ],
  destinations: [
    {
      schemaVersion: '1.0',
      ...PLACE,
      destination_id: 'dst_1',
      kind: 'splunk_hec',
      enabled: true,
      destination_ref: 'dstref_security-lake',
      endpoint_ref: 'epref_security-lake',
      siem_delivery_status: {
        status: 'degraded',
        checked_at: AT,
        reason_code: 'timeout',
        last_error: { reason_code: 'timeout', retryable: true },
      },
      audit_export_status: { status: 'unknown', checked_at: '', reason_code: 'never_checked' },
      audit_export_link: { duplicates_export_jobs: false },
      retention_policy: { metadata_retention_days: 30, export_format: 'ocsf_json' },
      export_settings: {
        format: 'ecs',
        event_types: ['policy.published'],
        minimum_outcome: 'denied',
        environment_ids: ['staging'],
        tenant_events: false,
        index: null,
        channel: '0f0e0d0c-0b0a-0908-0706-050403020100',
        app_name: null,
        service: null,
        tags: [],
        events_per_request: 1,
      },
    },
  ],
  secrets: ['SECURITY_LAKE_URL', 'SECURITY_LAKE_TOKEN', 'GATEWAY_PROBE'],
});

/** One record of every section, with all derived values and the write-only references. */
const document = () => {
  const { secrets: _, ...bundle } = exported();
  const [policy] = bundle.policies as [(typeof bundle.policies)[number]];
  const [server] = bundle.mcp_servers as [(typeof bundle.mcp_servers)[number]];
  const [binding] = bundle.credential_bindings as [(typeof bundle.credential_bindings)[number]];
  const [surface] = bundle.client_surfaces as [(typeof bundle.client_surfaces)[number]];
  const [agent] = bundle.agents as [(typeof bundle.agents)[number]];
  const [plane] = bundle.data_planes as [(typeof bundle.data_planes)[number]];
  const [destination] = bundle.destinations as [(typeof bundle.destinations)[number]];
  const permissions = { resource_type: 'any', resource_id: 'any', allowed_actions: ['read'] };
  return {
    ...bundle,
    policies: [
      {
        ...policy,
        usage_refs: [],
        manifest_hash: 'sha256:0',
        etag: '"1"',
        permissions,
        version_state: { ...policy.version_state, active_in_environment: true },
      },
    ] as const,
    mcp_servers: [
      {
        ...server,
        submissions: server.submissions.map((submission) => ({
          ...submission,
          manifest_hash: 'sha256:0',
          version: '1.0.0',
          max_tool_risk_tier: 'low',
          approved_tool_count: 1,
          denied_candidate_count: 0,
          manifest: { schema_version: '1.0', ...submission.manifest },
        })),
      },
    ] as const,
    credential_bindings: [
      {
        ...binding,
        redaction: { payloadLogging: 'disabled', auditMaterial: 'metadata_only', materialReturn: 'never' },
        safeStatus: { ...binding.safeStatus, secretMaterialStored: false },
        recentBrokerCheck: {
          ...binding.recentBrokerCheck,
          credentialBindingId: 'cb_1',
          credentialMode: 'shared_service',
          materialReturn: 'never',
        },
        permissions,
      },
    ],
    client_surfaces: [
      {
        ...surface,
        revocationState: 'not_revoked',
        materialReturn: 'never',
        includesSecretMaterial: false,
        activeSessionCount: 4,
        recentAuditCount: 1,
        recentDenyCount: 0,
        permissions: { allowedActions: [] },
        redactionStatus: 'metadata_only',
      },
    ],
    agents: [{ ...agent, permissions }],
    data_planes: [
      {
        ...plane,
        heartbeat: { ...plane.heartbeat, status: 'healthy', secondsSinceLast: 3, reasonCode: 'ok' },
        policySync: { ...plane.policySync, reasonCode: 'policy_rejected' },
        configPropagation: { ...plane.configPropagation, status: 'in_sync', reasonCode: 'ok' },
        drain: { ready: true, state: 'not_draining', reasonCodes: ['ok'] },
        upgrade: { ready: true, state: 'available', reasonCodes: ['ok'] },
        trustBoundary: {
          ...plane.trustBoundary,
          mode: 'metadata_only',
          privateRuntimeDataLeavesBoundary: false,
          secretMaterialReturned: false,
          redactedMetadataMode: true,
          noRequiredOutboundRuntime: true,
        },
        allowedActions: [],
        healthReasonCodes: ['policy_rejected'],
        readinessProbeRef: 'env:GATEWAY_PROBE',
      },
    ],
    destinations: [
      {
        ...destination,
        webhook_status: { status: 'not_configured', checked_at: '', reason_code: 'not_applicable' },
        audit_export_link: { admin_api_operation: 'list_audit_events', duplicates_export_jobs: false },
        redaction: { include_payloads: false },
        permissions: { allowed_actions: [] },
        endpoint_secret_ref: 'env:SECURITY_LAKE_URL',
        token_secret_ref: 'env:SECURITY_LAKE_TOKEN',
        signing_key_ref: null,
      },
    ],
  };
};

export const fullDocument = Object.assign(document, { exported });
