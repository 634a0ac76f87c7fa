import type { ManifestBody } from '@govgate/domain';
import { sha256Hex } from '@govgate/domain';
import { createMemoryStore, manualClock, sequentialIds } from '@govgate/ports-testkit';
import { type ExportedItem, makeExportBundle } from '../export-bundle.js';
import { type ImportOptions, makeImportBundle } from '../import-bundle.js';
import { type Bundle, SECTION_NAMES, type SectionName } from '../sections/registry.js';

/** An empty store with import and export bound to it. */
export const bundleBench = () => {
  const store = createMemoryStore();
  const clock = manualClock('2026-03-01T00:00:00.000Z');
  const deps = { ...store, clock, ids: sequentialIds(), hash: sha256Hex };
  const importBundle = makeImportBundle(deps);
  const exportBundle = makeExportBundle(store);
  return {
    store,
    clock,
    exportBundle,
    exported: () => collectBundle(exportBundle()),
    run: (bundle: Bundle, options: Partial<ImportOptions> = {}) =>
      importBundle(bundle, { dryRun: false, onConflict: 'fail', actor: 'cli', ...options }),
    /** The events of a tenant, oldest first. */
    events: async (tenantId: string) =>
      (await store.auditTrail.page(tenantId, { filter: {}, direction: 'asc', limit: 1000 })).items,
  };
};

/** A sound manifest with one rule. */
export const soundBody: ManifestBody = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'read_only',
      effect: 'allow',
      subjects: {},
      targets: { max_risk_tier: 'low' },
      reason_code: 'low_risk',
    },
  ],
};

/** Tests of that manifest: all of them pass. */
export const soundTests = {
  tests_version: '1.0',
  subjects: { anybody: {} },
  targets: {
    search: { kind: 'mcp_server', server_id: 'srv', tool_id: 'search', risk_tier: 'low' },
    erase: { kind: 'mcp_server', server_id: 'srv', tool_id: 'erase', risk_tier: 'high' },
  },
  cases: {
    only_low_risk: {
      subjects: ['anybody'],
      targets: ['search', 'erase'],
      actions: ['tool.invoke'],
      expected: [{ target: 'search', effect: 'allow', decided_by: ['read_only'] }],
    },
  },
};

/** A bundle with one record of each of the first sections, valid by itself. */
export const smallBundle = {
  tenants: [{ tenantId: 'acme', environments: ['production', 'staging'] }],
  users: [
    { userId: 'usr_ada', tenantId: 'acme', displayName: 'Platform lead' },
    { userId: 'usr_ben', tenantId: 'acme', displayName: 'Reviewer', disabledAt: '2026-02-01T00:00:00.000Z' },
  ],
  serviceAccounts: [{ serviceAccountId: 'svc_deploy', tenantId: 'acme', displayName: 'Deployer' }],
  groups: [
    {
      groupId: 'grp_platform',
      tenantId: 'acme',
      displayName: 'Platform',
      createdAt: '2026-01-01T00:00:00.000Z',
      members: ['usr_ada', 'usr_ben'],
    },
  ],
  roleBindings: [
    {
      bindingId: 'rb_1',
      tenantId: 'acme',
      role: 'policy_admin',
      subject: { subjectType: 'group', subjectId: 'grp_platform' },
      scope: { scopeType: 'environment', environmentId: 'production' },
      reasonCode: 'onboarding',
      grantedBy: 'usr_ada',
      createdAt: '2026-01-02T00:00:00.000Z',
    },
  ],
  policies: [
    {
      policyVersion: 'pv_1',
      status: 'active',
      tenantId: 'acme',
      environmentId: 'production',
      owner: { userId: 'usr_ada', team: 'platform' },
      body: soundBody,
    },
  ],
} as const satisfies Bundle;

// An export as one bundle, where the product streams it.
const collectBundle = async (items: AsyncIterable<ExportedItem>): Promise<Bundle> => {
  const bundle = Object.fromEntries(SECTION_NAMES.map((name): [SectionName, unknown[]] => [name, []]));
  for await (const { section, item } of items) bundle[section]?.push(item);
  return bundle as Bundle;
};
